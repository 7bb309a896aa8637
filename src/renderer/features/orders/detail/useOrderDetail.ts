import { computed, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
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
  const changes = useThrottledIpcEventCounter('orders.changed')
  const stored = useThrottledIpcEventCounter('inventory.changed')
  /** Both at once: a reason that appeared after its state would move the buttons while the user clicks one of them. */
  const remote = useAsyncData(
    async () => {
      const [intent, obsoleteReason] = await Promise.all([
        mainCommands.orders.intent({ intentId }),
        mainCommands.orders.obsoleteReason({ intentId }),
      ])
      return { intent, obsoleteReason }
    },
    { reloadOn: [changes, stored] },
  )
  const intent = computed(() => remote.data.value?.intent ?? null)
  const same = useAsyncData(
    async () => {
      const own = intent.value
      return (
        own &&
        (await mainCommands.orders.list({
          filter: { accountIds: [own.item.accountId], target: own.target },
          limit: ordersOfTarget,
        }))
      )
    },
    { watch: [() => intent.value?.target], reloadOn: [changes], keepsData: true },
  )
  const later = computed(() =>
    intent.value && same.data.value ? findSupersedingOrder(same.data.value.rows, intent.value) : null,
  )
  const busyWith = shallowRef<'readAgain' | 'settle' | 'resume' | 'abandon' | null>(null)
  const placedAgain = useOrdersPlacedAgain()
  const hasCauseEnded = useHasErrorCauseEnded()
  const failure = shallowRef<{ error: AppError; at: number } | null>(null)
  /** A failed action may have added steps itself. Only a step after the failure shows that the error is obsolete. */
  const actionError = computed(() => {
    if (failure.value === null) return null
    const { error, at } = failure.value
    const isObsolete = (intent.value?.steps.at(-1)?.at ?? 0) > at
    return isObsolete || hasCauseEnded(error) ? null : error
  })

  useIpcEvent('orders.changed', ({ intentIds }) => {
    if (intentIds.includes(intentId)) void remote.reload()
  })

  async function act(name: NonNullable<typeof busyWith.value>, work: () => Promise<unknown>): Promise<boolean> {
    busyWith.value = name
    failure.value = null
    try {
      await work()
      await remote.reload()
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
    })

  /** The decision is recorded, so a failed reading of the new order is not a failure of the action. */
  async function recordRepeat(repeatId: string): Promise<void> {
    const again = await mainCommands.orders.intent({ intentId: repeatId }).catch(() => null)
    if (again !== null) placedAgain.newest = { runId: again.runId, items: [again.item] }
  }

  const resume = () =>
    act('resume', async () => {
      if (intent.value) await mainCommands.orders.resumeRun({ runId: intent.value.runId })
    })
  const abandon = () => act('abandon', () => mainCommands.orders.abandon({ intentIds: [intentId] }))

  return {
    intent,
    later,
    obsoleteReason: computed(() => remote.data.value?.obsoleteReason ?? null),
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
