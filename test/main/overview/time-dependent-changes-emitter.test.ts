import { expect, onTestFinished, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import { watchForClockJumps } from '#main/event-loop/watch-for-clock-jumps.ts'
import { createTimeDependentChangesEmitter } from '#main/overview/time-dependent-changes-emitter.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

/** Starts the emitter, and lists after how many milliseconds of monotonic time it emitted. */
function startEmitter() {
  const { database, clock } = openTemporaryInventory(['a'])
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const started = clock.monotonic()
  const emittedAfterMs: number[] = []
  const emitter = createTimeDependentChangesEmitter({
    database,
    clock,
    closing: closing.signal,
    emit: () => emittedAfterMs.push(clock.monotonic() - started),
  })
  void emitter.start()
  void watchForClockJumps({ clock, closing: closing.signal, onJump: emitter.noteClockJump })
  return { database, clock, emitter, emittedAfterMs }
}

test('The windows are notified when a key expires whose expiry became known a moment before, and every five minutes', async () => {
  const { database, clock, emitter, emittedAfterMs } = startEmitter()
  await clock.advance(minuteMs)
  database.run(
    `insert into api_key (id, account_id, label, state, expires_at, added_at) values ('k', 'a', 'k', 'working', ?, 0)`,
    clock.now() + 20 * secondMs,
  )
  emitter.noteStoredDataChanged()
  await clock.advance(minuteMs)
  expect(emittedAfterMs).toEqual([80 * secondMs + 50])
  // A change of other data delays nothing.
  await clock.advance(2 * minuteMs)
  emitter.noteStoredDataChanged()
  await clock.advance(3 * minuteMs)
  expect(emittedAfterMs).toEqual([80 * secondMs + 50, 80 * secondMs + 50 + 5 * minuteMs])
})

test.each([
  ['the computer slept', 9 * hourMs],
  ['the clock was set back', -dayMs],
])('The windows are notified within 30 seconds after %s, and not again until something changes', async (_, jumpMs) => {
  const { clock, emittedAfterMs } = startEmitter()
  await clock.advance(minuteMs + 10 * secondMs)
  // The monotonic clock and the timers stop while the computer sleeps.
  clock.jumpWall(jumpMs)
  await clock.advance(4 * minuteMs)
  expect(emittedAfterMs).toEqual([minuteMs + 30 * secondMs])
})

test('The main process notifies the windows within 30 seconds after its clock was set', async () => {
  const clock = createVirtualClock()
  const rig = await startMainRig({ clock, secrets: createKeychainInMemory() })
  onTestFinished(() => rig.close())
  await clock.advance(minuteMs)
  const countEvents = () => rig.events.filter(({ name }) => name === 'inventory.changed').length
  const before = countEvents()
  clock.jumpWall(dayMs)
  await clock.advance(30 * secondMs)
  expect(countEvents()).toBe(before + 1)
})
