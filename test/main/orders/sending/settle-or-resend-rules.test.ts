import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import {
  findOrderTargetDifference,
  isTargetUnchangedSinceConfirmation,
  mayOrderRequestBeResent,
  isOrderProvenDone,
  wasExpiryUnchangedAfterRequest,
  type CurrentTimeByClock,
  type OrderTargetReading,
  type ObservedOrderTarget,
} from '#main/orders/sending/settle-or-resend-rules.ts'
import { addYears } from '#shared/renewal-expiry.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { acquisition, expiry, order, renewal, transfer } from '#test/main/orders/orders-rig.ts'

const of = (item: OrderItem, expiryDate: string | null = item.kind === 'renew' ? expiry : null) => ({
  item,
  expiryDate,
  repeats: null,
})
const reading = (sight: ObservedOrderTarget): OrderTargetReading => ({
  observed: sight,
  newServerNames: [],
  belongsToOtherOrder: false,
  difference: null,
})
const seen = (expiryDate: string | null, status = 'active') => reading({ expiryDate, status })
const unseen = reading(null)
/** Pairs of the last days of February: day and whether its year is a leap year. */
const endsOfFebruary = [
  ['02-29 true', '02-28 false'],
  ['02-29 true', '03-01 false'],
  ['02-28 false', '02-29 true'],
] as const
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const isDay = (date: string) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
const daysOfLeapYear = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(5, 10),
)
const nearFebruary = ['02-27', '02-28', '02-29', '03-01', '03-02', '03-31'] as const
const nearPairs = [2096, 2023, 2024, 2027]
  .flatMap((year) =>
    [1, 2, 3, 4, 5].flatMap((count) =>
      nearFebruary.flatMap((from) =>
        nearFebruary.map((to): [string, number, string] => [`${year}-${from}`, count, `${year + count}-${to}`]),
      ),
    ),
  )
  .filter(([from, , to]) => isDay(from) && isDay(to))
const years = (count: number): OrderItem => ({ kind: 'renew', accountId: 'a', name: 'example.com', years: count })

describe('A target that is not as it was ordered', () => {
  const sentAt = Date.parse('2026-11-20T12:00:00+09:00')
  const difference = (item: OrderItem, observed: ObservedOrderTarget, readAt = sentAt) =>
    findOrderTargetDifference(
      { item, sendings: { firstServerAt: sentAt } as StoredIntent['sendings'] },
      observed,
      readAt,
    )
  const server = (planId: string | null, expiryDate: string | null) => ({ status: 'active', planId, expiryDate })

  test('A server of another plan differs from the order, and one whose plan is not named does not', () => {
    expect(difference(order, server('premium', '2027-11-20'))).toBe('plan')
    expect(difference(order, server('standard', '2027-11-20'))).toBeNull()
    expect(difference(order, server(null, null))).toBeNull()
  })

  test('An expiry date that is six weeks or more away from the ordered term differs from the order', () => {
    for (const [item, ends] of [
      [order, '2027-11-20'],
      [{ ...order, months: 36 }, '2029-11-20'],
      [acquisition, '2027-11-30'],
      [{ ...acquisition, years: 3 }, '2029-11-20'],
    ] as [OrderItem, string][]) {
      expect(difference(item, server('standard', ends))).toBeNull()
      expect(difference(item, server('standard', addYears(ends, 1)))).toBe('term')
      expect(difference(item, server('standard', addYears(ends, -1)))).toBe('term')
    }
    expect(difference({ ...order, months: 1 } as OrderItem, server('standard', '2027-02-20'))).toBe('term')
  })

  test('An acquisition that stays pending for months is in its term', () => {
    expect(difference(acquisition, server(null, '2028-02-20'), sentAt + 90 * dayMs)).toBeNull()
  })

  test('Renewals and transfers are not compared, because their expiry date depends on an earlier one', () => {
    for (const item of [renewal, transfer]) expect(difference(item, server(null, '2035-01-01'))).toBeNull()
  })
})

describe('Readings after the sending', () => {
  test('A renewal is proven by an expiry exactly its years later', () => {
    expect(isOrderProvenDone(of(renewal), seen('2028-03-31'))).toBe(true)
    expect(isOrderProvenDone(of(years(3)), seen('2030-03-31'))).toBe(true)
    for (const other of [expiry, '2028-03-30', '2028-04-01', '2029-03-31', '2026-03-31', null])
      expect(isOrderProvenDone(of(renewal), seen(other))).toBe(false)
  })

  test('Both possible end days in a year without 29 February prove a renewal', () => {
    expect(isOrderProvenDone(of(renewal, '2028-02-29'), seen('2029-02-28'))).toBe(true)
    expect(isOrderProvenDone(of(renewal, '2028-02-29'), seen('2029-03-01'))).toBe(true)
    expect(isOrderProvenDone(of(years(4), '2028-02-29'), seen('2032-02-29'))).toBe(true)
    expect(isOrderProvenDone(of(years(4), '2028-02-29'), seen('2032-03-01'))).toBe(false)
  })

  test('29 February proves a renewal of a domain that expired on the last day of February', () => {
    expect(isOrderProvenDone(of(renewal, '2027-02-28'), seen('2028-02-29'))).toBe(true)
    expect(isOrderProvenDone(of(renewal, '2027-02-28'), seen('2028-02-28'))).toBe(true)
    expect(isOrderProvenDone(of(years(3), '2025-02-28'), seen('2028-02-29'))).toBe(true)
    expect(isOrderProvenDone(of(renewal, '2027-02-28'), seen('2028-03-01'))).toBe(false)
    expect(isOrderProvenDone(of(years(4), '2028-02-28'), seen('2032-02-29'))).toBe(false)
    expect(isOrderProvenDone(of(renewal, '2027-02-27'), seen('2028-02-29'))).toBe(false)
  })

  test('Only the same day of the right year proves a renewal, except at the end of February', () => {
    const day = fc
      .tuple(fc.integer({ min: 2020, max: 2100 }), fc.constantFrom(...daysOfLeapYear))
      .map(([year, monthDay]) => `${year}-${monthDay}`)
      .filter(isDay)
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 5 }), day, (confirmed, count, now) => {
        const [year, laterYear] = [Number(confirmed.slice(0, 4)), Number(now.slice(0, 4))]
        const [monthDay, laterDay] = [confirmed.slice(5), now.slice(5)]
        const isExact =
          laterDay === monthDay ||
          endsOfFebruary.some(
            ([from, to]) => from === `${monthDay} ${isLeap(year)}` && to === `${laterDay} ${isLeap(laterYear)}`,
          )
        expect(isOrderProvenDone(of(years(count), confirmed), seen(now))).toBe(laterYear === year + count && isExact)
      }),
      // Random pairs of days are rarely whole years apart. The examples are, and most of them are at the end of
      // February.
      { numRuns: 2_000, examples: nearPairs },
    )
  })

  test('A target that was not listed before is proven by being listed now', () => {
    expect(isOrderProvenDone(of(acquisition), seen(null, 'pending_create'))).toBe(true)
    expect(isOrderProvenDone(of(transfer), seen(null, 'transferring'))).toBe(true)
    expect(isOrderProvenDone(of(order), seen(null, 'setup_pending'))).toBe(true)
    for (const item of [acquisition, transfer, order])
      expect(isOrderProvenDone(of(item), seen('2028-03-31'))).toBe(true)
  })

  test.each(['rejected', 'failed', 'expired', 'suspended', 'transfer_action_required', 'something_new', ''])(
    'A target with the status %j proves nothing',
    (status) => {
      for (const item of [acquisition, transfer, order])
        expect(isOrderProvenDone(of(item), seen(null, status))).toBe(false)
      expect(isOrderProvenDone(of(renewal), seen('2028-03-31', status))).toBe(false)
    },
  )

  test('Absence proves nothing, and a renewal without a known expiry is never proven', () => {
    for (const item of [renewal, acquisition, transfer, order]) expect(isOrderProvenDone(of(item), unseen)).toBe(false)
    expect(isOrderProvenDone(of(renewal, null), seen('2028-03-31'))).toBe(false)
  })

  test('A reading that proves an order is never one on which the order is first sent', () => {
    const dates = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const items = fc.oneof(fc.constantFrom(acquisition, transfer, order), fc.integer({ min: 1, max: 5 }).map(years))
    const sights = fc.option(
      fc.record({ expiryDate: fc.option(dates), status: fc.constantFrom('active', 'expired', 'transferring') }),
    )
    fc.assert(
      fc.property(items, dates, sights, (item, confirmed, sight) => {
        const intent = of(item, item.kind === 'renew' ? confirmed : null)
        expect(
          isOrderProvenDone(intent, reading(sight)) && isTargetUnchangedSinceConfirmation(intent, reading(sight)),
        ).toBe(false)
      }),
    )
  })
})

describe('An unchanged expiry after the request of a renewal', () => {
  const minute = 60_000
  const step = (event: string, at: number, expiryDate?: string) =>
    ({ event, at, fact: expiryDate === undefined ? {} : { expiry_date: expiryDate } }) as StoredIntent['steps'][number]
  const wasUnchanged = (lost: number, ...steps: StoredIntent['steps']) =>
    wasExpiryUnchangedAfterRequest({ ...of(renewal), sendings: { lost } as StoredIntent['sendings'], steps })

  test('A reading after an answer counts, and one before the sending does not', () => {
    const answered = [step('sent', 1), step('server_error', 2)]
    expect(wasUnchanged(0, ...answered)).toBe(false)
    expect(wasUnchanged(0, ...answered, step('read', 3, expiry))).toBe(true)
    expect(
      wasUnchanged(0, ...answered, step('stopped', 3), step('read', 4, expiry), step('read', 5, '2028-03-31')),
    ).toBe(true)
    expect(wasUnchanged(0, ...answered, step('read', 3, '2028-03-31'))).toBe(false)
    expect(wasUnchanged(0, step('read', 0, expiry), ...answered)).toBe(false)
  })

  test('Without an answer, only a reading more than five minutes after the sending counts', () => {
    for (const outcome of ['lost', 'interrupted']) {
      const lost = [step('sent', 0), step(outcome, 1)]
      expect(wasUnchanged(1, ...lost, step('read', 5 * minute, expiry))).toBe(false)
      expect(wasUnchanged(1, ...lost, step('read', 5 * minute + 1, expiry))).toBe(true)
    }
    const sentAgain = [step('sent', 0), step('lost', 1), step('read', 6 * minute, expiry), step('sent', 7 * minute)]
    expect(wasUnchanged(1, ...sentAgain, step('running', 7 * minute), step('read', 8 * minute, expiry))).toBe(false)
  })

  test('No reading counts for an acquisition, a transfer or a server', () => {
    for (const item of [acquisition, transfer, order])
      expect(
        wasExpiryUnchangedAfterRequest({
          ...of(item),
          sendings: { lost: 0 } as StoredIntent['sendings'],
          steps: [step('sent', 1), step('server_error', 2), step('read', 3)],
        }),
      ).toBe(false)
  })
})

describe('Readings before the first sending', () => {
  test('A renewal is sent only at the confirmed expiry of an active domain', () => {
    expect(isTargetUnchangedSinceConfirmation(of(renewal), seen(expiry))).toBe(true)
    expect(isTargetUnchangedSinceConfirmation(of(renewal), seen('2028-03-31'))).toBe(false)
    expect(isTargetUnchangedSinceConfirmation(of(renewal), seen(expiry, 'expired'))).toBe(false)
    expect(isTargetUnchangedSinceConfirmation(of(renewal), seen(null))).toBe(false)
    expect(isTargetUnchangedSinceConfirmation(of(renewal), unseen)).toBe(false)
  })

  test('Any other order is sent only while its target is not listed', () => {
    for (const item of [acquisition, transfer, order]) {
      expect(isTargetUnchangedSinceConfirmation(of(item), unseen)).toBe(true)
      expect(isTargetUnchangedSinceConfirmation(of(item), seen(null, 'pending_create'))).toBe(false)
    }
  })
})

describe('Sending the same request again', () => {
  const hourMs = 3_600_000
  const firstServerAt = Date.UTC(2026, 10, 20)
  const sentAt = Date.UTC(2031, 0, 1)
  const firstUpAt = 5 * hourMs
  const lost: StoredIntent['sendings'] = {
    count: 1,
    lost: 1,
    isBurnt: false,
    isUnclear: false,
    firstServerAt,
    firstUpAt,
  }
  const may = (
    item: OrderItem,
    sendings: Partial<StoredIntent['sendings']>,
    clocks: CurrentTimeByClock,
    at: number | null = sentAt,
  ) => mayOrderRequestBeResent({ item, sendings: { ...lost, ...sendings }, stop: null, sentAt: at }, clocks)
  /** All clocks show `ageMs` since the first sending; `server`, `wall` and `up` replace the age of one clock. */
  const after = (ageMs: number, { server = ageMs, wall = ageMs, up = ageMs } = {}): CurrentTimeByClock => ({
    serverAt: firstServerAt + server,
    at: sentAt + wall,
    upAt: firstUpAt + up,
  })

  test('A request may be sent again within 47 hours by every clock, and not later by any', () => {
    for (const ageMs of [0, 47 * hourMs]) expect(may(renewal, lost, after(ageMs))).toBe(true)
    const late = 47 * hourMs + 1
    for (const clocks of [after(late), after(0, { server: late }), after(0, { wall: late }), after(0, { up: late })])
      expect(may(renewal, lost, clocks)).toBe(false)
  })

  test('A request is not sent again after 50 hours when a cache answers with a Date of 1.7 hours', () => {
    expect(may(renewal, lost, after(50 * hourMs, { server: 1.7 * hourMs }))).toBe(false)
    // The machine slept most of the time, so the monotonic clock did not advance. In the second case, the wall clock
    // was set back.
    expect(may(renewal, lost, after(50 * hourMs, { server: 1.7 * hourMs, up: hourMs }))).toBe(false)
    expect(may(renewal, lost, after(50 * hourMs, { server: 1.7 * hourMs, wall: hourMs }))).toBe(false)
  })

  test('After a restart of the machine, the time since that restart counts as the age', () => {
    expect(may(renewal, lost, { ...after(hourMs), upAt: hourMs })).toBe(true)
    expect(may(renewal, { firstUpAt: 100 * hourMs }, { ...after(hourMs), upAt: 48 * hourMs })).toBe(false)
  })

  test('A request of unknown age is not sent again', () => {
    const clocks = after(hourMs)
    expect(may(renewal, lost, { ...clocks, serverAt: null })).toBe(false)
    expect(may(renewal, { firstServerAt: null }, clocks)).toBe(false)
    expect(may(renewal, { firstUpAt: null }, clocks)).toBe(false)
    expect(may(renewal, lost, clocks, null)).toBe(false)
    expect(may(renewal, lost, after(hourMs, { server: -1 }))).toBe(false)
    expect(may(renewal, lost, after(hourMs, { wall: -1 }))).toBe(false)
  })

  test('A request is not sent again after a 5xx, after an unclear answer, without a lost answer, or for a server', () => {
    const clocks = after(hourMs)
    expect(may(renewal, { isBurnt: true }, clocks)).toBe(false)
    expect(may(renewal, { isUnclear: true }, clocks)).toBe(false)
    expect(may(renewal, { lost: 0 }, clocks)).toBe(false)
    expect(may(order, lost, clocks)).toBe(false)
    for (const item of [renewal, acquisition, transfer]) expect(may(item, lost, clocks)).toBe(true)
  })
})
