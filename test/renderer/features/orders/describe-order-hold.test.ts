import { expect, test } from 'vitest'
import { describeHeldOrder } from '#renderer/features/orders/describe-order-hold.ts'
import { setMessages } from '#test/renderer/set-messages.ts'

test('an order that was not sent for want of balance says that another order was declined, without the answer to that one', () => {
  setMessages('en')
  const error = {
    kind: 'service',
    message: 'refused',
    status: 402,
    code: 'PAYMENT_REQUIRED',
    serviceMessage: 'Prepaid balance insufficient',
    details: {},
  } as const
  expect(describeHeldOrder({ reason: 'no_money', error })).toEqual({
    title: 'Not sent: insufficient balance for another order of this account.',
    remedy: expect.stringContaining('Add funds'),
    detail: null,
  })
  expect(describeHeldOrder({ reason: 'cannot_send', error }).detail).toContain('PAYMENT_REQUIRED')
})

test('an order that could not be sent before it was paused says so, and not that resuming sends it', () => {
  setMessages('en')
  const refused = { kind: 'service', message: 'refused', status: 401, code: 'UNAUTHORIZED', details: {} } as const
  const told = describeHeldOrder({ reason: 'run_paused', error: refused })
  expect(told.title).toBe('Waiting for you to resume.')
  expect(told.remedy).toMatch(/could not be sent before it was paused either.*replace the key/i)
  expect(told.remedy).not.toContain('Resume the run to send')
  expect(told.detail).toContain('UNAUTHORIZED')
  expect(describeHeldOrder({ reason: 'run_paused', error: null }).remedy).toContain('Resume the run to send')
})

test('an order that waits for the service is said to be sent again by itself, one that waits for the person is not', () => {
  setMessages('en')
  const failed = {
    kind: 'service',
    message: 'failed',
    status: 503,
    code: 'REGISTRAR_UNAVAILABLE',
    details: {},
  } as const
  expect(describeHeldOrder({ reason: 'cannot_send', error: failed }).remedy).toBe(
    'Banto tries again automatically, or when you resume.',
  )
  const missing = { kind: 'secret_missing', message: 'missing', details: {} } as const
  expect(describeHeldOrder({ reason: 'cannot_send', error: missing }).remedy).toContain('Enter the key again')
})
