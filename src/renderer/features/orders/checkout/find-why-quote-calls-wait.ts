import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { areCallsHeldForSourceAddress } from '#renderer/account-data/are-calls-held-for-source-address.ts'

/**
 * Why a call of a quote is not sent. `limit`: a limit of the service. `demanded`: the service asked to wait and named
 * no limit. `held`: calls are stopped because keys were refused, or because the service may block the address. A notice
 * shows when this ends.
 */
export type QuoteWait = { account: string } & (
  { cause: 'limit' | 'demanded'; until: number } | { cause: 'held'; until: null }
)

/** Waits up to this length are not shown, in milliseconds. Calls often wait a moment for earlier calls. */
const shortWaitMs = 1000

/**
 * Returns the wait of the accounts that a quote asks: a hold, or the limit that ends last. Null: its calls are being
 * sent.
 */
export function findWhyQuoteCallsWait(
  accounts: readonly Pick<Account, 'id' | 'label' | 'proxy'>[],
  usages: readonly QuotaUsage[],
  holds: Pick<AppState, 'ipBlocks' | 'refusedKeysHolds'>,
  now: number,
): QuoteWait | null {
  const waits = accounts.flatMap((account) =>
    usages
      .filter(({ accountId, waiting }) => accountId === account.id && waiting.interactive > 0)
      .flatMap((usage) => findWaitOfUsage(account, usage, holds, now) ?? []),
  )
  const endOf = ({ until }: QuoteWait) => until ?? Number.POSITIVE_INFINITY
  return waits.toSorted((one, other) => endOf(other) - endOf(one))[0] ?? null
}

function findWaitOfUsage(
  account: Pick<Account, 'label' | 'proxy'>,
  { heldUntil, nextFreeAt, isWaitUnexplained }: QuotaUsage,
  holds: Pick<AppState, 'ipBlocks' | 'refusedKeysHolds'>,
  now: number,
): QuoteWait | null {
  if (heldUntil !== null || areCallsHeldForSourceAddress(holds, [account]))
    return { account: account.label, cause: 'held', until: null }
  if (nextFreeAt === null || nextFreeAt - now <= shortWaitMs) return null
  return { account: account.label, cause: isWaitUnexplained ? 'demanded' : 'limit', until: nextFreeAt }
}
