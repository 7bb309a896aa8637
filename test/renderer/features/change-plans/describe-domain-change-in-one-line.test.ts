import { expect, test } from 'vitest'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { describeDomainChangeInOneLine } from '#renderer/features/change-plans/describe-domain-change-in-one-line.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const summarize = (change: DomainChange) => describeDomainChangeInOneLine(change, i18n.global.t)

const address = { type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 } as const
const fields = {
  organization_name: '',
  first_name: 'Aoi',
  last_name: 'Sato',
  postal_code: '100-0001',
  state_province: 'Tokyo',
  city: 'Chiyoda',
  address1: '1-1',
  address2: '',
  email: 'aoi@example.com',
  phone: '+81.312345678',
  fax: '',
  country: 'JP',
  role: '',
}

test('A change of a record shows only the fields that differ', () => {
  const before = { ...address, id: 1 }
  expect(summarize({ kind: 'change', before, after: { ...address, content: '192.0.2.2' } })).toEqual({
    subject: 'A www',
    before: '192.0.2.1',
    after: '192.0.2.2',
  })
  expect(summarize({ kind: 'change', before, after: { ...address, ttl: 300 } })).toEqual({
    subject: 'A www',
    before: 'TTL 3600',
    after: 'TTL 300',
  })
})

test('A record that changes its type or its host is shown whole on both sides', () => {
  const after = { ...address, type: 'CNAME', content: 'shop.example.com' } as const
  expect(summarize({ kind: 'change', before: { ...address, id: 1 }, after })).toEqual({
    subject: 'A www',
    before: 'A www 192.0.2.1',
    after: 'CNAME www shop.example.com',
  })
})

test('An added MX record shows its priority, and a deleted record has no value after the change', () => {
  const after = { type: 'MX', host: '@', content: 'mail.example.com', ttl: 3600, priority: 10 } as const
  expect(summarize({ kind: 'add', after })).toEqual({ subject: 'MX @', before: null, after: '10 mail.example.com' })
  expect(summarize({ kind: 'delete', before: { ...address, id: 1 } })).toMatchObject({
    before: '192.0.2.1',
    after: null,
  })
})

test('A Whois change names the changed contact fields without their values', () => {
  const change: DomainChange = {
    kind: 'whois',
    before: { whois_privacy: true, fields },
    after: { whois_privacy: false, fields: { ...fields, city: 'Minato', email: 'new@example.com' } },
  }
  const text = summarize(change)
  expect(text).toEqual({ subject: 'Whois', before: 'privacy On', after: 'privacy Off, City, E-mail' })
  expect(JSON.stringify(text)).not.toContain('new@example.com')
})
