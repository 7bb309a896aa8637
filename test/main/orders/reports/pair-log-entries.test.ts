import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairLogEntries, type LoggedCall, type OwnCall } from '#main/orders/reports/pair-log-entries.ts'

const second = 1000
const tolerance = 120 * second
const made = (at: number, status: number | null = 200): OwnCall => ({
  begunAt: at * second,
  endedAt: at * second + 300,
  from: at * second - tolerance,
  until: at * second + 300 + tolerance,
  status,
})
const entry = (at: number, statusCode = 200): LoggedCall => ({ at: at * second, statusCode })

/** Indexes of the entries that no request explains. */
function foreign(entries: LoggedCall[], requests: OwnCall[]): number[] {
  const explained = pairLogEntries(entries, requests)
  return entries.flatMap((each, index) => (explained.has(each) ? [] : [index]))
}

describe('Pairing of log entries', () => {
  test('An entry nearer in time to our request is paired with it, although a foreign entry came first', () => {
    expect(foreign([entry(0), entry(90)], [made(90)])).toEqual([0])
    expect(foreign([entry(0, 422), entry(44, 402), entry(110, 422)], [made(44, 402), made(110, 422)])).toEqual([0])
  })

  test('An entry with another status than our answer is foreign', () => {
    expect(foreign([entry(0, 402)], [made(0, 200)])).toEqual([0])
    expect(foreign([entry(0, 200)], [made(0, null)])).toEqual([])
    expect(foreign([entry(0, 200)], [made(0, 502)])).toEqual([])
  })

  test('All entries are ours when a clock is more than a minute off', () => {
    const times = Array.from({ length: 300 }, (_, index) => index * 7)
    expect(
      foreign(
        times.map((at) => entry(at + 100)),
        times.map((at) => made(at)),
      ),
    ).toEqual([])
  })

  test('As many entries as possible are explained', () => {
    const times = fc
      .array(fc.integer({ min: 0, max: 600 }), { maxLength: 7 })
      .map((all) => all.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(times, times, (at, of) => {
        const most = (left: number[], requests: number[]): number => {
          const [first, ...rest] = left
          if (first === undefined) return 0
          const taken = requests.map((one, index) =>
            Math.abs(first - one) <= 120 ? 1 + most(rest, requests.toSpliced(index, 1)) : 0,
          )
          return Math.max(most(rest, requests), ...taken)
        }
        expect(
          at.length -
            foreign(
              at.map((one) => entry(one)),
              of.map((one) => made(one)),
            ).length,
        ).toBe(most(at, of))
      }),
      { numRuns: 40 },
    )
  })
})
