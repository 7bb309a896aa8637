import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import { createRateLimitLayer } from '#main/api/rate-limit/rate-limit-layer.ts'
import type { Database } from '#main/store/database.ts'
import { createVirtualClock, type VirtualClock } from '#test/virtual-clock.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'
import { createTestOutcome, createTestCall, maxCountInSlidingWindow } from './rate-limit-rig.ts'

/** Restarts the app: nothing in memory is kept, but the file and the clocks of the machine are. */
function start(database: Database, clock: VirtualClock) {
  return createRateLimitLayer({ clock, store: createRateLedgerStore(database, clock) })
}

const interactive = () => createTestCall({ priority: 'interactive' })

describe('the rate ledger on disk', () => {
  test('Calls before a kill count after it', async () => {
    const clock = createVirtualClock()
    const database = temporaryDatabase()
    const arrivals: number[] = []
    const send: SendCall = async () => {
      arrivals.push(clock.monotonic())
      await clock.sleep(400)
      return createTestOutcome()
    }
    let isKilled = false
    const before = start(database, clock)
    const sendBefore: SendCall = async (call) => {
      const answer = await send(call)
      return isKilled ? new Promise(() => undefined) : answer
    }
    void Promise.all(Array.from({ length: 90 }, () => before.layer(interactive(), sendBefore)))
    await clock.advance(2_900)
    expect(arrivals).toHaveLength(40)
    isKilled = true
    const after = start(database, clock)
    const calls = Array.from({ length: 60 }, () => after.layer(interactive(), send))
    await clock.until(Promise.all(calls))
    expect(maxCountInSlidingWindow(arrivals, minuteMs)).toBeLessThanOrEqual(60)
    expect(arrivals.filter((at) => at < minuteMs)).toHaveLength(60)
  })

  test('A call that was unanswered at a restart counts as late as it may have reached the service', async () => {
    const clock = createVirtualClock()
    const database = temporaryDatabase()
    const never: SendCall = () => new Promise(() => undefined)
    const before = start(database, clock)
    for (let index = 0; index < 5; index += 1) void before.layer(interactive(), never)
    await clock.advance(40_000)
    before.close()
    await clock.advance(1)
    const after = start(database, clock)
    await clock.advance(30_000)
    expect(after.quotaUsage()).toMatchObject([{ accountId: 'a', limitClass: 'domain', usedMinute: 5 }])
    await clock.advance(31_000)
    expect(after.quotaUsage()).toMatchObject([{ usedMinute: 0, usedDay: 5 }])
  })

  test('The count of 24 hours keeps the calls of Banto at a restart, and those of other programs only until then', async () => {
    const clock = createVirtualClock()
    const database = temporaryDatabase()
    const before = start(database, clock)
    // By the first answer, other programs have made 17 calls.
    for (const remaining of ['42', '41'])
      await before.layer(interactive(), async () =>
        createTestOutcome(200, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': remaining }),
      )
    expect(before.quotaUsage()).toMatchObject([{ usedDay: 19 }])
    before.close()
    const after = start(database, clock)
    expect(after.quotaUsage()).toMatchObject([{ usedDay: 2 }])
  })

  test('Learnt limits are known after a restart', async () => {
    const clock = createVirtualClock()
    const database = temporaryDatabase()
    await start(database, clock).layer(createTestCall({ endpoint: 'server.list' }), async () =>
      createTestOutcome(200, { 'x-ratelimit-limit': '12', 'x-ratelimit-remaining': '11' }),
    )
    expect(start(database, clock).quotaUsage()).toMatchObject([
      { limitClass: 'server', perMinute: 12, learnt: ['perMinute'] },
    ])
  })

  test('The learnt limits of an account are known at every start, also without calls in the last day', async () => {
    const clock = createVirtualClock()
    const database = temporaryDatabase()
    database.run(
      `insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'blue', 'http://127.0.0.1', 0)`,
    )
    const first = start(database, clock)
    for (const quota of ['a', 'trial of a key'])
      await first.layer(createTestCall({ quota, endpoint: 'server.list' }), async () =>
        createTestOutcome(200, { 'x-ratelimit-limit': '12', 'x-ratelimit-remaining': '11' }),
      )
    first.close()
    await clock.advance(2 * dayMs)
    start(database, clock).close()
    const usages = start(database, clock).quotaUsage()
    expect(usages).toHaveLength(1)
    expect(usages).toMatchObject([
      { accountId: 'a', limitClass: 'server', perMinute: 12, usedDay: 0, learnt: ['perMinute'] },
    ])
  })

  test.each([0, -10 * dayMs])(
    'A wait that the service asked for goes on after a restart, and never longer than asked (wall clock set by %i ms)',
    async (ms) => {
      const clock = createVirtualClock()
      const database = temporaryDatabase()
      const before = start(database, clock)
      await before.layer(createTestCall(), async () => createTestOutcome(429, { 'retry-after': '3600' }))
      before.close()
      await clock.advance(20 * minuteMs)
      clock.jumpWall(ms)
      const after = start(database, clock)
      const waitMs = 40 * minuteMs
      expect(after.quotaUsage()).toMatchObject([{ nextFreeAt: clock.now() + waitMs }])
      const startedAt = clock.monotonic()
      await clock.until(after.layer(createTestCall(), async () => createTestOutcome()))
      expect(clock.monotonic() - startedAt).toBe(waitMs)
      expect(start(database, clock).quotaUsage()).toMatchObject([{ nextFreeAt: null }])
    },
  )

  test('A wall clock that is set back blocks an account for no longer than its window', async () => {
    const clock = createVirtualClock()
    const database = temporaryDatabase()
    const before = start(database, clock)
    for (let index = 0; index < 60; index += 1) await before.layer(createTestCall(), async () => createTestOutcome())
    clock.jumpWall(-10 * 365 * dayMs)
    const after = start(database, clock)
    const startedAt = clock.monotonic()
    await clock.until(after.layer(createTestCall(), async () => createTestOutcome()))
    expect(clock.monotonic() - startedAt).toBeLessThan(minuteMs + 1_000)
    // Rows from the future are corrected at the start; otherwise they would count at every start.
    await clock.advance(2 * minuteMs)
    expect(start(database, clock).quotaUsage()).toMatchObject([{ usedMinute: 0, usedDay: 61 }])
  })

  test.each([10 * 365 * dayMs, -10 * 365 * dayMs, 3_600_000, -3_600_000])(
    'A wall clock that is set by %i ms between two starts changes no counts',
    async (ms) => {
      const clock = createVirtualClock()
      const database = temporaryDatabase()
      const before = start(database, clock)
      for (let index = 0; index < 60; index += 1) await before.layer(createTestCall(), async () => createTestOutcome())
      before.close()
      clock.jumpWall(ms)
      await clock.advance(20_000)
      const after = start(database, clock)
      expect(after.quotaUsage()).toMatchObject([{ usedMinute: 60 }])
      await clock.until(after.layer(createTestCall(), async () => createTestOutcome()))
      expect(clock.monotonic()).toBe(minuteMs + 30)
    },
  )

  test('Merged accounts share the calls of both', async () => {
    const clock = createVirtualClock()
    const rateLimit = start(temporaryDatabase(), clock)
    for (let index = 0; index < 40; index += 1)
      await rateLimit.layer(createTestCall({ quota: 'a' }), async () => createTestOutcome())
    for (let index = 0; index < 15; index += 1)
      await rateLimit.layer(createTestCall({ quota: 'b' }), async () => createTestOutcome())
    rateLimit.mergeQuotas('a', 'b')
    const left: number[] = []
    const note: SendCall = async () => {
      left.push(clock.monotonic())
      return createTestOutcome()
    }
    await clock.until(Promise.all(Array.from({ length: 10 }, () => rateLimit.layer(interactive(), note))))
    expect(left.filter((at) => at < minuteMs)).toHaveLength(5)
  })

  test('A merge counts external calls once that the service reported for both accounts', async () => {
    const clock = createVirtualClock()
    const rateLimit = start(temporaryDatabase(), clock)
    let used = 0
    const counted: SendCall = async () => {
      used += 1
      return createTestOutcome(200, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': String(60 - used) })
    }
    for (let index = 0; index < 10; index += 1) await rateLimit.layer(createTestCall({ quota: 'a' }), counted)
    for (let index = 0; index < 10; index += 1) await rateLimit.layer(createTestCall({ quota: 'b' }), counted)
    expect(rateLimit.quotaUsage().map(({ usedMinute }) => usedMinute)).toEqual([10, 20])
    rateLimit.mergeQuotas('a', 'b')
    expect(rateLimit.quotaUsage().map(({ usedMinute }) => usedMinute)).toEqual([20, 20])
  })

  test('A merged account knows the calls by other programs that only one of both knew, and keeps its waits', async () => {
    const clock = createVirtualClock()
    const database = temporaryDatabase()
    const before = start(database, clock)
    const byOthers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '39' }
    await before.layer(createTestCall({ quota: 'a' }), async () => createTestOutcome())
    await before.layer(createTestCall({ quota: 'b' }), async () => createTestOutcome(200, byOthers))
    await before.layer(createTestCall({ quota: 'b' }), async () =>
      createTestOutcome(429, { ...byOthers, 'x-ratelimit-remaining': '38', 'retry-after': '600' }),
    )
    before.mergeQuotas('a', 'b')
    expect(before.quotaUsage()[0]).toMatchObject({ usedMinute: 22, usedMinuteElsewhere: 19 })
    before.close()
    for (const rateLimit of [before, start(database, clock)])
      expect(rateLimit.quotaUsage().find(({ accountId }) => accountId === 'a')).toMatchObject({
        nextFreeAt: clock.now() + 600_000,
        nextFreeAfter: 'retry_after',
      })
  })

  test.each(['mergeQuotas', 'copyUsageFrom'] as const)(
    'Limits that another account or the trial of a key has learnt are still learnt after a restart (%s)',
    async (takeOver) => {
      const clock = createVirtualClock()
      const database = temporaryDatabase()
      const before = start(database, clock)
      const limits = { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29' }
      const call = { endpoint: 'server.list' } as const
      await before.layer(createTestCall({ ...call, quota: 'b' }), async () => createTestOutcome(200, limits))
      before[takeOver]('a', 'b')
      await before.layer(createTestCall({ ...call, quota: 'a' }), async () => createTestOutcome(200, limits))
      before.close()
      for (const rateLimit of [before, start(database, clock)])
        expect(rateLimit.quotaUsage().find(({ accountId }) => accountId === 'a')?.learnt).toEqual(['perMinute'])
    },
  )

  test('An account uses the same rate ledger after its merge target was merged, too', async () => {
    const clock = createVirtualClock()
    const rateLimit = start(temporaryDatabase(), clock)
    for (const quota of ['a', 'b', 'c'])
      await rateLimit.layer(createTestCall({ quota }), async () => createTestOutcome())
    rateLimit.mergeQuotas('b', 'a')
    rateLimit.mergeQuotas('c', 'b')
    for (let index = 0; index < 57; index += 1)
      await rateLimit.layer(createTestCall({ quota: 'a', priority: 'interactive' }), async () => createTestOutcome())
    expect(rateLimit.quotaUsage().map(({ usedMinute }) => usedMinute)).toEqual([60, 60, 60])
  })

  test('A wall clock that jumps while the app runs changes no wait', async () => {
    const clock = createVirtualClock()
    const rateLimit = start(temporaryDatabase(), clock)
    for (let index = 0; index < 60; index += 1) await rateLimit.layer(createTestCall(), async () => createTestOutcome())
    const waiting = rateLimit.layer(createTestCall(), async () => createTestOutcome())
    await clock.advance(1_000)
    clock.jumpWall(-dayMs)
    clock.jumpWall(2 * dayMs)
    await clock.until(waiting)
    expect(clock.monotonic()).toBe(minuteMs + 30)
  })

  test('The daily limit counts the last 24 hours', async () => {
    const clock = createVirtualClock()
    const rateLimit = start(temporaryDatabase(), clock)
    const reset = () => ({ 'x-ratelimit-reset': String(Math.floor(clock.now() / 1000) + 3_600) })
    await rateLimit.layer(createTestCall(), async () =>
      createTestOutcome(200, { 'x-ratelimit-limit': '10000', 'x-ratelimit-remaining': '0', ...reset() }),
    )
    expect(rateLimit.quotaUsage()).toMatchObject([{ usedDay: 10_000, perMinute: 60 }])
    let isSent = false
    void rateLimit.layer(interactive(), async () => {
      isSent = true
      return createTestOutcome()
    })
    await clock.advance(dayMs - 1_000)
    expect(isSent).toBe(false)
    await clock.advance(2_000)
    expect(isSent).toBe(true)
  })

  test('Rows older than a day are deleted', async () => {
    const clock = createVirtualClock()
    const database = temporaryDatabase()
    await start(database, clock).layer(createTestCall(), async () => createTestOutcome())
    await clock.advance(dayMs + 10 * minuteMs)
    start(database, clock)
    expect(database.all('select * from departure')).toEqual([])
  })
})
