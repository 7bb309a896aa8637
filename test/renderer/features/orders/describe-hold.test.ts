import { expect, test } from 'vitest'
import { describeHeldOrder } from '#renderer/features/orders/describe-hold.ts'
import { setMessages } from '../../plain-words.ts'

test('an order that was not sent for want of balance says that another order was declined, without the answer to that one', () => {
  setMessages('en')
  const error = { kind: 'service', message: 'refused', status: 402, code: 'PAYMENT_REQUIRED', serviceMessage: 'Prepaid balance insufficient', details: {} } as const
  expect(describeHeldOrder({ reason: 'no_money', error })).toEqual({
    title: 'Not sent: insufficient balance for another order of this account.',
    remedy: expect.stringContaining('Add funds'),
    detail: null,
  })
  expect(describeHeldOrder({ reason: 'cannot_send', error }).detail).toContain('PAYMENT_REQUIRED')
})
