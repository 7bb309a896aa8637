import { nextTick, shallowRef } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'
import { shownOrderStatuses } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { useOrderRunActions } from '#renderer/features/orders/runs/useOrderRunActions.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { AppError } from '#shared/app-error.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const none = Object.fromEntries(shownOrderStatuses.map((status) => [status, 0])) as OrderRun['byStatus']
const runWith = (byStatus: Partial<OrderRun['byStatus']>) =>
  ({
    id: 'run',
    kinds: ['renew'],
    target: null,
    total: 1_234,
    startedAt: 0,
    byStatus: { ...none, ...byStatus },
  }) as unknown as OrderRun

test('The confirmation to cancel a run shows the current number of orders that are not accepted, even after some are accepted', async () => {
  i18n.global.locale.value = 'en'
  const { made, leave } = runInSetup(() => ({
    orders: useOrderCountsRunsAndJournal(),
    run: useOrderRunActions(() => false),
  }))
  onTestFinished(leave)
  const words = () => {
    const body = currentConfirmation.value?.body
    return typeof body === 'function' ? body() : body
  }
  const run = runWith({ planned: 1_200, held: 34 })
  made.orders.runs = [run]
  const answered = made.run.cancel(run)
  expect(words()).toContain('1,234 orders are not accepted yet.')
  made.orders.runs = [runWith({ held: 1, done: 1_233 })]
  expect(words()).toContain('1 order is not accepted yet.')
  made.orders.runs = [runWith({ done: 1_234 })]
  expect(words()).toContain('No order is left to cancel.')
  currentConfirmation.value?.answer(false)
  await answered
})

test.each([
  ['en', 'Back'],
  ['ja', '戻る'],
] as const)('The button that keeps the orders of a run is not called "Cancel" (%s)', async (language, label) => {
  i18n.global.locale.value = language
  const { made, leave } = runInSetup(() => useOrderRunActions(() => false))
  onTestFinished(() => {
    leave()
    i18n.global.locale.value = 'en'
  })
  const answered = made.cancel(runWith({ planned: 12 }))
  expect(currentConfirmation.value?.refusal).toBe(label)
  currentConfirmation.value?.answer(false)
  await answered
})

test.each([
  ['en', 'Cancel the orders of “Renew 12 · 11:07 (Japan time)” that are not accepted yet?'],
  ['ja', '「更新 12 件 · 11:07（日本時間）」の未受付の注文を取り下げますか？'],
] as const)(
  'The confirmation to cancel a run names its kind, its number of orders and its start time (%s)',
  async (language, title) => {
    i18n.global.locale.value = language
    const { made, leave } = runInSetup(() => ({ now: useNowEachTenSeconds(), run: useOrderRunActions(() => false) }))
    onTestFinished(() => {
      leave()
      i18n.global.locale.value = 'en'
    })
    const run: OrderRun = {
      ...runWith({ planned: 12 }),
      kinds: ['renew'],
      target: null,
      total: 12,
      // Today: for another day, the title would also show the date.
      startedAt: parseJapanTime(`${formatJapanDate(made.now.value)} 11:07:00`) as number,
    }
    const answered = made.run.cancel(run)
    expect(currentConfirmation.value?.title).toBe(title)
    currentConfirmation.value?.answer(false)
    await answered
  },
)

test('The error of an action on a run is no longer shown when the run has ended', async () => {
  const hasEnded = shallowRef(false)
  const { made, leave } = runInSetup(() => useOrderRunActions(() => hasEnded.value))
  onTestFinished(leave)
  made.error.value = new AppError('database_failed', 'not written')
  hasEnded.value = true
  await nextTick()
  expect(made.error.value).toBeNull()
})
