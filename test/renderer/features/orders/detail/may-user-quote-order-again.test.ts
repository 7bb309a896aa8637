import { expect, test } from 'vitest'
import { mayUserQuoteOrderAgain } from '#renderer/features/orders/detail/may-user-quote-order-again.ts'
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
  expect(mayUserQuoteOrderAgain({ item, state: 'refused', error, sentAt: 1, repeats: null })).toBe(true)
  expect(mayUserQuoteOrderAgain({ item, state: 'refused', error, sentAt: 1, repeats: 'another' })).toBe(true)
  expect(mayUserQuoteOrderAgain({ item: server, state: 'refused', error, sentAt: 1, repeats: 'another' })).toBe(false)
  expect(mayUserQuoteOrderAgain({ item, state: 'unsettled', error, sentAt: 1, repeats: null })).toBe(false)
})

test('An order declined for its expiry date or a missing permission of its key can be quoted again', () => {
  const item: OrderItem = { kind: 'renew', accountId: 'a', name: 'one.com', years: 1 }
  const isOffered = (code: string, status: number) => {
    const error = { kind: 'service', message: '', code, status, details: {} } as OrderIntentView['error']
    return mayUserQuoteOrderAgain({ item, state: 'refused', error, sentAt: 1, repeats: null })
  }
  expect([isOffered('EXPIRY_MISMATCH', 409), isOffered('FORBIDDEN', 403)]).toEqual([true, true])
  expect([isOffered('VALIDATION_ERROR', 422), isOffered('DOMAIN_NOT_ACTIVE', 409)]).toEqual([false, false])
})
