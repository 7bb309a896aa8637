import { expect, test } from 'vitest'
import { formatRecordForSearch } from '#main/store/format-record-for-search.ts'

test('A record is searched by its host as shown, its full name, its values, and its decoded names', () => {
  const record = { host: '@', ttl: 600, type: 'MX', priority: 10, content: 'mail.xn--t8j0ayjlb.example' }
  expect(formatRecordForSearch('xn--wgv71a119e.com', record)).toBe(
    'xn--wgv71a119e.com @ TTL 600 MX 10 mail.xn--t8j0ayjlb.example 日本語.com mail.おしゃれ.example',
  )
  expect(formatRecordForSearch('one.example', { ...record, host: 'www', type: 'A', content: '192.0.2.1' })).toBe(
    'www.one.example www TTL 600 A 10 192.0.2.1',
  )
})
