import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { i18n } from '#renderer/text/i18n.ts'
import GoneDomainContractFromList from '#renderer/features/domains/GoneDomainContractFromList.vue'

test('A gone domain whose contract was never read shows the status and the expiry date that the list had, and when it was read', async () => {
  i18n.global.locale.value = 'en'
  const render = (expiryDate: string | null) =>
    renderToString(
      createSSRApp({
        render: () =>
          h(GoneDomainContractFromList, {
            row: { status: 'active', expiryDate, readAt: Date.now() - 3.5 * 3_600_000 },
          }),
      })
        .use(i18n)
        .use(createPinia()),
    )
  const html = await render('2027-03-31')
  for (const shown of ['The list of the account had:', 'Active', '2027-03-31', '3 h ago']) expect(html).toContain(shown)
  expect(await render(null)).toContain('Not determined yet')
})
