import { expect, test } from 'vitest'
import { mayPriceAgain } from '#renderer/features/orders/detail/requote-eligibility.ts'
import type { IntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'

test('An order refused for insufficient balance can be quoted again, except a repeated server order', () => {
  const item: OrderItem = { kind: 'renew', accountId: 'a', name: 'one.com', years: 1 }
  const server: OrderItem = {
    kind: 'order',
    accountId: 'a',
    planId: 'p',
    months: 12,
    serverId: 'banto01',
    autoRenew: true,
    partnerCode: null,
  }
  const error = { kind: 'service', message: '', code: 'PAYMENT_REQUIRED', status: 402 } as IntentView['error']
  expect(mayPriceAgain({ item, state: 'refused', error, sentAt: 1, repeats: null })).toBe(true)
  expect(mayPriceAgain({ item, state: 'refused', error, sentAt: 1, repeats: 'another' })).toBe(true)
  expect(mayPriceAgain({ item: server, state: 'refused', error, sentAt: 1, repeats: 'another' })).toBe(false)
  expect(mayPriceAgain({ item, state: 'unsettled', error, sentAt: 1, repeats: null })).toBe(false)
})
