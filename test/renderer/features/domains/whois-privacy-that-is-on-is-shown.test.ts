import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Whois } from '#shared/api/domain-schemas.ts'
import { i18n } from '#renderer/text/i18n.ts'
import WhoisDetails from '#renderer/features/domains/WhoisDetails.vue'

async function render(whois: Whois): Promise<string> {
  i18n.global.locale.value = 'en'
  const details = { render: () => h(WhoisDetails, { whois, isRegistrarSwitchInProgress: false }) }
  return renderToString(createSSRApp(details).use(i18n))
}

test('Whois privacy that is on is shown as on even if the service no longer offers it', async () => {
  expect(await render({ whois_privacy: true, is_whois_privacy_available: false })).toContain('On: ')
  expect(await render({ whois_privacy: false, is_whois_privacy_available: false })).toContain('Not offered')
})
