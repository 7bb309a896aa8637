import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Account } from '#shared/ipc/accounts.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import PlacedOrderList from '#renderer/features/orders/checkout/PlacedOrderList.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

const order = {
  id: 'order',
  item: { kind: 'acquire', accountId: 'a', name: 'one.com' },
  target: 'one.com',
  yen: 1_430,
  expiryDate: null,
  accountLabel: 'Shop',
  state: 'abandoned',
  status: 'needs_you',
  hold: null,
  error: null,
  acceptanceSource: null,
} as unknown as OrderIntentView

function render(orders: OrderIntentView[], notLoadedCount?: number): Promise<string> {
  i18n.global.locale.value = 'en'
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/orders', component: {} }] })
  const pinia = createPinia()
  useAccounts(pinia).accounts = [{ id: 'a', isPaused: false, keys: [{ state: 'working' }] }] as Account[]
  const props = { orders, ...(notLoadedCount !== undefined && { notLoadedCount }) }
  return renderToString(
    createSSRApp({ render: () => h(PlacedOrderList, props) })
      .use(i18n)
      .use(pinia)
      .use(router),
  )
}

test('An order that was closed as not accepted and is asked about again is not said to be checked on', async () => {
  expect(await render([{ ...order, state: 'unsettled' }])).toContain('Banto keeps checking')
  const html = await render([order])
  expect(html).toContain('A reading of Shop after that shows one.com. ¥1,430 may have been charged')
  expect(html).not.toContain('Banto keeps checking')
})

test('The list of placed orders counts the orders that it does not show, also those that are not loaded', async () => {
  const orders = Array.from({ length: 502 }, (_, n) => ({ ...order, id: `order-${n}` }))
  expect(await render(orders)).toContain('and 2 more')
  expect(await render(orders.slice(2), 4_500)).toContain('and 4,500 more')
  expect(await render([order])).not.toContain('more</li>')
})
