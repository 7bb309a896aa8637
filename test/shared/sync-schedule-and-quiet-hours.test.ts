import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { computeNextSyncAt, syncIntervals } from '#shared/sync-schedule.ts'
import {
  formatTimeOfDay,
  isInQuietHours,
  parseTimeOfDay,
  type QuietHours,
  type GetMinuteOfDay,
} from '#shared/quiet-hours.ts'

/** Zones with and without clock changes, by 60 and by 30 minutes, north and south, and with an odd offset. */
const zones = [
  'Asia/Tokyo',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
] as const

function localMinuteIn(timeZone: string): GetMinuteOfDay {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const known = new Map<number, number>()
  return (at) => {
    const minute = Math.floor(at / minuteMs)
    const cached = known.get(minute)
    if (cached !== undefined) return cached
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const local = (parts['hour'] ?? 0) * 60 + (parts['minute'] ?? 0)
    known.set(minute, local)
    return local
  }
}
const localMinutes = new Map(zones.map((zone) => [zone, localMinuteIn(zone)]))

const millisecondsOf = { '15min': 15 * minuteMs, '1h': hourMs, '6h': 6 * hourMs, daily: dayMs }
const anyMoment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) })
/** Within a day of a change of the clocks in Berlin, New York or Lord Howe. */
const nearClockChange = fc
  .tuple(
    fc.constantFrom(
      Date.UTC(2026, 2, 29, 1),
      Date.UTC(2026, 9, 25, 1),
      Date.UTC(2026, 2, 8, 7),
      Date.UTC(2026, 10, 1, 6),
      Date.UTC(2026, 3, 4, 15),
      Date.UTC(2026, 9, 3, 15, 30),
    ),
    fc.integer({ min: -dayMs, max: dayMs }),
  )
  .map(([change, offset]) => change + offset)
const moment = fc.oneof(anyMoment, nearClockChange)
const quietHours: fc.Arbitrary<QuietHours> = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 }))
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => ({ from, to }))
const zone = fc.constantFrom(...zones)
const interval = fc.constantFrom('15min', '1h', '6h', 'daily' as const)

describe('the schedule of syncs', () => {
  test('Without an interval no sync is ever due', () => {
    fc.assert(
      fc.property(moment, moment, fc.option(quietHours), (last, now, quiet) => {
        expect(computeNextSyncAt({ interval: 'off', quietHours: quiet }, last, now)).toBeNull()
      }),
    )
  })

  test('A sync is due one interval after the end of the last one, or at once if that has passed', () => {
    fc.assert(
      fc.property(interval, moment, fc.integer({ min: 0, max: 3 * dayMs }), (every, last, sinceMs) => {
        const now = last + sinceMs
        const next = computeNextSyncAt({ interval: every, quietHours: null }, last, now)
        expect(next).toBe(Math.max(now, last + millisecondsOf[every]))
      }),
    )
  })

  test('A clock that is set back delays a sync by one interval at most', () => {
    fc.assert(
      fc.property(interval, moment, fc.integer({ min: 1, max: 400 * dayMs }), (every, now, aheadMs) => {
        expect(computeNextSyncAt({ interval: every, quietHours: null }, now + aheadMs, now)).toBe(
          now + millisecondsOf[every],
        )
      }),
    )
  })

  test('A sync never starts in the quiet hours, in any zone, over midnight and over clock changes', () => {
    fc.assert(
      fc.property(
        zone,
        interval,
        quietHours,
        moment,
        fc.integer({ min: 0, max: 2 * dayMs }),
        (place, every, quiet, last, sinceMs) => {
          const getMinuteOfDay = localMinutes.get(place) as GetMinuteOfDay
          const now = last + sinceMs
          const next = computeNextSyncAt({ interval: every, quietHours: quiet }, last, now, getMinuteOfDay) as number
          const due = Math.max(now, last + millisecondsOf[every])
          expect(isInQuietHours(next, quiet, getMinuteOfDay)).toBe(false)
          expect(next).toBeGreaterThanOrEqual(due)
          // The sync starts as soon as it may: at once, or at the first minute after the quiet hours.
          if (next > due) {
            expect(isInQuietHours(due, quiet, getMinuteOfDay)).toBe(true)
            expect(next % minuteMs).toBe(0)
            expect(isInQuietHours(next - 1, quiet, getMinuteOfDay)).toBe(true)
            // A missing or repeated hour moves the end by that hour.
            expect(next - due).toBeLessThanOrEqual(dayMs + hourMs)
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  test('The time of the next sync stays the same while it approaches', () => {
    fc.assert(
      fc.property(
        zone,
        interval,
        quietHours,
        moment,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (place, every, quiet, last, share) => {
          const getMinuteOfDay = localMinutes.get(place) as GetMinuteOfDay
          const schedule = { interval: every, quietHours: quiet }
          const next = computeNextSyncAt(schedule, last, last, getMinuteOfDay) as number
          const later = last + Math.floor((next - last) * share)
          expect(computeNextSyncAt(schedule, last, later, getMinuteOfDay)).toBe(next)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('Quiet hours over midnight are quiet on both sides of it and end when they say', () => {
    const getMinuteOfDay = localMinutes.get('Asia/Tokyo') as GetMinuteOfDay
    const quiet = { from: 22 * 60, to: 7 * 60 }
    const inJapan = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour - 9, minute)
    for (const [hour, isQuiet] of [
      [21, false],
      [22, true],
      [23, true],
      [0, true],
      [6, true],
      [7, false],
      [12, false],
    ] as const)
      expect(isInQuietHours(inJapan(20, hour), quiet, getMinuteOfDay), `${hour}:00`).toBe(isQuiet)
    const schedule = { interval: '1h', quietHours: quiet } as const
    expect(computeNextSyncAt(schedule, inJapan(20, 21, 30), inJapan(20, 21, 40), getMinuteOfDay)).toBe(inJapan(21, 7))
    expect(computeNextSyncAt(schedule, inJapan(20, 20, 30), inJapan(20, 21), getMinuteOfDay)).toBe(inJapan(20, 21, 30))
  })

  test('An end of the quiet hours that a clock change skips is the next minute that exists', () => {
    const getMinuteOfDay = localMinutes.get('Europe/Berlin') as GetMinuteOfDay
    // On 29 March 2026 the time after 01:59 is 03:00.
    const quiet = { from: 23 * 60, to: 2 * 60 + 30 }
    const schedule = { interval: '15min', quietHours: quiet } as const
    const atMidnight = Date.UTC(2026, 2, 28, 23)
    expect(computeNextSyncAt(schedule, 0, atMidnight, getMinuteOfDay)).toBe(Date.UTC(2026, 2, 29, 1))
    // On 25 October 2026, the hour from 02:00 to 02:59 occurs twice, so 02:30 occurs twice.
    const inAutumn = computeNextSyncAt(schedule, 0, Date.UTC(2026, 9, 24, 22), getMinuteOfDay)
    expect(inAutumn).toBe(Date.UTC(2026, 9, 25, 0, 30))
  })

  test('A time of the day is read and written as HH:MM, and nothing else is a time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
        expect(parseTimeOfDay(formatTimeOfDay(minute))).toBe(minute)
      }),
    )
    for (const text of ['', '24:00', '07:60', '7:0', '0700', '-1:00']) expect(parseTimeOfDay(text)).toBeNull()
    expect(syncIntervals[0]).toBe('off')
  })
})
