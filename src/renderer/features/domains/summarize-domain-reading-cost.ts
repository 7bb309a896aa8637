import type { CommandOutput } from '#shared/ipc/contract.ts'

export type DomainReadingEstimate = CommandOutput<'domainReading.estimate'>

/** The cost of one account with domains to read. */
export interface DomainReadingCostOfAccount {
  accountId: string
  domains: number
  calls: number
  callsNow: number
  isPaused: boolean
}

export interface DomainReadingCostSummary {
  accounts: DomainReadingCostOfAccount[]
  domains: number
  calls: number
  callsNow: number
  /** Details that the service refused in the last days. They are not read. */
  refusedDetails: number
  /** The minutes that the slowest account needs for its `callsNow`. */
  minutes: number
  /** The daily limit of an account does not allow all of its calls now. */
  isLimited: boolean
}

/** Sums the cost of the reading over all accounts. */
export function summarizeDomainReadingCost(
  { accounts }: DomainReadingEstimate,
  leavesOutFresh: boolean,
): DomainReadingCostSummary {
  const costs = accounts
    .map(({ accountId, isPaused, all, withoutFresh }) => ({
      accountId,
      isPaused,
      ...(leavesOutFresh ? withoutFresh : all),
    }))
    .filter(({ domains }) => domains > 0)
  const sumOf = (field: 'domains' | 'calls' | 'callsNow' | 'refusedDetails') =>
    costs.reduce((sum, cost) => sum + cost[field], 0)
  return {
    accounts: costs.map(({ minutes: _, refusedDetails: __, ...cost }) => cost),
    domains: sumOf('domains'),
    calls: sumOf('calls'),
    callsNow: sumOf('callsNow'),
    refusedDetails: sumOf('refusedDetails'),
    minutes: Math.max(0, ...costs.map(({ minutes }) => minutes)),
    isLimited: costs.some(({ isPaused, calls, callsNow }) => !isPaused && callsNow < calls),
  }
}

/** Counts the domains that would not be read if the freshly read ones are left out. */
export function countRecentlyReadDomains({ accounts }: DomainReadingEstimate): number {
  return accounts.reduce((sum, { all, withoutFresh }) => sum + all.domains - withoutFresh.domains, 0)
}

/** Returns true if domains remain to be read when the freshly read ones are left out. */
export function mayLeaveOutRecentlyReadDomains(estimate: DomainReadingEstimate): boolean {
  return countRecentlyReadDomains(estimate) > 0 && summarizeDomainReadingCost(estimate, true).domains > 0
}
