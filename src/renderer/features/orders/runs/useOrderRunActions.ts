import { shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { formatOrderRunTitle } from './format-order-run-title.ts'
import { countUnsentOrders } from './count-orders-of-run.ts'

/**
 * The user's actions on a run. They never change orders that were already sent. `hasEnded`: whether the run has ended,
 * so that the error of an earlier action is obsolete.
 */
export function useOrderRunActions(hasEnded: () => boolean) {
  const { t, locale } = useI18n()
  const orders = useOrderCountsRunsAndJournal()
  const now = useNowEachTenSeconds()
  const isBusy = shallowRef(false)
  const error = shallowRef<AppError | null>(null)

  watch(hasEnded, (isOver) => {
    if (isOver) error.value = null
  })

  async function act(work: () => Promise<unknown>): Promise<void> {
    isBusy.value = true
    error.value = null
    try {
      await work()
    } catch (thrown) {
      error.value = toAppError(thrown)
    }
    isBusy.value = false
  }

  const pause = (run: OrderRun) => act(() => mainCommands.orders.pauseRun({ runId: run.id }))
  const dismiss = (run: OrderRun) => act(() => mainCommands.orders.dismissRun({ runId: run.id }))
  const resume = (run: OrderRun) => act(() => mainCommands.orders.resumeRun({ runId: run.id }))

  async function cancel(run: OrderRun): Promise<void> {
    const unsent = () => countUnsentOrders(orders.runs.find(({ id }) => id === run.id) ?? run)
    const isSure = await confirm({
      title: t('orders.run.cancelTitle', { run: formatOrderRunTitle(run, now.value, t) }),
      // The run continues while the dialog is open, so the count is recomputed.
      body: () =>
        joinSentences([
          t('orders.run.cancelNow', { n: unsent().toLocaleString(locale.value) }, unsent()),
          t('orders.run.cancelBody'),
        ]),
      action: t('orders.run.cancelAction'),
      refusal: t('common.back'),
      tone: 'danger',
    })
    if (isSure) await act(() => mainCommands.orders.cancelRun({ runId: run.id }))
  }

  return { isBusy, error, pause, resume, cancel, dismiss }
}
