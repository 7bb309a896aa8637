import type { CommandOutput } from '#shared/ipc/contract.ts'

export type DomainReadingEstimate = CommandOutput<'domainReading.estimate'>

/** The cost of one account with domains to read. */
export interface AccountReadingCost {
  accountId: string
  domains: number
  calls: number
  callsNow: number
  isPaused: boolean
}

export interface DomainReadingSummary {
  accounts: AccountReadingCost[]
  domains: number
  calls: number
  callsNow: number
  /** Details that the service refused in the last days. They are not read. */
  refusedDetails: number
  /** Of the account that takes longest with its `callsNow`. */
  minutes: number
  /** The daily limit of an account does not allow all of its calls now. */
  isLimited: boolean
}

/** What the reading costs all accounts together. */
export function summarizeDomainReading(
  { accounts }: DomainReadingEstimate,
  leavesOutFresh: boolean,
): DomainReadingSummary {
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

/** How many domains leaving out the fresh ones saves. */
export function countRecentlyReadDomains({ accounts }: DomainReadingEstimate): number {
  return accounts.reduce((sum, { all, withoutFresh }) => sum + all.domains - withoutFresh.domains, 0)
}

/** Whether leaving out the fresh domains leaves some to read. */
export function mayLeaveOutRecentlyReadDomains(estimate: DomainReadingEstimate): boolean {
  return countRecentlyReadDomains(estimate) > 0 && summarizeDomainReading(estimate, true).domains > 0
}
