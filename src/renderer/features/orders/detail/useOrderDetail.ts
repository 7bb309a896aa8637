import { computed, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useOrdersPlacedAgain } from '#renderer/features/orders/checkout/orders-placed-again-store.ts'
import { findIdOfRepeatingOrder, findSupersedingOrder } from './find-superseding-order.ts'

/** Number of orders that are loaded: more than one domain or server ever has. */
const ordersOfTarget = 50

/** One order with all its steps, updated on changes, and the actions available to the user. */
export function useOrderDetail(intentId: string) {
  const remote = useAsyncData(() => mainCommands.orders.intent({ intentId }))
  const changes = useThrottledIpcEventCounter('orders.changed')
  const same = useAsyncData(
    async () => {
      const own = remote.data.value
      return (
        own &&
        (await mainCommands.orders.list({
          filter: { accountIds: [own.item.accountId], target: own.target },
          limit: ordersOfTarget,
        }))
      )
    },
    { watch: [() => remote.data.value?.target], reloadOn: [changes], keepsData: true },
  )
  const later = computed(() =>
    remote.data.value && same.data.value ? findSupersedingOrder(same.data.value.rows, remote.data.value) : null,
  )
  const stored = useThrottledIpcEventCounter('inventory.changed')
  const obsoleteReason = useAsyncData(() => mainCommands.orders.obsoleteReason({ intentId }), {
    reloadOn: [changes, stored],
    keepsData: true,
  })
  const busyWith = shallowRef<'readAgain' | 'settle' | 'resume' | 'abandon' | null>(null)
  const placedAgain = useOrdersPlacedAgain()
  const hasCauseEnded = useHasErrorCauseEnded()
  const failure = shallowRef<{ error: AppError; at: number } | null>(null)
  /** A failed action may have added steps itself. Only a step after the failure shows that the error is obsolete. */
  const actionError = computed(() => {
    if (failure.value === null) return null
    const { error, at } = failure.value
    const isObsolete = (remote.data.value?.steps.at(-1)?.at ?? 0) > at
    return isObsolete || hasCauseEnded(error) ? null : error
  })

  useIpcEvent('orders.changed', ({ intentIds }) => {
    if (intentIds.includes(intentId)) void remote.reload()
  })

  async function act(
    name: NonNullable<typeof busyWith.value>,
    work: () => Promise<OrderIntentView | void>,
  ): Promise<boolean> {
    busyWith.value = name
    failure.value = null
    try {
      const changed = await work()
      if (changed) remote.data.value = changed
      return true
    } catch (thrown) {
      failure.value = { error: toAppError(thrown), at: Date.now() }
      return false
    } finally {
      busyWith.value = null
    }
  }

  const readAgain = () => act('readAgain', () => mainCommands.orders.readAgain({ intentId }))
  const settle = (happened: boolean, repeat: boolean) =>
    act('settle', async () => {
      const closed = await mainCommands.orders.settle({ intentId, happened, repeat })
      const repeatId = repeat ? findIdOfRepeatingOrder(closed) : null
      if (repeatId !== null) await recordRepeat(repeatId)
      return closed
    })

  /** The decision is recorded, so a failed reading of the new order is not a failure of the action. */
  async function recordRepeat(repeatId: string): Promise<void> {
    const again = await mainCommands.orders.intent({ intentId: repeatId }).catch(() => null)
    if (again !== null) placedAgain.newest = { runId: again.runId, items: [again.item] }
  }

  const resume = () =>
    act('resume', async () => {
      if (remote.data.value) await mainCommands.orders.resumeRun({ runId: remote.data.value.runId })
      await remote.reload()
    })
  const abandon = () =>
    act('abandon', async () => {
      await mainCommands.orders.abandon({ intentIds: [intentId] })
      await remote.reload()
    })

  return {
    intent: remote.data,
    later,
    obsoleteReason: obsoleteReason.data,
    error: remote.error,
    reload: remote.reload,
    busyWith,
    actionError,
    readAgain,
    settle,
    resume,
    abandon,
  }
}
