import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, limits, minuteMs } from '#shared/api/limits.ts'
import { createQuota } from '#simulator/quota.ts'
import { createBooksStore } from '#main/api/books-store.ts'
import type { Outcome } from '#main/api/pipeline.ts'
import { createSchedule } from '#main/api/schedule.ts'
import { priorities } from '#main/api/types.ts'
import type { Database } from '#main/store/database.ts'
import { createVirtualTime } from '#test/bench/schedule/virtual-time.ts'
import { temporaryDatabase } from './rig.ts'
import { callOf, forgetfulStore, mostWithin } from './schedule-rig.ts'

const { perMinute, perDay, concurrent } = limits.domain
const stated = { per_minute: perMinute, per_day: perDay, concurrent }
const startsAt = Date.UTC(2026, 10, 20, 3, 0, 17)

const life = fc.record({
  calls: fc.array(
    fc.record({
      startMs: fc.oneof(fc.constant(0), fc.nat(90_000)),
      upMs: fc.nat(60),
      servedMs: fc.oneof({ weight: 5, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.nat(8_000) }),
      downMs: fc.nat(60),
      priority: fc.constantFrom(...priorities),
      work: fc.constantFrom('one', 'two'),
      patienceMs: fc.option(fc.nat(100_000), { freq: 4 }),
      cancelledMs: fc.option(fc.nat(60_000), { freq: 6 }),
    }),
    { minLength: 20, maxLength: 120 },
  ),
  /** Then it is killed; what is on its way arrives all the same. */
  lastsMs: fc.nat(100_000),
  wallJumpMs: fc.constantFrom(0, 0, 3_600_000, -3_600_000, 10 * 365 * dayMs, -10 * 365 * dayMs),
  pauseMs: fc.nat(3_000),
})

/** A connection that a killed process no longer has. */
function mortal(database: Database) {
  let isDead = false
  const dying = <Args extends unknown[], T>(work: (...args: Args) => T) => (...args: Args): T => {
    if (isDead) throw new Error('killed')
    return work(...args)
  }
  const alive = { ...database, run: dying(database.run), transaction: dying(database.transaction) as Database['transaction'] }
  return { alive, kill: () => (isDead = true) }
}

describe('through any traffic, wrong clocks, cancellations and kills', () => {
  it('nothing is refused, whatever window the service has; no call is lost or sent twice; each ends in time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), fc.constantFrom('sliding', 'fixed'), fc.boolean(), async (lives, window, countRejected) => {
        const time = createVirtualTime(startsAt)
        const database = temporaryDatabase()
        const quota = createQuota({ limits: { domain: stated, server: stated, account: stated }, window, count_rejected: countRejected })
        const arrivals: number[] = []
        let refused = 0
        let [atOnce, mostAtOnce] = [0, 0]
        for (const [index, { calls, lastsMs, wallJumpMs, pauseMs }] of lives.entries()) {
          const isLast = index === lives.length - 1
          const { alive, kill } = mortal(database)
          let isDead = false
          const schedule = createSchedule({ clock: time.clock, store: createBooksStore(alive, time.clock) })
          const sent = new Array<number>(calls.length).fill(0)
          const ends = calls.map(async (planned, number) => {
            await time.clock.sleep(planned.startMs)
            if (isDead) return
            const cancelling = new AbortController()
            if (planned.cancelledMs !== null) time.after(planned.cancelledMs, () => cancelling.abort())
            const askedAt = time.clock.monotonic()
            const leaveBy = planned.patienceMs === null ? Number.POSITIVE_INFINITY : askedAt + planned.patienceMs
            let leftAt = 0
            const call = { ...callOf({ priority: planned.priority, leaveBy, signal: cancelling.signal }), work: { id: planned.work, following: 0 } }
            const send = async (): Promise<Outcome> => {
              if (isDead) return new Promise(() => undefined)
              leftAt = time.clock.monotonic()
              sent[number] = (sent[number] ?? 0) + 1
              await time.clock.sleep(planned.upMs)
              const admission = quota.enter('a', 'domain', startsAt + time.clock.monotonic())
              arrivals.push(time.clock.monotonic())
              if (!admission.isAdmitted) refused += 1
              atOnce += 1
              mostAtOnce = Math.max(mostAtOnce, atOnce)
              await time.clock.sleep(planned.servedMs)
              atOnce -= 1
              admission.leave()
              await time.clock.sleep(planned.downMs)
              if (isDead) return new Promise(() => undefined)
              return { reply: { status: admission.isAdmitted ? 200 : 429, headers: admission.headers }, data: {}, error: null, at: 0, keyId: null }
            }
            const kind = await schedule.layer(call, send).then(
              () => 'answered',
              (error: { kind: string }) => error.kind,
            )
            if (kind === 'answered') expect(leftAt).toBeLessThanOrEqual(leaveBy)
            else if (kind === 'waited_too_long') expect(time.clock.monotonic()).toBeLessThanOrEqual(leaveBy + 1)
            else expect([kind, planned.cancelledMs === null]).toEqual(['cancelled', false])
            expect(sent[number]).toBe(kind === 'answered' ? 1 : 0)
          })
          if (isLast) await time.until(Promise.all(ends))
          else {
            // Those that fail before the kill are told at once, the others never end.
            await time.until(Promise.race([time.clock.sleep(lastsMs), Promise.all(ends).then(() => time.clock.sleep(lastsMs))]))
            isDead = true
            kill()
            schedule.close()
            time.jumpWall(wallJumpMs)
            // The connections of a killed process end, and with them what was under way.
            await time.until(time.clock.sleep(10_000 + pauseMs))
          }
        }
        expect(refused).toBe(0)
        expect(mostWithin(arrivals, minuteMs)).toBeLessThanOrEqual(perMinute)
        expect(mostAtOnce).toBeLessThanOrEqual(concurrent)
      }),
      { numRuns: 40 },
    )
  })

  it('a day never holds more than its share, and the next day goes on', async () => {
    const time = createVirtualTime(startsAt)
    const schedule = createSchedule({ clock: time.clock, store: forgetfulStore })
    const arrivals: number[] = []
    const calls = Array.from({ length: perDay + 100 }, () =>
      schedule.layer(callOf(), async () => {
        arrivals.push(time.clock.monotonic())
        await time.clock.sleep(100)
        return { reply: { status: 200, headers: {} }, data: {}, error: null, at: 0, keyId: null }
      }),
    )
    await time.until(Promise.all(calls))
    expect(arrivals).toHaveLength(perDay + 100)
    expect(mostWithin(arrivals, dayMs)).toBeLessThanOrEqual(perDay)
    expect(Math.max(...arrivals)).toBeLessThan(dayMs + 10 * minuteMs)
  })
})
