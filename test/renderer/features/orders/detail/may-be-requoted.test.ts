import { expect, test } from 'vitest'
import { mayBeRequoted } from '#renderer/features/orders/detail/may-be-requoted.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
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
  const error = { kind: 'service', message: '', code: 'PAYMENT_REQUIRED', status: 402 } as OrderIntentView['error']
  expect(mayBeRequoted({ item, state: 'refused', error, sentAt: 1, repeats: null })).toBe(true)
  expect(mayBeRequoted({ item, state: 'refused', error, sentAt: 1, repeats: 'another' })).toBe(true)
  expect(mayBeRequoted({ item: server, state: 'refused', error, sentAt: 1, repeats: 'another' })).toBe(false)
  expect(mayBeRequoted({ item, state: 'unsettled', error, sentAt: 1, repeats: null })).toBe(false)
})
