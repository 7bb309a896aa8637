import type { IntentView, OrderItem } from '#shared/ipc/orders.ts'
import { decodeName } from '../../ui/decode-name.ts'

type Translate = (key: string, values?: Record<string, unknown>, plural?: number) => string

/** The target as people write it: a Japanese name decoded, a server's id as it is. */
export function nameOf({ item, target }: Pick<IntentView, 'item' | 'target'>): string {
  return item.kind === 'order' ? target : (decodeName(target) ?? target)
}

/** What is bought beside the target: "2 years", "standard · 12 months". */
export function extentOf(item: OrderItem, t: (key: string, values: Record<string, unknown>, plural: number) => string): string {
  switch (item.kind) {
    case 'order':
      return t('orders.extent.order', { plan: item.planId, n: item.months }, item.months)
    case 'acquire':
    case 'renew':
      return t('orders.extent.years', { n: item.years }, item.years)
    case 'transfer':
      return t('orders.extent.transfer', {}, 1)
  }
}

export function kindWord(item: OrderItem, t: Translate): string {
  return t(`orders.kind.${item.kind}`)
}
