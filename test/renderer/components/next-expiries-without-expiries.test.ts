import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { ServiceGrant } from '#shared/api/key-and-log-endpoints.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import NextExpiries from '#renderer/components/NextExpiries.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

function render(services: Record<string, ServiceGrant>, lists: Partial<Account> = {}): Promise<string> {
  setMessageLanguage('en')
  const keys = [{ state: 'working', me: { services } }]
  const account = { keys, domainsReadAt: 1, serversReadAt: 1, ...lists } as Account
  const app = createSSRApp(NextExpiries, { expiries: [], listed: [account] })
  return renderToString(app.use(createPinia()).use(i18n))
}

test('The overview says without a restriction that no expiry date is upcoming only if the keys read all domains and servers', async () => {
  const all: ServiceGrant = { target_mode: 'all' }
  expect(await render({ domain: all, server: all })).toContain('of servers or active domains.')
  const restricted = 'of servers or active domains in the data read so far.'
  expect(await render({ domain: all, server: all }, { serversReadAt: null })).toContain(restricted)
  expect(await render({ domain: all })).toContain(restricted)
  const selected: ServiceGrant = { target_mode: 'selected', targets: ['one.example'] }
  expect(await render({ domain: selected, server: all })).toContain(restricted)
})
