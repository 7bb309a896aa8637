import { expect, test } from 'vitest'
import { describeDomainsThatCannotBeReadNow } from '#renderer/features/domains/describe-domains-that-cannot-be-read-now.ts'
import {
  countRecentlyReadDomains,
  mayLeaveOutRecentlyReadDomains,
  summarizeDomainReadingCost,
  type DomainReadingEstimate,
} from '#renderer/features/domains/summarize-domain-reading-cost.ts'
import { i18n } from '#renderer/text/i18n.ts'

type Account = DomainReadingEstimate['accounts'][number]
const cost = (domains: number, calls = domains * 5, callsWithinDailyLimit = calls, minutes = calls / 50) => ({
  domains,
  calls,
  callsWithinDailyLimit,
  minutes,
  refusedDetails: 0,
})
const account = (accountId: string, given: Partial<Account> = {}): Account => ({
  accountId,
  isPaused: false,
  all: cost(10),
  withoutFresh: cost(6),
  notListed: 0,
  noKeyMayRead: 0,
  refusedDomains: 0,
  ...given,
})
const estimateOf = (...accounts: Account[]): DomainReadingEstimate => ({ dailyFraction: 0.9, accounts })
const summarize = (
  estimate: DomainReadingEstimate,
  { leavesOutFresh = false, waits = {} }: { leavesOutFresh?: boolean; waits?: Record<string, number | null> } = {},
) =>
  summarizeDomainReadingCost(estimate, {
    leavesOutFresh,
    waitOf: (accountId) => (accountId in waits ? { until: waits[accountId] ?? null } : null),
    now: 0,
  })

test('The cost of a reading is the sum over its accounts, and the time of the slowest one', () => {
  const estimate = estimateOf(account('a'), account('b', { all: cost(100, 500, 300, 6) }))
  expect(summarize(estimate)).toEqual({
    accounts: [
      { accountId: 'a', domains: 10, calls: 50, callsNow: 50, later: null },
      { accountId: 'b', domains: 100, calls: 500, callsNow: 300, later: null },
    ],
    domains: 110,
    calls: 550,
    callsNow: 350,
    callsLater: 0,
    refusedDetails: 0,
    minutes: 6,
    isLimited: true,
  })
  expect(summarize(estimate, { leavesOutFresh: true })).toMatchObject({ domains: 12, calls: 60 })
})

test('A paused account makes no call now, but that does not mean that its daily limit is used', () => {
  const paused = account('a', { isPaused: true, all: cost(10, 50, 0, 0) })
  expect(summarize(estimateOf(paused))).toMatchObject({ calls: 50, callsNow: 0, isLimited: false })
})

test('No call of an account that must wait is possible now, and the time counts until its calls are made', () => {
  const estimate = estimateOf(account('a'), account('b', { all: cost(100, 500, 300, 6) }), account('c'))
  const waits = { a: 53 * 60_000, c: null }
  expect(summarize(estimate, { waits })).toMatchObject({
    accounts: [
      { accountId: 'a', calls: 50, callsNow: 0, later: { calls: 50, from: waits.a } },
      { accountId: 'b', calls: 500, callsNow: 300, later: null },
      // No end of the wait is known.
      { accountId: 'c', calls: 50, callsNow: 0, later: null },
    ],
    callsNow: 300,
    callsLater: 50,
    minutes: 54,
    isLimited: true,
  })
  expect(summarize(estimateOf(account('a')), { waits })).toMatchObject({
    callsNow: 0,
    callsLater: 50,
    isLimited: false,
  })
})

test('An account without a domain to read is not counted', () => {
  const estimate = estimateOf(account('a', { all: cost(0), withoutFresh: cost(0), noKeyMayRead: 3 }), account('b'))
  expect(summarize(estimate).accounts.map(({ accountId }) => accountId)).toEqual(['b'])
})

test('Refused details of domains that are left out are not counted', () => {
  const estimate = estimateOf(account('a', { all: { ...cost(10), refusedDetails: 2 } }))
  expect(summarize(estimate).refusedDetails).toBe(2)
  expect(summarize(estimate, { leavesOutFresh: true }).refusedDetails).toBe(0)
})

test('Fresh domains can be left out only if others are left to read', () => {
  expect(mayLeaveOutRecentlyReadDomains(estimateOf(account('a')))).toBe(true)
  expect(mayLeaveOutRecentlyReadDomains(estimateOf(account('a', { withoutFresh: cost(10) })))).toBe(false)
  const allFresh = estimateOf(account('a', { withoutFresh: cost(0) }))
  expect([countRecentlyReadDomains(allFresh), mayLeaveOutRecentlyReadDomains(allFresh)]).toEqual([10, false])
})

function describe(language: 'en' | 'ja', ...accounts: Account[]): string[] {
  return describeReading(false, language, ...accounts)
}

function describeReading(leavesOutFresh: boolean, language: 'en' | 'ja', ...accounts: Account[]): string[] {
  i18n.global.locale.value = language
  const t = i18n.global.t as (key: string, values: Record<string, unknown>, count: number) => string
  const options = { labelOf: (id: string) => id.toUpperCase(), formatNumber: String, leavesOutFresh }
  return describeDomainsThatCannotBeReadNow(estimateOf(...accounts), options, t)
}

test('Domains that are not read are counted with the reason, and the accounts without a key are named', () => {
  const accounts = [
    account('a', { notListed: 1, noKeyMayRead: 2 }),
    account('b', { noKeyMayRead: 1, refusedDomains: 2 }),
    account('p', { isPaused: true }),
    ...['c', 'd', 'e'].map((id) => account(id, { noKeyMayRead: 1 })),
  ]
  expect(describe('en', ...accounts)).toEqual([
    '1 domain is not read: it is no longer in the list of its account.',
    '6 domains are not read: no usable key of A, B, C and 2 more accounts may read their details.',
    '2 domains are not read: the service refused all of their details in the last 7 days. Open them and choose “Read all again” to try again.',
    'The account P is paused: its domains wait until you resume it.',
  ])
  expect(describe('ja', ...accounts)).toHaveLength(4)
  expect(describe('en', account('a'))).toEqual([])
})

test('A paused account is not named if all of its domains are left out as freshly read', () => {
  const accounts = [account('p', { isPaused: true, withoutFresh: cost(0) }), account('q', { isPaused: true })]
  expect(describeReading(false, 'en', ...accounts)).toEqual([
    'P, Q are paused: their domains wait until you resume these accounts.',
  ])
  expect(describeReading(true, 'en', ...accounts)).toEqual([
    'The account Q is paused: its domains wait until you resume it.',
  ])
})
