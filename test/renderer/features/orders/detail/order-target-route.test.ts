import { describe, expect, test } from 'vitest'
import { orderTargetRoute } from '#renderer/features/orders/detail/order-target-route.ts'
import type { IntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'

const renewal = (name: string): OrderItem => ({ kind: 'renew', accountId: 'a', name, years: 1 })

describe('The link from an order to its target', () => {
  const intent = (item: OrderItem, state: IntentView['state'], fact = {}) =>
    ({
      item,
      target: item.kind === 'order' ? item.serverId : item.name,
      state,
      steps: [{ fact }],
    }) as unknown as IntentView
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
    expect(orderTargetRoute(intent(renewal('one.com'), 'planned'))).toEqual({
      name: 'domain',
      params: { accountId: 'a', name: 'one.com' },
    })
    const acquisition: OrderItem = { kind: 'acquire', accountId: 'a', name: 'new.com', years: 1, nameservers: null }
    expect(orderTargetRoute(intent(acquisition, 'sent'))).toBeNull()
    expect(orderTargetRoute(intent(acquisition, 'done'))).toEqual({
      name: 'domain',
      params: { accountId: 'a', name: 'new.com' },
    })
    expect(orderTargetRoute(intent(ordered, 'done', { servername: 'banto01.example' }))).toEqual({
      name: 'server',
      params: { accountId: 'a', name: 'banto01.example' },
    })
    expect(orderTargetRoute(intent(ordered, 'done'))).toBeNull()
  })
})
