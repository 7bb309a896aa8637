import { expect, test } from 'vitest'
import { estimateSyncEnd, type RemainingSyncCalls } from '#main/inventory/sync/estimate-sync-end.ts'
import { minuteMs } from '#shared/durations.ts'

const now = 1_000_000_000
const calls = (n: number, callMs: number | null = null): RemainingSyncCalls[] => [
  { limitClass: 'domain', calls: n, callMs },
]
const usage = (
  accountId: string,
  fields: { usedMinute?: number; usedMinuteElsewhere?: number; nextFreeAt?: number },
) => ({
  accountId,
  limitClass: 'domain' as const,
  perMinute: 60,
  concurrent: 5,
  usedMinute: 0,
  usedMinuteElsewhere: 0,
  nextFreeAt: null,
  ...fields,
})
const minutes = (endAt: number) => (endAt - now) / minuteMs
const alone = new Map<string, RemainingSyncCalls[]>()

test('A sync that waits for the used up minute has the wait and the time that the quota needs, whatever it has called', () => {
  const waits = usage('a', { usedMinute: 60, nextFreeAt: now + 48_000 })
  expect(minutes(estimateSyncEnd('a', calls(269), alone, [waits], now))).toBeCloseTo(0.8 + 269 / 50)
  expect(minutes(estimateSyncEnd('a', calls(269), alone, [], now))).toBeCloseTo(269 / 50)
  expect(estimateSyncEnd('a', calls(0), alone, [waits], now)).toBe(now)
})

test('Accounts of one user share the quota: the calls of both are summed, also while one of them makes all the calls', () => {
  const usages = [
    usage('a', { usedMinute: 50, usedMinuteElsewhere: 3 }),
    usage('b', { usedMinute: 50, usedMinuteElsewhere: 47, nextFreeAt: now + 1_000 }),
  ]
  const endOf = (id: string, own: number, other: [string, number]) =>
    minutes(estimateSyncEnd(id, calls(own), new Map([[other[0], calls(other[1])]]), usages, now))
  expect(endOf('b', 362, ['a', 20])).toBeCloseTo(382 / 50 + 1 / 60)
  expect(endOf('a', 20, ['b', 362])).toBeCloseTo(382 / 50)
})

test('Calls of other programs reduce the rate, to a third of the quota at the least', () => {
  const endWith = (usedMinuteElsewhere: number) =>
    minutes(estimateSyncEnd('a', calls(200), alone, [usage('a', { usedMinute: 60, usedMinuteElsewhere })], now))
  expect(endWith(30)).toBeCloseTo(10)
  expect(endWith(60)).toBeCloseTo(12)
})

test('Slow answers reduce the rate', () => {
  const endWith = (callMs: number) => minutes(estimateSyncEnd('a', calls(200, callMs), alone, [usage('a', {})], now))
  expect(endWith(500)).toBeCloseTo(4)
  expect(endWith(15_000)).toBeCloseTo(10)
})

test('The calls of a running job are made before those of the sync', () => {
  expect(minutes(estimateSyncEnd('a', calls(100), alone, [usage('a', {})], now, 400))).toBeCloseTo(10)
  expect(estimateSyncEnd('a', calls(0), alone, [usage('a', {})], now, 400)).toBe(now)
})

test('The calls of a running job for domains do not delay the calls of the sync for servers', () => {
  const ofServers = [{ limitClass: 'server' as const, calls: 100, callMs: null }]
  const endWith = (callsOfDomainJobs: number) => estimateSyncEnd('a', ofServers, alone, [], now, callsOfDomainJobs)
  expect(endWith(400)).toBe(endWith(0))
})
