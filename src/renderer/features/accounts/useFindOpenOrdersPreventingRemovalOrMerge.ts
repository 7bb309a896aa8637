import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'
import type { ConfirmationObstacle } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'

const openStatuses: ShownOrderStatus[] = ['needs_you', 'unsettled', 'held', 'planned', 'sent']

/** An action that open orders prevent. `keyId` null: the action concerns the whole account. */
export interface ActionPreventedByOpenOrders {
  accountId: string
  accountLabel: string
  keyId: string | null
  prevented: 'remove' | 'merge' | 'removeKey'
}

/** Asks for the open orders that prevent a removal or merge; null if there are none. */
export function useFindOpenOrdersPreventingRemovalOrMerge() {
  const { t, locale } = useI18n()
  const router = useRouter()
  const accounts = useAccounts()
  const filters = useOrderFilters()

  return async function findObstacle(needed: ActionPreventedByOpenOrders): Promise<ConfirmationObstacle | null> {
    const { accountId, accountLabel, keyId, prevented } = needed
    const { count } = await mainCommands.accounts.openOrders({ accountId, keyId })
    if (count === 0) return null
    const values = { n: count.toLocaleString(locale.value), account: accountLabel }
    return {
      title: t(`accounts.openOrders.${prevented}`, values, count),
      text: t('accounts.openOrders.how'),
      way: t('accounts.openOrders.show'),
      go() {
        accounts.selectForLink([accountId])
        filters.replaceFilters({ statuses: openStatuses })
        void router.push({ name: 'orders' })
      },
    }
  }
}
