import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import type { Domain } from '#shared/ipc/inventory.ts'
import { classifyStoredDelegation } from '#renderer/features/domains/zone/classify-stored-delegation.ts'
import DelegationNotice from '#renderer/features/domains/zone/DelegationNotice.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const readAt = 1_000
const service = ['ns1.service.example', 'ns2.service.example']

function render(nameservers: string[], changedAt: number | null): Promise<string> {
  const domain = {
    row: { goneSince: null },
    nameservers: { data: { nameservers }, readAt },
    serviceNameservers: service,
    unknownChangeAt: { nameservers: changedAt },
  } as unknown as Domain
  const delegation = classifyStoredDelegation(domain)
  return renderToString(createSSRApp({ render: () => h(DelegationNotice, { delegation }) }).use(i18n))
}

test.each([
  ['en', 'elsewhere', ['ns.other.example'], 'have no effect', 'had no effect'],
  ['en', 'mixed', ['ns1.service.example', 'ns.other.example'], 'are only partly', 'were only partly'],
  ['ja', 'elsewhere', ['ns.other.example'], '使用されていません。', '使用されていませんでした'],
  ['ja', 'mixed', ['ns1.service.example', 'ns.other.example'], '使用されています。', '使用されていました'],
] as const)(
  'After a change of the name servers with unknown outcome, the warning names those that were last read and shows no age (%s, %s)',
  async (language, _state, nameservers, now, then) => {
    onTestFinished(() => void setMessageLanguage('en'))
    const t = setMessageLanguage(language)
    for (const changedAt of [null, readAt - 1]) {
      const html = await render([...nameservers], changedAt)
      expect(html).toContain(now)
      expect(html).toContain('<time')
      expect(html).not.toContain(t('dns.uncertain.age'))
    }
    const html = await render([...nameservers], readAt + 1)
    expect(html).toContain(then)
    expect(html).toContain('ns.other.example')
    expect(html).toContain(t('dns.uncertain.age'))
    expect(html).not.toContain('<time')
  },
)
