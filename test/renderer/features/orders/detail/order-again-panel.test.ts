import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import OrderAgainPanel from '#renderer/features/orders/detail/OrderAgainPanel.vue'
import { i18n } from '#renderer/text/i18n.ts'

test.each([
  ['en', 'Transfer in again…', 'price'],
  ['ja', 'もう一度移管…', '料金'],
] as const)(
  'A transfer that was declined for its balance is not said to have a new price (%s)',
  async (language, action, price) => {
    i18n.global.locale.value = language
    // The panel listens for events of main. None is sent here.
    Object.assign(globalThis, { window: { banto: { listen: () => undefined } } })
    const intent = {
      item: { kind: 'transfer', accountId: 'a', name: 'one.com' },
      state: 'refused',
      error: { kind: 'service', code: 'PAYMENT_REQUIRED', status: 402, message: '', details: {} },
    } as unknown as OrderIntentView
    const app = createSSRApp({ render: () => h(OrderAgainPanel, { intent, orderObsoleteReason: null }) })
    const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/:all*', component: {} }] })
    const html = await renderToString(app.use(i18n).use(createPinia()).use(router))
    const text = html.replaceAll(/<[^>]*>/g, '')
    expect(text).toContain(action)
    expect(text).not.toContain(price)
  },
)
