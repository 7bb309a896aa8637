import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'

type Translate = (key: string, values?: Record<string, unknown>, plural?: number) => string

/** Returns the target for display: a Punycode name decoded, a server ID unchanged. */
export function formatOrderTarget({ item, target }: Pick<OrderIntentView, 'item' | 'target'>): string {
  return item.kind === 'order' ? target : (decodePunycode(target) ?? target)
}

/**
 * Returns the options of the order, such as "2 years" or "Standard · 12 months". `planNameOf`: see
 * `useHostingPlanNames`.
 */
export function formatOrderPlanAndPeriod(
  item: OrderItem,
  t: (key: string, values: Record<string, unknown>, plural: number) => string,
  planNameOf: (accountId: string, planId: string) => string,
): string {
  switch (item.kind) {
    case 'order':
      return t('orders.extent.order', { plan: planNameOf(item.accountId, item.planId), n: item.months }, item.months)
    case 'acquire':
    case 'renew':
      return t('orders.extent.years', { n: item.years }, item.years)
    case 'transfer':
      return t('orders.extent.transfer', {}, 1)
  }
}

export function formatOrderKind(item: OrderItem, t: Translate): string {
  return t(`orders.kind.${item.kind}`)
}
