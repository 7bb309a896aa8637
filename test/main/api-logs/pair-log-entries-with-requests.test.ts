import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findLogEntriesWithUncertainPairing,
  pairLogEntriesWithRequests,
  type LogEntryToPair,
  type RequestToPair,
} from '#main/api-logs/pair-log-entries-with-requests.ts'

const second = 1000
const tolerance = 120 * second
const made = (at: number, status: number | null = 200): RequestToPair => ({
  begunAt: at * second,
  endedAt: at * second + 300,
  earliestLogAt: at * second - tolerance,
  latestLogAt: at * second + 300 + tolerance,
  status,
})
const entry = (at: number, statusCode = 200): LogEntryToPair => ({ at: at * second, statusCode })

/** Indexes of the entries that no request explains. */
function foreign(entries: LogEntryToPair[], requests: RequestToPair[]): number[] {
  const explained = pairLogEntriesWithRequests(entries, requests)
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

  test('A request without an answer is paired with an entry of its second, also if entries of answered requests come first', () => {
    const requests = [made(35, null), made(35), made(35), made(41, 409)]
    expect(foreign([entry(35), entry(35), entry(35, 409), entry(41, 409)], requests)).toEqual([])
    expect(foreign([entry(35, 409), entry(35), entry(35), entry(41, 409)], requests)).toEqual([])
  })

  test('An entry of the second of a request without an answer is paired with it, although a foreign entry came first', () => {
    expect(foreign([entry(40, 409), entry(100), entry(100, 409)], [made(100, null), made(100)])).toEqual([0])
  })

  test('A request that waited long for its answer is paired with an entry that comes after the entries of shorter requests', () => {
    const waiting = { ...made(0), endedAt: 500 * second, latestLogAt: 500 * second + tolerance }
    expect(foreign([entry(15), entry(500)], [waiting, made(10)])).toEqual([])
  })

  /** Seconds and statuses within a few minutes. The status of a request is null if it was not answered. */
  const logged = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.constantFrom(200, 409)), { maxLength: 7 })
  const sent = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.constantFrom(200, 409, null)), { maxLength: 7 })
  const inTime = <T extends readonly [number, unknown]>(all: readonly T[]): T[] => all.toSorted(([a], [b]) => a - b)
  const countExplained = (entries: (readonly [number, number])[], requests: (readonly [number, number | null])[]) =>
    entries.length -
    foreign(
      inTime(entries).map(([at, status]) => entry(at, status)),
      inTime(requests).map(([at, status]) => made(at, status)),
    ).length

  test('As many entries as possible are explained', () => {
    const countMaxPairs = (
      left: (readonly [number, number])[],
      requests: (readonly [number, number | null])[],
    ): number => {
      const [first, ...rest] = left
      if (first === undefined) return 0
      const taken = requests.map(([at, status], index) =>
        Math.abs(first[0] - at) <= 120 && (status === null || status === first[1])
          ? 1 + countMaxPairs(rest, requests.toSpliced(index, 1))
          : 0,
      )
      return Math.max(countMaxPairs(rest, requests), ...taken)
    }
    fc.assert(
      fc.property(logged, sent, (entries, requests) => {
        expect(countExplained(entries, requests)).toBe(countMaxPairs(entries, requests))
      }),
      { numRuns: 40 },
    )
  })

  test('The order of entries and requests of the same second does not change how many entries are explained', () => {
    fc.assert(
      fc.property(logged, sent, fc.integer({ min: 1, max: 100 }), (entries, requests, grain) => {
        const round = <S>(all: [number, S][]) => all.map(([at, status]) => [at - (at % grain), status] as const)
        expect(countExplained(round(entries).toReversed(), round(requests))).toBe(
          countExplained(round(entries), round(requests)),
        )
      }),
    )
  })

  test('Of thousands of entries, those without a request between the others are foreign', () => {
    const times = Array.from({ length: 3000 }, (_, index) => index * 2)
    const unexplained = foreign(
      times.map((at) => entry(at + 30)),
      times.filter((at) => at % 20 !== 0).map((at) => made(at)),
    )
    expect(unexplained).toHaveLength(300)
  })

  /** Indexes of the entries for which another pairing is as plausible. */
  function exchangeable(entries: LogEntryToPair[], requests: RequestToPair[]): number[] {
    const found = findLogEntriesWithUncertainPairing(entries, requests, pairLogEntriesWithRequests(entries, requests))
    return entries.flatMap((each, index) => (found.has(each) ? [index] : []))
  }

  test('An entry that is as near to our request as the paired one leaves both uncertain, also through other pairs', () => {
    expect(exchangeable([entry(0), entry(0)], [made(0)])).toEqual([0, 1])
    expect(exchangeable([entry(0), entry(1), entry(2), entry(9)], [made(1), made(2), made(9)])).toEqual([0, 1, 2])
    expect(exchangeable([entry(0), entry(9)], [made(9)])).toEqual([])
    expect(exchangeable([entry(0), entry(0, 409)], [made(0)])).toEqual([])
    expect(exchangeable([entry(0), entry(0)], [made(0), made(0)])).toEqual([])
  })

  test('Any entry near a request without an answer may belong to it, because the request may be executed late', () => {
    expect(exchangeable([entry(0), entry(60), entry(500)], [made(0, null)])).toEqual([0, 1])
  })

  test('A request that a paired entry could lose to another program leaves this entry uncertain', () => {
    fc.assert(
      fc.property(logged, sent, (entries, requests) => {
        const sorted = inTime(entries).map(([at, status]) => entry(at, status))
        const own = inTime(requests).map(([at, status]) => made(at, status))
        const pairs = pairLogEntriesWithRequests(sorted, own)
        const found = findLogEntriesWithUncertainPairing(sorted, own, pairs)
        for (const other of sorted.filter((each) => !pairs.has(each)))
          for (const [paired, request] of pairs)
            if ((request.status ?? other.statusCode) === other.statusCode && other.at === paired.at)
              expect([found.has(other), found.has(paired)]).toEqual([true, true])
      }),
    )
  })
})
