import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { UnsearchableDataCounts } from '#shared/ipc/unsearchable-data-counts.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import RenewalForecastSection from '#renderer/features/orders/spending/RenewalForecastSection.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

const month = formatJapanDate(Date.now()).slice(0, 'YYYY-MM'.length)

function render(
  counts: { domains: number; servers: number },
  unread: Partial<UnsearchableDataCounts> | null = null,
  accounts: Account[] = [],
): Promise<string> {
  i18n.global.locale.value = 'en'
  const forecast = {
    months: [{ month, accountId: 'a', yen: 0, unpriced: counts.domains, ...counts }],
    readAt: Date.now(),
    accountsUnread: 0,
    pricedAt: null,
    accountsUnpriced: counts.domains > 0 ? 1 : 0,
  }
  const app = createSSRApp({ render: () => h(RenewalForecastSection, { forecast, unread, isRefreshing: false }) })
  const pinia = createPinia()
  useAccounts(pinia).accounts = accounts
  return renderToString(app.use(i18n).use(pinia))
}

test('The forecast says that no prices are stored only if domains expire, because servers have no price', async () => {
  expect(await render({ domains: 1, servers: 1 })).toContain('No prices are stored')
  expect(await render({ domains: 0, servers: 1 })).not.toContain('No prices are stored')
})

test('The forecast names lists that no key may read, because their domains and servers are missing', async () => {
  const html = await render({ domains: 0, servers: 0 }, { deniedDomainLists: 0, deniedServerLists: 2 })
  expect(html).toContain('server lists of 2 accounts not permitted')
  expect(html).not.toContain('domain lists')
})

test('A forecast without renewals says that it leaves out what no key may read', async () => {
  const leftOut = 'Domains and servers that no key may read are not included.'
  const renderWithTargets = (target_mode: 'all' | 'selected') => {
    const services = { domain: { target_mode, targets: ['one.example'] }, server: { target_mode: 'all' } }
    const account = { id: 'a', keys: [{ state: 'working', me: { services } }] } as unknown as Account
    return render({ domains: 0, servers: 0 }, null, [account])
  }
  expect(await renderWithTargets('selected')).toContain(leftOut)
  expect(await renderWithTargets('all')).not.toContain(leftOut)
})
