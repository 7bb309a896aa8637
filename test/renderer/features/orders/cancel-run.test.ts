import { expect, onTestFinished, test } from 'vitest'
import { orderStatuses, type OrderRun } from '#shared/ipc/orders.ts'
import { useRun } from '#renderer/features/orders/runs/useRun.ts'
import { useOrders } from '#renderer/shell/orders-state.ts'
import { asked } from '#renderer/ui/confirm.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { inSetup } from '../../in-setup.ts'

const none = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as OrderRun['byStatus']
const runWith = (byStatus: Partial<OrderRun['byStatus']>) => ({ id: 'run', byStatus: { ...none, ...byStatus } }) as OrderRun

test('the question whether to cancel the unsent orders of a run says how many these are now, also when some are sent while it is open', async () => {
  i18n.global.locale.value = 'en'
  const { made, leave } = inSetup(() => ({ orders: useOrders(), run: useRun() }))
  onTestFinished(leave)
  const words = () => {
    const body = asked.value?.body
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
  asked.value?.answer(false)
  await answered
})
