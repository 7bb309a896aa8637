import { shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
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

/**
 * Returns a function that counts the open orders that prevent a removal or merge. It resolves to a function that
 * returns the obstacle for the dialog, null if there is none. The orders are counted again when orders change, because
 * the dialog may be open meanwhile.
 */
export function useWatchOpenOrdersPreventingRemovalOrMerge() {
  const { t, locale } = useI18n()
  const router = useRouter()
  const accounts = useAccounts()
  const filters = useOrderFilters()
  /** Counts the orders of the newest dialog again. */
  let recountNewest = (): Promise<void> => Promise.resolve()

  watch(useThrottledIpcEventCounter('orders.changed'), () => {
    // A count that fails keeps the earlier one, because main checks the orders again before it acts.
    recountNewest().catch(() => undefined)
  })

  return async function watchObstacle(needed: ActionPreventedByOpenOrders): Promise<() => ConfirmationObstacle | null> {
    const { accountId, accountLabel, keyId, prevented } = needed
    const count = shallowRef(0)
    async function recount(): Promise<void> {
      count.value = (await mainCommands.accounts.openOrders({ accountId, keyId })).count
    }
    function obstacle(): ConfirmationObstacle | null {
      if (count.value === 0) return null
      const values = { n: count.value.toLocaleString(locale.value), account: accountLabel }
      return {
        title: t(`accounts.openOrders.${prevented}`, values, count.value),
        text: t('accounts.openOrders.how'),
        way: t('accounts.openOrders.show'),
        go() {
          accounts.selectForLink([accountId])
          filters.replaceFilters({ statuses: openStatuses })
          void router.push({ name: 'orders' })
        },
      }
    }
    recountNewest = recount
    await recount()
    return obstacle
  }
}
