import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import EmptyRenewBasket from '#renderer/features/orders/renew-domains/EmptyRenewBasket.vue'
import { i18n } from '#renderer/text/i18n.ts'

test('An empty renewal is said to have no expiring domain only if a key may read the domain list', async () => {
  i18n.global.locale.value = 'en'
  const render = (reason: 'none' | 'noAccess' | 'unread') =>
    renderToString(
      createSSRApp({ render: () => h(EmptyRenewBasket, { reason }) })
        .use(i18n)
        .use(createPinia()),
    )
  expect(await render('none')).toContain('No domains expire in this period')
  expect(await render('unread')).toContain('Not all expiry dates have been read yet')
  expect(await render('noAccess')).toContain('Domain list not readable')
})
