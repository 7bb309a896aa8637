#!/bin/sh
# Runs Chromium as long as the standard input of this script is open. The host has the other end, which closes when
# the host ends in any way, SIGKILL included. Then Chromium is killed and its profile is deleted.
profile=$1
shift
setsid "$@" </dev/null &
browser=$!
# The host detects the end of Chromium by the end of these pipes, so that no other process may keep them open.
exec 3<&- 4>&- 2>/dev/null
cat >/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 "$browser" 2>/dev/null || break
  sleep 0.1
done
kill -KILL "-$browser" 2>/dev/null
wait "$browser" 2>/dev/null
rm -rf "$profile"
