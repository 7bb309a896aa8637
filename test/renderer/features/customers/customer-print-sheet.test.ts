import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString, type SSRContext } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import type { CustomerResource, CustomerSummary } from '#shared/ipc/customers.ts'
import CustomerPrintSheet from '#renderer/features/customers/CustomerPrintSheet.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const listsReadAt = Date.UTC(2026, 11, 1)

async function printAutoRenew(autoRenewReadAt: number): Promise<string> {
  setMessageLanguage('en')
  const summary = { name: 'Aoba', domains: 1, servers: 0, listsReadAt, pricedAt: null } as CustomerSummary
  const item = {
    kind: 'domain',
    accountId: 'a',
    name: 'one.example',
    decodedName: null,
    status: 'active',
    expiryDate: null,
    autoRenew: true,
    autoRenewReadAt,
    renewal: { yen: 1650, unknown: null, readAt: listsReadAt },
  } as CustomerResource
  const context: SSRContext = {}
  const app = createSSRApp(CustomerPrintSheet, { summary, items: [item], printedAt: listsReadAt })
  await renderToString(app.use(i18n).use(createPinia()), context)
  return /<td class="autoRenew">([^<]*)</.exec(context.teleports?.['body'] ?? '')?.[1] ?? ''
}

test('A printed value that is older than the lists of the sheet has its date', async () => {
  expect(await printAutoRenew(listsReadAt + 1)).toBe('On')
  expect(await printAutoRenew(listsReadAt - 14 * dayMs)).toBe('On (read 2026-11-17)')
})
