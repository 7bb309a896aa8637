import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import {
  findWaitForLimitOrDemand,
  type WaitForLimitOrDemand,
} from '#renderer/account-data/find-wait-for-limit-or-demand.ts'

/**
 * Why a call of a quote is not sent. Refused keys and an assumed block of the address are no causes: a call of the user
 * then fails at once.
 */
export interface QuoteWait extends WaitForLimitOrDemand {
  account: string
}

/** Waits up to this length are not shown, in milliseconds. Calls often wait a moment for earlier calls. */
const shortWaitMs = 1000

/** Returns the wait of the accounts that a quote asks: the one that ends last. Null: its calls are being sent. */
export function findWhyQuoteCallsWait(
  accounts: readonly Pick<Account, 'id' | 'label'>[],
  usages: readonly QuotaUsage[],
  now: number,
): QuoteWait | null {
  const waits = accounts.flatMap(({ id, label }) =>
    usages
      .filter(({ accountId, waiting }) => accountId === id && waiting.interactive > 0)
      .flatMap((usage) => findWaitForLimitOrDemand(usage) ?? [])
      .filter(({ until }) => until - now > shortWaitMs)
      .map((wait) => ({ ...wait, account: label })),
  )
  return waits.toSorted((one, other) => other.until - one.until)[0] ?? null
}
