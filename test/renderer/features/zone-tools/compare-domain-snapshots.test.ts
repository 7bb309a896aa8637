import { expect, test } from 'vitest'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { describeDomainChangeDiff } from '#renderer/features/change-plans/describe-domain-change-diff.ts'
import {
  compareDomainSnapshots,
  type DomainSnapshotContent,
} from '#renderer/features/zone-tools/compare-domain-snapshots.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const record = (id: number, host: string, content: string): ZoneRecord => ({
  id,
  type: 'A',
  host,
  content,
  ttl: 3600,
  priority: 0,
})
const state: DomainSnapshotContent = {
  records: [record(1, 'www', '192.0.2.1'), record(2, '@', '192.0.2.1')],
  nameservers: ['ns1.one.example', 'ns2.one.example'],
  whois: { whois_privacy: true, fields: { city: 'Osaka', email: 'a@one.example' } },
  lock: true,
}
const shown = (changes: readonly DomainChange[]) =>
  changes.map((change) => {
    const { kind, title, lines } = describeDomainChangeDiff(change, i18n.global.t)
    return [kind, title, ...lines.map(({ before, after }) => `${before ?? '-'} → ${after ?? '-'}`)].join(' | ')
  })

test('A comparison of two states shows each value before and after, settings first and records by host', () => {
  const { changes, compared, notCompared } = compareDomainSnapshots('one.example', state, {
    records: [record(1, 'www', '192.0.2.9'), record(3, 'blog', '192.0.2.3')],
    nameservers: ['ns1.two.example', 'ns2.two.example'],
    whois: { whois_privacy: false, fields: { city: 'Minato', email: 'a@one.example' } },
    lock: false,
  })
  expect(shown(changes)).toEqual([
    'change | Name servers | ns1.one.example → - | ns2.one.example → - | - → ns1.two.example | - → ns2.two.example',
    'change | Registrar lock | On → Off',
    'change | Whois | On → Off | Osaka → Minato',
    'delete | A @ | 192.0.2.1 · TTL 3600 → -',
    'add | A blog | - → 192.0.2.3 · TTL 3600',
    'change | A www | 192.0.2.1 → 192.0.2.9',
  ])
  expect(compared).toEqual(['records', 'nameservers', 'whois', 'lock'])
  expect(notCompared).toEqual([])
})

test('States that differ only in the spelling of name servers, in record IDs or in empty Whois fields are equal', () => {
  const { changes } = compareDomainSnapshots('one.example', state, {
    ...state,
    records: [record(8, '@', '192.0.2.1'), record(9, 'www', '192.0.2.1')],
    nameservers: ['NS2.one.example.', 'ns1.one.example'],
    whois: { whois_privacy: true, fields: { city: 'Osaka', email: 'a@one.example', fax: '' } },
  })
  expect(changes).toEqual([])
})

test('A part that only one state has is named and causes no difference', () => {
  const { changes, compared, notCompared } = compareDomainSnapshots(
    'one.example',
    { ...state, nameservers: null, lock: null },
    { ...state, whois: null, lock: null },
  )
  expect(changes).toEqual([])
  expect(compared).toEqual(['records'])
  expect(notCompared).toEqual(['nameservers', 'whois'])
})
