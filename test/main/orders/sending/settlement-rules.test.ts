import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Intent } from '#main/orders/intent.ts'
import { isTargetAsConfirmed, maySendAgain, isProvenDone, type ClockTimes, type TargetObservation, type ObservedTarget } from '#main/orders/sending/settlement-rules.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { acquisition, expiry, order, renewal, transfer } from '#test/main/orders/orders-rig.ts'

const of = (item: OrderItem, expiryDate: string | null = item.kind === 'renew' ? expiry : null) => ({ item, expiryDate, repeats: null })
const reading = (sight: ObservedTarget): TargetObservation => ({ observed: sight, appeared: [], isOfAnother: false })
const seen = (expiryDate: string | null, status = 'active') => reading({ expiryDate, status })
const unseen = reading(null)
/** From a day and whether its year has 29 February, to the same. */
const endsOfFebruary = [
  ['02-29 true', '02-28 false'],
  ['02-29 true', '03-01 false'],
  ['02-28 false', '02-29 true'],
] as const
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const isDay = (date: string) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
const daysOfLeapYear = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(5, 10))
const nearFebruary = ['02-27', '02-28', '02-29', '03-01', '03-02', '03-31'] as const
const nearPairs = [2096, 2023, 2024, 2027].flatMap((year) =>
  [1, 2, 3, 4, 5].flatMap((count) =>
    nearFebruary.flatMap((from) => nearFebruary.map((to): [string, number, string] => [`${year}-${from}`, count, `${year + count}-${to}`])),
  ),
).filter(([from, , to]) => isDay(from) && isDay(to))
const years = (count: number): OrderItem => ({ kind: 'renew', accountId: 'a', name: 'example.com', years: count })

describe('a reading after the sending', () => {
  test('proves a renewal by an expiry later by exactly its years', () => {
    expect(isProvenDone(of(renewal), seen('2028-03-31'))).toBe(true)
    expect(isProvenDone(of(years(3)), seen('2030-03-31'))).toBe(true)
    for (const other of [expiry, '2028-03-30', '2028-04-01', '2029-03-31', '2026-03-31', null]) expect(isProvenDone(of(renewal), seen(other))).toBe(false)
  })

  test('takes both days that a year without 29 February may end on', () => {
    expect(isProvenDone(of(renewal, '2028-02-29'), seen('2029-02-28'))).toBe(true)
    expect(isProvenDone(of(renewal, '2028-02-29'), seen('2029-03-01'))).toBe(true)
    expect(isProvenDone(of(years(4), '2028-02-29'), seen('2032-02-29'))).toBe(true)
    expect(isProvenDone(of(years(4), '2028-02-29'), seen('2032-03-01'))).toBe(false)
  })

  test('takes 29 February for a renewal of a domain that expired on the last day of February', () => {
    expect(isProvenDone(of(renewal, '2027-02-28'), seen('2028-02-29'))).toBe(true)
    expect(isProvenDone(of(renewal, '2027-02-28'), seen('2028-02-28'))).toBe(true)
    expect(isProvenDone(of(years(3), '2025-02-28'), seen('2028-02-29'))).toBe(true)
    expect(isProvenDone(of(renewal, '2027-02-28'), seen('2028-03-01'))).toBe(false)
    expect(isProvenDone(of(years(4), '2028-02-28'), seen('2032-02-29'))).toBe(false)
    expect(isProvenDone(of(renewal, '2027-02-27'), seen('2028-02-29'))).toBe(false)
  })

  test('proves a renewal only by the same day of a later year, but at the end of February', () => {
    const day = fc.tuple(fc.integer({ min: 2020, max: 2100 }), fc.constantFrom(...daysOfLeapYear)).map(([year, monthDay]) => `${year}-${monthDay}`).filter(isDay)
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 5 }), day, (confirmed, count, now) => {
        const [year, laterYear] = [Number(confirmed.slice(0, 4)), Number(now.slice(0, 4))]
        const [monthDay, laterDay] = [confirmed.slice(5), now.slice(5)]
        const isExact = laterDay === monthDay || endsOfFebruary.some(([from, to]) => from === `${monthDay} ${isLeap(year)}` && to === `${laterDay} ${isLeap(laterYear)}`)
        expect(isProvenDone(of(years(count), confirmed), seen(now))).toBe(laterYear === year + count && isExact)
      }),
      // Most pairs of days are not years apart: these are, and most lie at the end of February.
      { numRuns: 2_000, examples: nearPairs },
    )
  })

  test('proves what was not there before by its being there now', () => {
    expect(isProvenDone(of(acquisition), seen(null, 'pending_create'))).toBe(true)
    expect(isProvenDone(of(transfer), seen(null, 'transferring'))).toBe(true)
    expect(isProvenDone(of(order), seen(null, 'setup_pending'))).toBe(true)
    for (const item of [acquisition, transfer, order]) expect(isProvenDone(of(item), seen('2028-03-31'))).toBe(true)
  })

  test.each(['rejected', 'failed', 'expired', 'suspended', 'transfer_action_required', 'something_new', ''])('proves nothing by what is there with the status %j', (status) => {
    for (const item of [acquisition, transfer, order]) expect(isProvenDone(of(item), seen(null, status))).toBe(false)
    expect(isProvenDone(of(renewal), seen('2028-03-31', status))).toBe(false)
  })

  test('never proves by absence that anything happened, nor a renewal without a known expiry', () => {
    for (const item of [renewal, acquisition, transfer, order]) expect(isProvenDone(of(item), unseen)).toBe(false)
    expect(isProvenDone(of(renewal, null), seen('2028-03-31'))).toBe(false)
  })

  test('that proves an intent done is never one on which it is sent for the first time', () => {
    const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
    const items = fc.oneof(fc.constantFrom(acquisition, transfer, order), fc.integer({ min: 1, max: 5 }).map(years))
    const sights = fc.option(fc.record({ expiryDate: fc.option(dates), status: fc.constantFrom('active', 'expired', 'transferring') }))
    fc.assert(
      fc.property(items, dates, sights, (item, confirmed, sight) => {
        const intent = of(item, item.kind === 'renew' ? confirmed : null)
        expect(isProvenDone(intent, reading(sight)) && isTargetAsConfirmed(intent, reading(sight))).toBe(false)
      }),
    )
  })
})

describe('a reading before the first sending', () => {
  test('lets a renewal go only at the confirmed expiry of an active domain', () => {
    expect(isTargetAsConfirmed(of(renewal), seen(expiry))).toBe(true)
    expect(isTargetAsConfirmed(of(renewal), seen('2028-03-31'))).toBe(false)
    expect(isTargetAsConfirmed(of(renewal), seen(expiry, 'expired'))).toBe(false)
    expect(isTargetAsConfirmed(of(renewal), seen(null))).toBe(false)
    expect(isTargetAsConfirmed(of(renewal), unseen)).toBe(false)
  })

  test('lets anything else go only where it is not there yet', () => {
    for (const item of [acquisition, transfer, order]) {
      expect(isTargetAsConfirmed(of(item), unseen)).toBe(true)
      expect(isTargetAsConfirmed(of(item), seen(null, 'pending_create'))).toBe(false)
    }
  })
})

describe('the same request once more', () => {
  const hourMs = 3_600_000
  const firstServerAt = Date.UTC(2026, 10, 20)
  const sentAt = Date.UTC(2031, 0, 1)
  const firstUpAt = 5 * hourMs
  const lost: Intent['sendings'] = { count: 1, lost: 1, isBurnt: false, isUnclear: false, firstServerAt, firstUpAt }
  const may = (item: OrderItem, sendings: Partial<Intent['sendings']>, clocks: ClockTimes, at: number | null = sentAt) => maySendAgain({ item, sendings: { ...lost, ...sendings }, stop: null, sentAt: at }, clocks)
  /** Each clock so long after the first sending. */
  const after = (ageMs: number, { server = ageMs, wall = ageMs, up = ageMs } = {}): ClockTimes => ({ serverAt: firstServerAt + server, at: sentAt + wall, upAt: firstUpAt + up })

  test('may be sent within 47 hours by every clock, and not a moment later by any', () => {
    for (const ageMs of [0, 47 * hourMs]) expect(may(renewal, lost, after(ageMs))).toBe(true)
    const late = 47 * hourMs + 1
    for (const clocks of [after(late), after(0, { server: late }), after(0, { wall: late }), after(0, { up: late })]) expect(may(renewal, lost, clocks)).toBe(false)
  })

  test('is not sent at 50 hours when a cache answers with the Date of 1.7 hours', () => {
    expect(may(renewal, lost, after(50 * hourMs, { server: 1.7 * hourMs }))).toBe(false)
    // Asleep most of the time, which the monotonic clock does not count; and a wall clock that was set back.
    expect(may(renewal, lost, after(50 * hourMs, { server: 1.7 * hourMs, up: hourMs }))).toBe(false)
    expect(may(renewal, lost, after(50 * hourMs, { server: 1.7 * hourMs, wall: hourMs }))).toBe(false)
  })

  test('counts the time since the machine was started again when that was after the first sending', () => {
    expect(may(renewal, lost, { ...after(hourMs), upAt: hourMs })).toBe(true)
    expect(may(renewal, { firstUpAt: 100 * hourMs }, { ...after(hourMs), upAt: 48 * hourMs })).toBe(false)
  })

  test('may not be sent at an age that cannot be proved', () => {
    const now = after(hourMs)
    expect(may(renewal, lost, { ...now, serverAt: null })).toBe(false)
    expect(may(renewal, { firstServerAt: null }, now)).toBe(false)
    expect(may(renewal, { firstUpAt: null }, now)).toBe(false)
    expect(may(renewal, lost, now, null)).toBe(false)
    expect(may(renewal, lost, after(hourMs, { server: -1 }))).toBe(false)
    expect(may(renewal, lost, after(hourMs, { wall: -1 }))).toBe(false)
  })

  test('may not be sent after a 5xx, after an unclear answer, without a lost one, or for a server', () => {
    const now = after(hourMs)
    expect(may(renewal, { isBurnt: true }, now)).toBe(false)
    expect(may(renewal, { isUnclear: true }, now)).toBe(false)
    expect(may(renewal, { lost: 0 }, now)).toBe(false)
    expect(may(order, lost, now)).toBe(false)
    for (const item of [renewal, acquisition, transfer]) expect(may(item, lost, now)).toBe(true)
  })
})
