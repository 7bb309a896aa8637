import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import { createRateLimitLayer } from '#main/api/rate-limit/rate-limit-layer.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { createTestOutcome, createTestCall } from './rate-limit-rig.ts'

const { perDay } = rateLimits.domain
const hourMs = 60 * minuteMs

/** A machine whose wall clock can be set, and that can sleep and reboot. */
function createMachine() {
  const time = createVirtualClock()
  let [startedAt, sleptMs] = [-5 * hourMs, 0]
  const clock: Clock = { ...time, monotonic: () => time.monotonic() - startedAt }
  const uptimeMs = () => clock.monotonic() + sleptMs
  return {
    clock,
    advance: time.advance,
    until: time.until,
    setWall: time.jumpWall,
    sleep(ms: number) {
      sleptMs += ms
      time.jumpWall(ms)
    },
    async startAgain(offMs: number) {
      await time.advance(offMs)
      startedAt = time.monotonic() - 30_000
      sleptMs = 0
    },
    startApp(database: Database) {
      return createRateLimitLayer({ clock, store: createRateLedgerStore(database, clock, uptimeMs) })
    },
  }
}
type Machine = ReturnType<typeof createMachine>

const send = async () => createTestOutcome()

/** Uses up the daily limit and closes the app. */
async function spendDay(machine: Machine): Promise<Database> {
  const database = temporaryDatabase()
  const sql = `with recursive call (n) as (select 1 union all select n + 1 from call where n < ?)
    insert into departure (account_id, limit_class, at, up, is_answered) select 'a', 'domain', ?, ?, 1 from call`
  expect(database.run(sql, perDay, machine.clock.now(), machine.clock.monotonic()).changes).toBe(perDay)
  await machine.advance(2 * hourMs)
  return database
}

const isSpent = async (machine: Machine, database: Database) => {
  const app = machine.startApp(database)
  const used = app.quotaUsage().find(({ limitClass }) => limitClass === 'domain')?.usedDay ?? 0
  const isRefused = await captureRejection(
    app.layer(createTestCall({ deadline: machine.clock.monotonic() + 1_000 }), send),
  ).then(
    () => true,
    () => false,
  )
  expect(isRefused).toBe(used >= perDay)
  app.close()
  return isRefused
}

describe('a daily limit that is used up', () => {
  test.each([25 * hourMs, 10 * 365 * dayMs])(
    'A used-up daily limit stays used up when the wall clock is set forward by %i ms',
    async (ms) => {
      const machine = createMachine()
      const database = await spendDay(machine)
      machine.setWall(ms)
      expect(await isSpent(machine, database)).toBe(true)
      machine.setWall(-ms)
      expect(await isSpent(machine, database)).toBe(true)
    },
  )

  test.each([25 * hourMs, 10 * 365 * dayMs])(
    'A used-up daily limit stays used up when the wall clock is set back by %i ms, but no longer than a day',
    async (ms) => {
      const machine = createMachine()
      const database = await spendDay(machine)
      machine.setWall(-ms)
      expect(await isSpent(machine, database)).toBe(true)
      await machine.advance(22 * hourMs + minuteMs)
      expect(await isSpent(machine, database)).toBe(false)
    },
  )

  test('A daily limit is free again after 48 hours, whether the app runs or not', async () => {
    const machine = createMachine()
    const database = await spendDay(machine)
    const running = machine.startApp(database)
    await machine.advance(48 * hourMs)
    expect(running.quotaUsage()).toMatchObject([{ usedDay: 0 }])
    await machine.until(running.layer(createTestCall(), send))
    running.close()
    expect(await isSpent(machine, database)).toBe(false)
    expect(database.all('select * from departure')).toHaveLength(2)
  })

  test('A daily limit is free again after the machine slept for a night, but not after a sleep of an hour', async () => {
    const machine = createMachine()
    const database = await spendDay(machine)
    machine.sleep(hourMs)
    expect(await isSpent(machine, database)).toBe(true)
    machine.sleep(23 * hourMs)
    expect(await isSpent(machine, database)).toBe(false)
  })

  test('A daily limit is free again a day later on a machine that was off, but not before', async () => {
    const machine = createMachine()
    const database = await spendDay(machine)
    await machine.startAgain(8 * hourMs)
    expect(await isSpent(machine, database)).toBe(true)
    await machine.startAgain(15 * hourMs)
    expect(await isSpent(machine, database)).toBe(false)
  })

  test('A used-up daily limit is kept when the machine reboots and its wall clock is then set back', async () => {
    const machine = createMachine()
    const database = await spendDay(machine)
    await machine.startAgain(hourMs)
    machine.setWall(-10 * dayMs)
    expect(await isSpent(machine, database)).toBe(true)
    await machine.advance(25 * hourMs)
    expect(await isSpent(machine, database)).toBe(false)
  })
})

describe('the limit per minute after a reboot', () => {
  test('The limit per minute follows the monotonic clock, whatever the wall clock says', async () => {
    const machine = createMachine()
    const database = temporaryDatabase()
    const before = machine.startApp(database)
    for (let index = 0; index < 60; index += 1) await before.layer(createTestCall(), send)
    before.close()
    await machine.startAgain(20_000)
    machine.setWall(hourMs)
    expect(machine.startApp(database).quotaUsage()).toMatchObject([{ usedMinute: 60 }])
  })
})
