import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'

/**
 * Why a call of a quote is not sent. `limit`: a limit of the service. `demanded`: the service asked to wait and named
 * no limit. Refused keys and an assumed block of the address are no causes: a call of the user then fails at once.
 */
export interface QuoteWait {
  account: string
  cause: 'limit' | 'demanded'
  until: number
}

/** Waits up to this length are not shown, in milliseconds. Calls often wait a moment for earlier calls. */
const shortWaitMs = 1000

/** Returns the wait of the accounts that a quote asks: the one that ends last. Null: its calls are being sent. */
export function findWhyQuoteCallsWait(
  accounts: readonly Pick<Account, 'id' | 'label'>[],
  usages: readonly QuotaUsage[],
  now: number,
): QuoteWait | null {
  const waits = accounts.flatMap((account) =>
    usages
      .filter(({ accountId, waiting }) => accountId === account.id && waiting.interactive > 0)
      .flatMap((usage) => findWaitOfUsage(account, usage, now) ?? []),
  )
  return waits.toSorted((one, other) => other.until - one.until)[0] ?? null
}

function findWaitOfUsage(
  account: Pick<Account, 'label'>,
  { nextFreeAt, nextFreeAfter, isWaitUnexplained }: QuotaUsage,
  now: number,
): QuoteWait | null {
  if (nextFreeAt === null || nextFreeAt - now <= shortWaitMs) return null
  // No limit and no demand of the service causes Banto's own pause after a 429.
  if (nextFreeAfter === 'pause_after_429') return null
  return { account: account.label, cause: isWaitUnexplained ? 'demanded' : 'limit', until: nextFreeAt }
}
