import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkDkimValue } from '#shared/dns/mail-records/check-dkim-value.ts'
import { checkDmarcValue } from '#shared/dns/mail-records/check-dmarc-value.ts'
import { parseDmarcHost } from '#shared/dns/mail-records/dmarc-record.ts'
import { checkSpfValue } from '#shared/dns/mail-records/check-spf-value.ts'
import { builtInTemplateIds, builtInTemplates } from '#shared/dns/templates/built-in-templates.ts'
import { expandTemplate } from '#shared/dns/templates/expand-template.ts'
import {
  templateContentSchema,
  type TemplateContent,
  type TemplateRecord,
  type TemplateVariableKind,
} from '#shared/dns/templates/zone-template.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

const domain = 'example.com'
const dkimKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')
const allValues = {
  server_ipv4: '192.0.2.1',
  server_ipv6: '2001:db8::1',
  mail_host: 'mx.example.net',
  mail_priority: '10',
  dkim_selector: 'mail2026',
  dkim_key: dkimKey,
  dmarc_address: 'dmarc@example.com',
  spf_include: '_spf.example.net',
}
const record = (host: string, content: string, rest: Partial<TemplateRecord> = {}): TemplateRecord => ({
  type: 'TXT',
  host,
  content,
  ttl: 600,
  priority: 0,
  ...rest,
})
const withVariable = (kind: TemplateVariableKind, ...records: TemplateRecord[]): TemplateContent => ({
  variables: [{ name: 'x', kind, isOptional: false, default: '' }],
  records,
})
const expand = (template: TemplateContent, variables: Record<string, string> = {}) =>
  expandTemplate(template, variables, domain, idna)
const lines = (template: TemplateContent, variables: Record<string, string>) =>
  expand(template, variables).records.map(({ type, host, content, priority }) =>
    [type, host, content, ...(priority === 0 ? [] : [priority])].join(' '),
  )

describe('Built-in templates', () => {
  test.each(builtInTemplateIds)('%s can be stored as a template of the user', (id) => {
    expect(templateContentSchema.parse(builtInTemplates[id])).toEqual(builtInTemplates[id])
  })

  test.each(builtInTemplateIds)('%s with all values gives records without findings', (id) => {
    const { records, findings } = expand(builtInTemplates[id], allValues)
    expect(findings).toEqual([])
    expect(records.length).toBeGreaterThan(3)
    for (const { host, type, content } of records.filter((one) => one.type === 'TXT')) {
      const found = host.endsWith('_domainkey')
        ? checkDkimValue(content)
        : host === '_dmarc'
          ? checkDmarcValue(content, parseDmarcHost(host, domain))
          : checkSpfValue(content)
      expect([type, content, found.filter(({ severity }) => severity === 'error')]).toEqual([type, content, []])
    }
  })

  test.each(builtInTemplateIds)('%s without values names every variable that it needs', (id) => {
    const template = builtInTemplates[id]
    const required = template.variables.filter(({ isOptional }) => !isOptional)
    expect(expand(template).findings).toEqual(
      required.map(({ name }) => ({ subject: 'variable', name, code: 'missing', values: expect.anything() })),
    )
  })

  test('A website on this server has its addresses for the domain and www', () => {
    expect(lines(builtInTemplates['builtin:web'], allValues)).toEqual([
      'A @ 192.0.2.1',
      'AAAA @ 2001:db8::1',
      'A www 192.0.2.1',
      'AAAA www 2001:db8::1',
    ])
  })

  test('Mail on this server without optional values has no AAAA and no DKIM record, and a DMARC record without reports', () => {
    expect(lines(builtInTemplates['builtin:mail_here'], { server_ipv4: '192.0.2.1', mail_priority: '10' })).toEqual([
      'A mail 192.0.2.1',
      'MX @ mail.example.com 10',
      'TXT @ v=spf1 mx ~all',
      'TXT _dmarc v=DMARC1; p=none',
    ])
  })

  test('Mail elsewhere with all values has the mail server, SPF, DKIM and DMARC', () => {
    expect(lines(builtInTemplates['builtin:mail_elsewhere'], allValues)).toEqual([
      'MX @ mx.example.net 10',
      'TXT @ v=spf1 include:_spf.example.net ~all',
      `TXT mail2026._domainkey v=DKIM1; k=rsa; p=${dkimKey}`,
      'TXT _dmarc v=DMARC1; p=none; rua=mailto:dmarc@example.com',
    ])
  })

  test('A domain without mail refuses all mail in its name', () => {
    expect(lines(builtInTemplates['builtin:no_mail'], {})).toEqual([
      'MX @ .',
      'TXT @ v=spf1 -all',
      'TXT *._domainkey v=DKIM1; p=',
      'TXT _dmarc v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s',
    ])
  })
})

describe('Applying a template', () => {
  test('The domain and the values of variables are inserted into host, content and priority', () => {
    const template = withVariable('text', record('{x}-a', 'of {domain}: {x}{x}'), {
      ...record('@', 'mx.{domain}', { type: 'MX' }),
      priority: '{p}',
    })
    template.variables.push({ name: 'p', kind: 'priority', isOptional: false, default: '' })
    expect(lines(template, { x: ' one ', p: '２０' })).toEqual([
      'TXT one-a of example.com: oneone',
      'MX @ mx.example.com 20',
    ])
  })

  test('Doubled braces give one brace, and single braces that name no variable are kept', () => {
    expect(lines(withVariable('text', record('@', 'a {{x}} {{{x}}} { } {X}')), { x: '1' })).toEqual([
      'TXT @ a {x} {1} { } {X}',
    ])
  })

  test('The value of a variable is inserted as it is, also if it looks like a placeholder', () => {
    expect(lines(withVariable('text', record('@', '{x}')), { x: '{domain} $& {{' })).toEqual(['TXT @ {domain} $& {{'])
  })

  test('Names in variables are converted to Punycode', () => {
    expect(lines(withVariable('host', record('@', '{x}', { type: 'MX' })), { x: 'ｍｘ.例え。jp' })).toEqual([
      'MX @ mx.xn--r8jz45g.jp',
    ])
  })

  test.each<[TemplateVariableKind, string, string]>([
    ['ipv4', '192.0.2.256', 'ipv4'],
    ['ipv4', '2001:db8::1', 'ipv4'],
    ['ipv6', '192.0.2.1', 'ipv6'],
    ['host', 'mx', 'host'],
    ['host', '192.0.2.1', 'host'],
    ['host', 'https://example.net', 'host'],
    ['priority', '1000', 'priority'],
    ['priority', '-1', 'priority'],
    ['mail_address', 'dmarc', 'mailAddress'],
    ['mail_address', 'a@b@example.com', 'mailAddress'],
    ['mail_address', 'a@example.com; p=none', 'mailAddress'],
    ['selector', 'a b', 'selector'],
    ['dkim_key', 'MIIB', 'dkimKey'],
    ['text', 'a\u0000b', 'control'],
    ['text', '', 'missing'],
  ])('A variable of the kind %s with the value %j is refused', (kind, value, code) => {
    const { records, findings } = expand(withVariable(kind, record('@', '{x}'), record('other', 'text')), { x: value })
    expect(findings).toMatchObject([{ subject: 'variable', name: 'x', code }])
    expect(records.map(({ host }) => host)).toEqual(['other'])
  })

  test('A variable that the template does not declare is refused', () => {
    expect(expand(withVariable('text', record('@', '{y}')))).toMatchObject({
      records: [],
      findings: [{ subject: 'variable', name: 'y', code: 'undeclared' }],
    })
  })

  test('A variable that no record needs may be wrong or missing', () => {
    expect(expand(withVariable('ipv4', record('@', 'text')), { x: 'wrong' }).findings).toEqual([])
  })

  test('A record that breaks a rule of records is named with its position', () => {
    const template = withVariable('text', record('ok', '1'), record('{x}', '2'), record('long', '{x}'.repeat(20)))
    expect(expand(template, { x: 'a b'.repeat(20) })).toMatchObject({
      records: [{ host: 'ok' }],
      findings: [
        { subject: 'record', position: 1, finding: { field: 'host', code: 'hostCharacters', severity: 'error' } },
        { subject: 'record', position: 2, finding: { field: 'content', code: 'contentLong' } },
      ],
    })
  })

  test('Two variables with the same value do not give the same record twice', () => {
    const template = withVariable('ipv4', record('@', '{x}', { type: 'A' }), record('@', '{y}', { type: 'A' }))
    template.variables.push({ name: 'y', kind: 'ipv4', isOptional: false, default: '' })
    expect(expand(template, { x: '192.0.2.1', y: '192.0.2.1' })).toMatchObject({
      records: [{ content: '192.0.2.1' }],
      findings: [{ position: 1, finding: { code: 'duplicate' } }],
    })
  })

  test('A CNAME to a name that only the zone may have is no finding', () => {
    expect(expand(withVariable('text', record('www', '{domain}', { type: 'CNAME' }))).findings).toEqual([])
  })
})

describe('A stored template', () => {
  const valid = withVariable('text', record('@', '{x}'))

  test.each<[string, unknown]>([
    ['no record', { ...valid, records: [] }],
    ['a variable twice', { ...valid, variables: [...valid.variables, ...valid.variables] }],
    ['a variable named domain', { ...valid, variables: [{ ...valid.variables[0], name: 'domain' }] }],
    ['a name of a variable with a blank', { ...valid, variables: [{ ...valid.variables[0], name: 'a b' }] }],
    ['a type that the service does not support', { ...valid, records: [record('@', 'x', { type: 'CAA' as 'A' })] }],
    ['a priority that is text', { ...valid, records: [record('@', 'x', { priority: '{x}1' })] }],
  ])('A template with %s is refused', (_, template) => {
    expect(templateContentSchema.safeParse(valid).success).toBe(true)
    expect(templateContentSchema.safeParse(template).success).toBe(false)
  })
})
