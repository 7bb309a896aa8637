import { expect, test } from 'vitest'
import { orderIntentHoldReasons } from '#shared/ipc/order-intent-schemas.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { translateOrdersCsvLabels } from '#renderer/features/orders/list/translate-orders-csv-labels.ts'

test.each(['en', 'ja'] as const)('The reasons on hold in the CSV file have no full stop (%s)', (language) => {
  i18n.global.locale.value = language
  const labels = translateOrdersCsvLabels(i18n.global.t)
  const reasons = orderIntentHoldReasons.map((reason) => labels[`hold.${reason}`] ?? '')
  expect(reasons.every((text) => text !== '')).toBe(true)
  expect(reasons.filter((text) => /[.。]$/.test(text))).toEqual([])
})
