import { expect, test } from 'vitest'
import type { IntentStep, OrderItem } from '#shared/ipc/orders.ts'
import { standingOf } from '#renderer/features/orders/intent-looks.ts'
import { chipWord } from '#renderer/features/orders/intent-words.ts'
import { setMessages } from '../../plain-words.ts'

const done = { state: 'done', needsYou: false, hold: null, sentAt: 1 } as const
const transfer: OrderItem = { kind: 'transfer', accountId: 'a', name: 'one.com' }
const acquisition: OrderItem = { kind: 'acquire', accountId: 'a', name: 'one.com', years: 1, nameservers: null }
const answered = (becomes: string): IntentStep[] => [{ at: 1, serverAt: null, state: 'done', event: 'answered', error: null, fact: { status: 200, becomes } }]

test('an order that the service has accepted and not finished is not called done', () => {
  expect(standingOf({ ...done, item: transfer })).toBe('accepted')
  expect(standingOf({ ...done, item: acquisition, steps: answered('pending_create') })).toBe('accepted')
  expect(standingOf({ ...done, item: acquisition, steps: answered('active') })).toBe('done')
  expect(standingOf({ ...done, item: { kind: 'renew', accountId: 'a', name: 'one.com', years: 1 } })).toBe('done')
})

test('the filter for orders that came to nothing by the person’s word names those that were sent, too', () => {
  const t = setMessages('en')
  expect([chipWord('abandoned', t), chipWord('done', t)]).toEqual(['Cancelled or not completed', 'Completed'])
})
