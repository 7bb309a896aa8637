import { expect, test } from 'vitest'
import type { OrderIntentEvent, OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import {
  getOrderEventTextKey,
  getOrderResponseTextKey,
} from '#renderer/features/orders/get-order-event-and-response-text-keys.ts'

test('A cancelled order that a new order replaces is shown as replaced, because the user did not cancel it', () => {
  const step = { event: 'abandoned', error: null } as const
  expect(getOrderEventTextKey({ ...step, fact: { intentId: 'new' } })).toBe('orders.replaced')
  expect(getOrderEventTextKey({ ...step, fact: {} })).toBe('orders.event.abandoned')
})

test('A refusal for a limit before the sending of unknown outcome is no response to it', () => {
  const step = (event: OrderIntentEvent) =>
    ({ event, error: null, fact: {} }) as unknown as OrderIntentView['steps'][number]
  for (const end of ['lost', 'interrupted'] as const)
    expect(
      getOrderResponseTextKey({
        steps: ['planned', 'sent', 'rate_refused', 'sent', end, 'read'].map((event) => step(event as OrderIntentEvent)),
      }),
    ).toBe('orders.manualSettlement.answer.none')
})

test('A response that declines the request is shown as such, although it leaves the outcome of the order open', () => {
  const step = (event: OrderIntentEvent, code?: string) =>
    ({
      event,
      error: code === undefined ? null : { kind: 'service', code, message: '' },
      fact: {},
    }) as unknown as OrderIntentView['steps'][number]
  const sent = step('sent')
  const declined = step('unclear', 'DUPLICATE_OPERATION')
  expect(getOrderEventTextKey(declined)).toBe('orders.unclearResponse.DUPLICATE_OPERATION')
  expect(getOrderEventTextKey(step('unclear', 'DOMAIN_CONFLICT'))).toBe('orders.event.unclear')
  expect(getOrderEventTextKey(step('refused', 'REGISTRAR_REJECTED'))).toBe('orders.event.refused')
  expect(getOrderResponseTextKey({ steps: [sent, declined, step('read')] })).toBe(
    'orders.unclearResponse.DUPLICATE_OPERATION',
  )
  expect(getOrderResponseTextKey({ steps: [sent, step('unclear')] })).toBe('orders.manualSettlement.answer.unclear')
  expect(getOrderResponseTextKey({ steps: [sent, step('running')] })).toBe('orders.manualSettlement.answer.unclear')
  expect(getOrderResponseTextKey({ steps: [sent, declined, step('server_error')] })).toBe(
    'orders.manualSettlement.answer.serverError',
  )
  expect(getOrderResponseTextKey({ steps: [sent, step('lost')] })).toBe('orders.manualSettlement.answer.none')
})

test('No response is said to be missing if a later sending was refused for a limit', () => {
  const step = (event: OrderIntentEvent) =>
    ({ event, error: null, fact: {} }) as unknown as OrderIntentView['steps'][number]
  expect(
    getOrderResponseTextKey({
      steps: ['sent', 'lost', 'sent', 'rate_refused'].map((event) => step(event as OrderIntentEvent)),
    }),
  ).toBe('orders.manualSettlement.answer.unclear')
})
