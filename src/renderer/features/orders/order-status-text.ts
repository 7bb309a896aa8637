import { isKeyUsable } from '#shared/key-states.ts'
import { possibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { IntentView, ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'
import { orderTargetName } from './order-text.ts'

/**
 * The placeholders of the texts about an intent. `account` is the current label, or the stored one of a removed
 * account.
 */
export function orderTextValues(
  intent: Omit<IntentView, 'steps'>,
  t: (key: string, values?: Record<string, unknown>) => string,
): Record<string, string> {
  return {
    name: orderTargetName(intent),
    account: useAccounts().byId(intent.item.accountId)?.label ?? intent.accountLabel,
    amount: formatYen(intent.yen, t),
    date: intent.expiryDate ?? '—',
    expected: expectedExpiries(intent).join(' / ') || '—',
  }
}

function expectedExpiries({ item, expiryDate }: Pick<IntentView, 'item' | 'expiryDate'>): string[] {
  return item.kind === 'renew' && expiryDate !== null ? possibleRenewedExpiries(expiryDate, item.years) : []
}

type StatusMeaningTextKey = 'meaning' | 'meaningOffline' | 'meaningKeychain' | 'meaningPaused' | 'meaningNoKey'

/**
 * The key of the texts that explain an order's status. For an unknown outcome, the texts differ while it cannot be
 * checked. `account`: null when it is not known.
 */
export function statusMeaningTextKey(
  status: ShownOrderStatus,
  { isOffline, hasKeychain }: { isOffline: boolean; hasKeychain: boolean },
  account: Pick<Account, 'isPaused' | 'keys'> | null,
): StatusMeaningTextKey {
  if (status !== 'unsettled' && status !== 'needs_you') return 'meaning'
  if (isOffline) return 'meaningOffline'
  if (!hasKeychain) return 'meaningKeychain'
  if (account?.isPaused) return 'meaningPaused'
  return account && !account.keys.some(isKeyUsable) ? 'meaningNoKey' : 'meaning'
}
