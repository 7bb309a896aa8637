import { describe, expect, test } from 'vitest'
import {
  listChangedRecordFields,
  hasSameRecordFields,
  isDuplicateRecord,
  hasSameIdAndFields,
} from '#shared/dns/records/compare-two-records.ts'

const address = { type: 'AAAA', host: 'www', content: '2001:db8::1', ttl: 3600, priority: 0 }
const mail = { type: 'MX', host: '@', content: 'mail.example.jp', ttl: 3600, priority: 10 }

describe('Comparing two records field by field', () => {
  test('Another spelling is a change', () => {
    expect(listChangedRecordFields(address, { ...address, host: 'WWW', ttl: 60 })).toEqual(['host', 'ttl'])
    expect(hasSameRecordFields(address, { ...address, content: '2001:DB8::1' })).toBe(false)
  })

  test('The ID counts only for the same record', () => {
    const [first, second] = [
      { id: 1, ...address },
      { id: 2, ...address },
    ]
    expect(hasSameRecordFields(first, second)).toBe(true)
    expect(hasSameIdAndFields(first, second)).toBe(false)
    expect(hasSameIdAndFields(first, { ...first })).toBe(true)
  })
})

describe('Comparing two records by meaning', () => {
  test.each([
    ['the case of the host', { ...address, host: 'WWW' }, address],
    ['the spelling of an IP address', { ...address, content: '2001:0DB8:0::1' }, address],
    ['a dot at the end of a name', { ...mail, content: 'Mail.example.jp.' }, mail],
    [
      'the quotes of a text',
      { ...address, type: 'TXT', content: '"a b"' },
      { ...address, type: 'TXT', content: 'a b' },
    ],
    [
      'the division of a text into strings',
      { ...address, type: 'TXT', content: '"v=spf1 " "-all"' },
      { ...address, type: 'TXT', content: '"v=spf1 -all"' },
    ],
    [
      'the escapes of a text',
      { ...address, type: 'TXT', content: '"a\\;\\098\\""' },
      { ...address, type: 'TXT', content: 'a;b"' },
    ],
    ['the TTL', { ...mail, ttl: 60 }, mail],
    ['a priority that the type does not use', { ...address, priority: 5 }, address],
  ])('Records that differ in %s are duplicates', (_, one, other) => {
    expect(isDuplicateRecord(one, other)).toBe(true)
  })

  test.each([
    ['the priority of an MX record', { ...mail, priority: 20 }, mail],
    ['the type', { ...address, type: 'A' }, address],
    [
      'quotes inside a text',
      { ...address, type: 'TXT', content: 'a "b"' },
      { ...address, type: 'TXT', content: 'a b' },
    ],
    ['the case of a text', { ...address, type: 'TXT', content: 'a' }, { ...address, type: 'TXT', content: 'A' }],
  ])('Records that differ in %s are no duplicates', (_, one, other) => {
    expect(isDuplicateRecord(one, other)).toBe(false)
  })
})
