import { computed, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { IntentView } from '#shared/ipc/orders.ts'
import { app } from '../../../client.ts'
import { useChangeCount } from '../../../composables/useChangeCount.ts'
import { useEvent } from '../../../composables/useEvent.ts'
import { asAppError, useRemote } from '../../../composables/useRemote.ts'
import { laterOrder } from './later-order.ts'

/** More orders of one name or server than anybody places. */
const ordersOfTarget = 50

/** One intent with all its steps, as it changes, and what the person can do with it. */
export function useIntent(intentId: string) {
  const remote = useRemote(() => app.orders.intent({ intentId }))
  const changes = useChangeCount('orders.changed')
  const same = useRemote(
    async () => {
      const own = remote.data.value
      return own && (await app.orders.list({ filter: { accountIds: [own.item.accountId], target: own.target }, limit: ordersOfTarget }))
    },
    { watch: [() => remote.data.value?.target], reloadOn: [changes], keepsData: true },
  )
  const later = computed(() => (remote.data.value && same.data.value ? laterOrder(same.data.value.rows, remote.data.value) : null))
  const stored = useChangeCount('inventory.changed')
  const overtaken = useRemote(() => app.orders.overtaken({ intentId }), { reloadOn: [changes, stored], keepsData: true })
  const busyWith = shallowRef<'readAgain' | 'settle' | 'resume' | 'abandon' | null>(null)
  const actionError = shallowRef<AppError | null>(null)

  useEvent('orders.changed', ({ intentIds }) => {
    if (intentIds.includes(intentId)) void remote.reload()
  })

  async function act(name: NonNullable<typeof busyWith.value>, work: () => Promise<IntentView | void>): Promise<boolean> {
    busyWith.value = name
    actionError.value = null
    try {
      const changed = await work()
      if (changed) remote.data.value = changed
      return true
    } catch (thrown) {
      actionError.value = asAppError(thrown)
      return false
    } finally {
      busyWith.value = null
    }
  }

  const readAgain = () => act('readAgain', () => app.orders.readAgain({ intentId }))
  const settle = (happened: boolean, repeat: boolean) => act('settle', () => app.orders.settle({ intentId, happened, repeat }))
  const resume = () =>
    act('resume', async () => {
      if (remote.data.value) await app.orders.resumeRun({ runId: remote.data.value.runId })
      await remote.reload()
    })
  const abandon = () =>
    act('abandon', async () => {
      await app.orders.abandon({ intentIds: [intentId] })
      await remote.reload()
    })

  return { intent: remote.data, later, overtaken: overtaken.data, error: remote.error, reload: remote.reload, busyWith, actionError, readAgain, settle, resume, abandon }
}
