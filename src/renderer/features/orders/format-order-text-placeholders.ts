import { listPossibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'
import { formatOrderTarget } from './format-order-target-plan-and-kind.ts'

/**
 * Returns the placeholders of the texts about an intent. `account` is the current label, or the stored one of a removed
 * account.
 */
export function formatOrderTextPlaceholders(
  intent: Omit<OrderIntentView, 'steps'>,
  t: (key: string, values?: Record<string, unknown>) => string,
): Record<string, string> {
  return {
    name: formatOrderTarget(intent),
    account: useAccounts().byId(intent.item.accountId)?.label ?? intent.accountLabel,
    amount: formatYen(intent.yen, t),
    date: intent.expiryDate ?? '—',
    expected: expectedExpiries(intent).join(' / ') || '—',
  }
}

function expectedExpiries({ item, expiryDate }: Pick<OrderIntentView, 'item' | 'expiryDate'>): string[] {
  return item.kind === 'renew' && expiryDate !== null ? listPossibleRenewedExpiries(expiryDate, item.years) : []
}
