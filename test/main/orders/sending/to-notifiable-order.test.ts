import { expect, test } from 'vitest'
import { holdIntent } from '#main/orders/sending/order-intent-transitions.ts'
import { toNotifiableOrder } from '#main/orders/sending/to-notifiable-order.ts'
import { renewal } from '#test/main/orders/sample-intents.ts'

const eventTime = { at: 1_700_000_000_000, serverAt: null }

test.each([
  ['An order that the user paused counts as paused', {}, 'paused'],
  ['An order whose confirmation expired counts as on hold', { confirmedAt: 1_600_000_000_000 }, 'other'],
] as const)('%s', (_, fact, reason) => {
  expect(toNotifiableOrder(holdIntent(renewal(1), eventTime, 'run_paused', null, fact))).toMatchObject({ reason })
})
