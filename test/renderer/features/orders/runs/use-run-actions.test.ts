import { expect, onTestFinished, test } from 'vitest'
import { orderStatuses } from '#shared/ipc/order-intents.ts'
import type { OrderRun } from '#shared/ipc/order-runs.ts'
import { useRunActions } from '#renderer/features/orders/runs/useRunActions.ts'
import { useOrderCountsAndRuns } from '#renderer/stores/order-counts-and-runs.ts'
import { openConfirmation } from '#renderer/ui/dialogs/confirm.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const none = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as OrderRun['byStatus']
const runWith = (byStatus: Partial<OrderRun['byStatus']>) =>
  ({ id: 'run', byStatus: { ...none, ...byStatus } }) as OrderRun

test('The confirmation to cancel a run shows the current number of unsent orders, even after some are sent', async () => {
  i18n.global.locale.value = 'en'
  const { made, leave } = runInSetup(() => ({ orders: useOrderCountsAndRuns(), run: useRunActions() }))
  onTestFinished(leave)
  const words = () => {
    const body = openConfirmation.value?.body
    return typeof body === 'function' ? body() : body
  }
  const run = runWith({ planned: 1_200, held: 34 })
  made.orders.runs = [run]
  const answered = made.run.cancel(run)
  expect(words()).toContain('1,234 orders are not sent yet.')
  made.orders.runs = [runWith({ held: 1, done: 1_233 })]
  expect(words()).toContain('1 order is not sent yet.')
  made.orders.runs = [runWith({ done: 1_234 })]
  expect(words()).toContain('No order is left to cancel.')
  openConfirmation.value?.answer(false)
  await answered
})
