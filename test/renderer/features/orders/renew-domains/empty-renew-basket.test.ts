import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { ServiceGrant } from '#shared/api/key-and-log-endpoints.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import EmptyRenewBasket from '#renderer/features/orders/renew-domains/EmptyRenewBasket.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
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

test('An empty renewal says that it leaves out what no key may read only if the keys do not read all', async () => {
  i18n.global.locale.value = 'en'
  const renderWithKey = (domain: ServiceGrant) => {
    const pinia = createPinia()
    const keys = [{ state: 'working', me: { services: { domain, server: { target_mode: 'all' } } } }]
    useAccounts(pinia).accounts = [{ id: 'a', keys } as unknown as Account]
    return renderToString(
      createSSRApp({ render: () => h(EmptyRenewBasket, { reason: 'none' }) })
        .use(i18n)
        .use(pinia),
    )
  }
  const leftOut = 'Domains that no key may read are not included.'
  expect(await renderWithKey({ target_mode: 'all' })).not.toContain(leftOut)
  expect(await renderWithKey({ target_mode: 'selected', targets: ['one.example'] })).toContain(leftOut)
})
