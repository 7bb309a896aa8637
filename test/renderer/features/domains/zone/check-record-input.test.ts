import { describe, expect, test } from 'vitest'
import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { listChangedRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { toFqdn, doesRecordTypeUsePriority } from '#shared/dns/records/dns-record.ts'
import { recordErrorCodes, recordWarningCodes } from '#shared/dns/record-rules/record-finding-codes.ts'
import { completeRecordInputSchema } from '#shared/ipc/dns.ts'
import { checkRecordInput, getRecordFindingTextKey } from '#renderer/features/domains/zone/check-record-input.ts'
import { en } from '#renderer/text/en.ts'

const good = { type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 }
const empty = { domain: 'example.com', zone: [] }

describe('The input of the record form', () => {
  test('The input is sent without spaces around host and content', () => {
    expect(checkRecordInput({ ...good, host: ' www ', content: '192.0.2.1\n' }, null, empty).draft).toEqual(good)
  })

  test('Japanese input is sent as Punycode, converted as a browser does', () => {
    const { draft } = checkRecordInput(
      { ...good, type: 'CNAME', host: '_x.店舗', content: '例え．日本語。jp' },
      null,
      empty,
    )
    expect(draft).toMatchObject({ host: '_x.xn--hxt330f', content: 'xn--r8jz45g.xn--wgv71a119e.jp' })
    expect(checkRecordInput({ ...good, content: '１９２.０.２.１' }, null, empty).draft).toEqual(good)
  })

  test.each([
    ['an invalid address', { content: '999.1.1.1' }, 'content', 'ipv4'],
    ['an empty host', { host: '  ' }, 'host', 'hostEmpty'],
    ['no TTL', { ttl: null }, 'ttl', 'ttl'],
    ['a priority that its type does not have', { priority: 5 }, 'priority', 'priorityUnused'],
    ['a type that the service does not take', { type: 'CAA' }, 'type', 'type'],
  ])('An input with %s is refused with an error at that field', (_, wrong, field, code) => {
    const { draft, findings } = checkRecordInput({ ...good, ...wrong }, null, empty)
    expect(draft).toBeNull()
    expect(findings).toEqual([expect.objectContaining({ field, code, severity: 'error' })])
  })

  test('An input with only a warning is accepted', () => {
    const { draft, findings } = checkRecordInput(
      { ...good, type: 'CNAME', host: '@', content: 'a.example' },
      null,
      empty,
    )
    expect(completeRecordInputSchema.safeParse(draft).success).toBe(true)
    expect(findings.map(({ code }) => code)).toEqual(['cnameApex'])
  })
})

test('Every rule of records has its own text', () => {
  const keys = [...recordErrorCodes, ...recordWarningCodes].map((code) =>
    getRecordFindingTextKey({ field: 'host', code, severity: 'warning', values: {} }),
  )
  const texts = {
    ...Object.fromEntries(Object.keys(en.dns.invalid).map((code) => [`dns.invalid.${code}`, true])),
    ...Object.fromEntries(Object.keys(en.dns.warning).map((code) => [`dns.warning.${code}`, true])),
  }
  expect(keys.filter((key) => !(key in texts))).toEqual([])
})

test('The changed fields of two records are those with different values', () => {
  expect(listChangedRecordFields(good, good)).toEqual([])
  expect(listChangedRecordFields(good, { ...good, content: '192.0.2.2', ttl: 60 })).toEqual(['content', 'ttl'])
})

test('The host @ means the domain itself', () => {
  expect(toFqdn('@', 'example.jp')).toBe('example.jp')
  expect(toFqdn('www', 'example.jp')).toBe('www.example.jp')
})

test('Only MX and SRV use the priority', () => {
  expect(recordTypes.filter(doesRecordTypeUsePriority)).toEqual(['MX', 'SRV'])
})
