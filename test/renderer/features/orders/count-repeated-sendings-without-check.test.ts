import { expect, test } from 'vitest'
import type { OrderIntentEvent, OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { countRepeatedSendings } from '#renderer/features/orders/count-repeated-sendings-without-check.ts'

test('A repeated sending has a recorded check only if a check is the step just before it', () => {
  const count = (...events: OrderIntentEvent[]) =>
    countRepeatedSendings({ steps: events.map((event) => ({ event, fact: {} }) as OrderIntentView['steps'][number]) })
  expect(count('planned', 'sent', 'lost', 'read')).toEqual({ total: 0, withoutCheck: 0 })
  expect(count('sent', 'lost', 'read', 'sent', 'interrupted', 'read', 'sent')).toEqual({ total: 2, withoutCheck: 0 })
  expect(count('sent', 'rate_refused', 'sent', 'lost', 'read', 'sent')).toEqual({ total: 2, withoutCheck: 1 })
  expect(count('sent', 'not_sent', 'sent', 'lost')).toEqual({ total: 0, withoutCheck: 0 })
})
