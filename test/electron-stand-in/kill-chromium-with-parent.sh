#!/bin/sh
# Runs Chromium for as long as our standard input stays open. The host holds the other end, so it closes however
# the host ends, SIGKILL included; then Chromium goes, and the profile it was given with it.
profile=$1
shift
setsid "$@" </dev/null &
browser=$!
# The host learns of a dead Chromium from the end of these pipes: nobody else may hold them open.
exec 3<&- 4>&- 2>/dev/null
cat >/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 "$browser" 2>/dev/null || break
  sleep 0.1
done
kill -KILL "-$browser" 2>/dev/null
wait "$browser" 2>/dev/null
rm -rf "$profile"
