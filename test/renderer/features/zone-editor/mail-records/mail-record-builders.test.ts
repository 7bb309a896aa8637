import { generateKeyPairSync } from 'node:crypto'
import { createSSRApp, h, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { describe, expect, test } from 'vitest'
import DkimBuilder from '#renderer/features/zone-editor/mail-records/DkimBuilder.vue'
import DmarcBuilder from '#renderer/features/zone-editor/mail-records/DmarcBuilder.vue'
import SpfBuilder from '#renderer/features/zone-editor/mail-records/SpfBuilder.vue'
import { i18n } from '#renderer/text/i18n.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 1024 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')

async function render(component: Component, value: string, locale: 'ja' | 'en' = 'en'): Promise<string> {
  i18n.global.locale.value = locale
  const app = createSSRApp({
    render: () =>
      h(component, { value, domain: 'sub.example.com', of: { domain: 'example.com', organization: 'example.com' } }),
  }).use(i18n)
  // Naive UI adds its styles here instead of to the document.
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  // Naive UI calls slots in a way that Vue warns of on a server.
  app.config.warnHandler = () => undefined
  const html = await renderToString(app)
  return html.replaceAll('&#39;', "'").replaceAll('<!---->', '')
}

describe('The builders of mail records', () => {
  test.each([
    [
      'SPF',
      SpfBuilder,
      'v=spf1 mx ptr -all',
      [
        'Allowed: The mail servers of sub.example.com (MX records)',
        'Refused: All other senders',
        '“ptr” is deprecated',
      ],
    ],
    ['DKIM', DkimBuilder, `v=DKIM1; p=${key}`, ['Public key with 1024 bits', 'at least 2048 bits are recommended']],
    [
      'DMARC',
      DmarcBuilder,
      'v=DMARC1; p=none; rua=mailto:d@example.net',
      ['delivered as before', 'Addresses for summaries: d@example.net', 'example.com._report._dmarc.example.net'],
    ],
  ] as const)('The %s builder shows the meaning and the findings of the record', async (_, component, value, texts) => {
    const html = await render(component, value)
    for (const text of texts) expect(html).toContain(text)
  })

  test.each([
    ['SPF', SpfBuilder, 'v=spf1 mx -all', ['Result of part 1', 'Kind of part 2', 'Value of part 1', 'Remove part 2']],
    ['DKIM', DkimBuilder, '', ['Paste a key or record', 'Key type', 'Public key (Base64)', 'Test only']],
    [
      'DMARC',
      DmarcBuilder,
      '',
      ['Mail that fails the check', 'Addresses for daily summaries', 'Share of messages (%)'],
    ],
  ] as const)('Every control of the %s builder has a label', async (_, component, value, labels) => {
    const html = await render(component, value)
    for (const label of labels) expect(html).toContain(label)
    const inputs = html.match(/<(input|textarea)(?=[ >])[^>]*>/g) ?? []
    for (const input of inputs.filter((tag) => !tag.includes('type="checkbox"'))) expect(input).toContain('aria-label')
  })

  test('An empty DKIM or DMARC record has no findings yet', async () => {
    for (const component of [DkimBuilder, DmarcBuilder])
      expect(await render(component, '')).not.toContain('data-test="mail-record-finding"')
  })

  test('redirect and exp have no qualifier, which other parts have', async () => {
    const html = await render(SpfBuilder, 'v=spf1 mx redirect=a.example exp=b.example')
    expect(html.match(/Result of part \d/g)).toEqual(['Result of part 1'])
  })

  test.each([
    ['a', 'The addresses of sub.example.com (A and AAAA records)'],
    ['a/24', 'The networks of the addresses of sub.example.com (A and AAAA records, IPv4 /24)'],
    ['mx', 'The mail servers of sub.example.com (MX records)'],
    ['mx/24', 'The networks of the mail servers of sub.example.com (MX records, IPv4 /24)'],
    ['ptr', 'Senders whose name by reverse lookup ends in sub.example.com'],
  ])(
    'The part “%s” of an SPF record is explained with the host of the record, not with its zone',
    async (part, text) => {
      expect(await render(SpfBuilder, `v=spf1 ${part} -all`)).toContain(`Allowed: ${text}<`)
    },
  )

  test('A DMARC record without an address for reports is not said to send reports', async () => {
    const html = await render(DmarcBuilder, 'v=DMARC1; p=none')
    expect(html).toContain('DMARC stops no forged mail')
    expect(html).not.toContain('reports are sent')
  })

  test('A key that receivers ignore is not said to be used', async () => {
    const html = await render(DkimBuilder, `v=DKIM1; h=sha1; p=${key}`)
    expect(html).toContain('Receivers do not accept it for mail')
    expect(html).not.toContain('check signatures with it')
  })

  test('A policy for subdomains is not contradicted by the warning of p=none', async () => {
    const html = await render(DmarcBuilder, 'v=DMARC1; p=none; sp=reject')
    expect(html).toContain('stops no forged mail in the name of the domain itself; sp=reject is for subdomains only.')
  })

  test('The builders have Japanese texts', async () => {
    expect(await render(SpfBuilder, 'v=spf1 mx ~all', 'ja')).toContain('疑わしい: その他のすべての送信元')
  })
})
