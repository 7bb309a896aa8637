import { expect, test } from 'vitest'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { describeDomainChangeDiff } from '#renderer/features/change-plans/describe-domain-change-diff.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const linesOf = (change: DomainChange) =>
  describeDomainChangeDiff(change, i18n.global.t).lines.map(({ label, before, after }) =>
    [label, before, after].map((part) => part ?? '-').join(' | '),
  )

const mail = { type: 'MX', host: '@', content: 'mail.example.com', ttl: 3600, priority: 10 } as const

test('The plan shows every value of an added or deleted record, and only the different values of a changed one', () => {
  expect(linesOf({ kind: 'add', after: mail })).toEqual(['- | - | 10 mail.example.com · TTL 3600'])
  expect(linesOf({ kind: 'delete', before: { ...mail, id: 1 } })).toEqual(['- | 10 mail.example.com · TTL 3600 | -'])
  expect(
    linesOf({ kind: 'change', before: { ...mail, id: 1 }, after: { ...mail, content: 'mx.example.com', ttl: 300 } }),
  ).toEqual(['- | mail.example.com | mx.example.com', 'TTL | 3600 | 300'])
})

test('The plan shows which name servers are kept, removed and added', () => {
  const change = { kind: 'nameservers', before: ['ns1.one.example', 'ns2.one.example'] } as const
  expect(linesOf({ ...change, before: [...change.before], after: ['NS2.one.example.', 'ns1.two.example'] })).toEqual([
    '- | ns1.one.example | -',
    '- | ns2.one.example | ns2.one.example',
    '- | - | ns1.two.example',
  ])
})

test('The plan shows the values of the Whois fields that differ, and no other fields', () => {
  const before = { whois_privacy: true, fields: { city: 'Chiyoda', country: 'JP', fax: '' } }
  expect(linesOf({ kind: 'whois', before, after: { whois_privacy: false } })).toEqual(['Whois privacy | On | Off'])
  expect(linesOf({ kind: 'whois', before, after: { fields: { city: 'Minato', country: 'JP', fax: '' } } })).toEqual([
    'City | Chiyoda | Minato',
  ])
})
