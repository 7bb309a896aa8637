import { minuteMs } from '#shared/durations.ts'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { WaitBeforeNextCall } from '#renderer/account-data/find-account-wait-before-next-call.ts'

export type DomainReadingEstimate = CommandOutput<'domainReading.estimate'>

/** The cost of one account with domains to read. */
export interface DomainReadingCostOfAccount {
  accountId: string
  domains: number
  calls: number
  callsNow: number
  /** The calls that are possible once the account may be called again, and when that is; null without such calls. */
  later: { calls: number; from: number } | null
}

export interface DomainReadingCostSummary {
  accounts: DomainReadingCostOfAccount[]
  domains: number
  calls: number
  callsNow: number
  /** The calls that are possible after waits whose end is known. */
  callsLater: number
  /** Details that the service refused in the last days. They are not read. */
  refusedDetails: number
  /** The minutes until the slowest account has made its calls that are possible now or later. */
  minutes: number
  /** The daily limit of an account does not allow all of its calls now. */
  isLimited: boolean
}

interface SummaryOptions {
  leavesOutFresh: boolean
  /** The known wait of an account before its next call. */
  waitOf: (accountId: string) => WaitBeforeNextCall | null
  /** Epoch milliseconds. */
  now: number
}

/** Sums the cost of the reading over all accounts. */
export function summarizeDomainReadingCost(
  { accounts }: DomainReadingEstimate,
  { leavesOutFresh, waitOf, now }: SummaryOptions,
): DomainReadingCostSummary {
  const costs = accounts
    .map(({ accountId, isPaused, all, withoutFresh }) => {
      const { callsWithinDailyLimit, minutes, ...cost } = leavesOutFresh ? withoutFresh : all
      const wait = waitOf(accountId)
      const from = wait?.until ?? null
      const later = from === null || callsWithinDailyLimit === 0 ? null : { calls: callsWithinDailyLimit, from }
      return {
        accountId,
        ...cost,
        callsNow: wait === null ? callsWithinDailyLimit : 0,
        later,
        minutes: later ? minutes + Math.max(0, later.from - now) / minuteMs : wait === null ? minutes : 0,
        isLimited: !isPaused && callsWithinDailyLimit < cost.calls,
      }
    })
    .filter(({ domains }) => domains > 0)
  const sumOf = (field: 'domains' | 'calls' | 'callsNow' | 'refusedDetails') =>
    costs.reduce((sum, cost) => sum + cost[field], 0)
  return {
    accounts: costs.map(({ accountId, domains, calls, callsNow, later }) => ({
      accountId,
      domains,
      calls,
      callsNow,
      later,
    })),
    domains: sumOf('domains'),
    calls: sumOf('calls'),
    callsNow: sumOf('callsNow'),
    callsLater: costs.reduce((sum, { later }) => sum + (later?.calls ?? 0), 0),
    refusedDetails: sumOf('refusedDetails'),
    minutes: Math.max(0, ...costs.map(({ minutes }) => minutes)),
    isLimited: costs.some(({ isLimited }) => isLimited),
  }
}

/** Counts the domains that can be read. */
export function countReadableDomains({ accounts }: DomainReadingEstimate): number {
  return accounts.reduce((sum, { all }) => sum + all.domains, 0)
}

/** Counts the domains that would not be read if the freshly read ones are left out. */
export function countRecentlyReadDomains({ accounts }: DomainReadingEstimate): number {
  return accounts.reduce((sum, { all, withoutFresh }) => sum + all.domains - withoutFresh.domains, 0)
}

/** Returns true if domains remain to be read when the freshly read ones are left out. */
export function mayLeaveOutRecentlyReadDomains(estimate: DomainReadingEstimate): boolean {
  const fresh = countRecentlyReadDomains(estimate)
  return fresh > 0 && fresh < countReadableDomains(estimate)
}
