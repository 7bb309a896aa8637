import { describe, expect, test } from 'vitest'
import { findOrderTargetRoute } from '#renderer/features/orders/detail/find-order-target-route.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'

const renewal = (name: string): OrderItem => ({ kind: 'renew', accountId: 'a', name, years: 1 })

describe('The link from an order to its target', () => {
  const intent = (item: OrderItem, state: OrderIntentView['state'], fact = {}) =>
    ({
      item,
      target: item.kind === 'order' ? item.serverId : item.name,
      state,
      steps: [{ fact }],
    }) as unknown as OrderIntentView
  const ordered: OrderItem = {
    kind: 'order',
    accountId: 'a',
    planId: 'p',
    months: 12,
    serverId: 'banto01',
    autoRenew: true,
    partnerCode: null,
  }

  test('An order links to its domain or server only if the target is known to exist', () => {
    expect(findOrderTargetRoute(intent(renewal('one.com'), 'planned'))).toEqual({
      name: 'domain',
      params: { accountId: 'a', name: 'one.com' },
    })
    const acquisition: OrderItem = { kind: 'acquire', accountId: 'a', name: 'new.com', years: 1, nameservers: null }
    expect(findOrderTargetRoute(intent(acquisition, 'sent'))).toBeNull()
    expect(findOrderTargetRoute(intent(acquisition, 'done'))).toEqual({
      name: 'domain',
      params: { accountId: 'a', name: 'new.com' },
    })
    expect(findOrderTargetRoute(intent(ordered, 'done', { servername: 'banto01.example' }))).toEqual({
      name: 'server',
      params: { accountId: 'a', name: 'banto01.example' },
    })
    expect(findOrderTargetRoute(intent(ordered, 'done'))).toBeNull()
  })
})
