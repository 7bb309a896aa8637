import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ApiKeyAction } from '#shared/api/endpoint-by-api-key-action.ts'
import { findActionsLostBetweenKeySets } from '#shared/api/find-actions-lost-between-key-sets.ts'
import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** An order reads its target before it is sent. */
const actionsOfOrders: readonly ApiKeyAction[] = [
  'readDomains',
  'readServers',
  'renewDomains',
  'transferDomains',
  'acquireDomains',
  'orderServers',
]

/**
 * Returns how many open orders use the replaced key, as a sentence; null without such orders, and if the new key lacks
 * nothing that orders need. Only the key with which an order was confirmed sends it, whatever other keys permit.
 * `replaced`: null while a key is added. `me`: the permissions of the new key; null until it was tried.
 */
export function useOpenOrdersOfReplacedKey(
  replaced: Key | null,
  me: () => KeyInformation | null,
): ComputedRef<string | null> {
  const { t, locale } = useI18n()
  const { data: count } = useAsyncData(
    async () => {
      if (replaced === null) return 0
      return (await mainCommands.accounts.openOrders({ accountId: replaced.accountId, keyId: replaced.id })).count
    },
    { reloadOn: [useThrottledIpcEventCounter('orders.changed')] },
  )
  return computed(() => {
    const [before, after, n] = [replaced?.me ?? null, me(), count.value ?? 0]
    if (replaced === null || before === null || after === null || n === 0) return null
    const lost = findActionsLostBetweenKeySets([before], [after])
    if (!lost.some(({ action }) => actionsOfOrders.includes(action))) return null
    return t('accounts.keys.lost.openOrders', { n: n.toLocaleString(locale.value), key: replaced.label }, n)
  })
}
