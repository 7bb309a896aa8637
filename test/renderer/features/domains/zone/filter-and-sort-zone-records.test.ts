import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countRecordsByType,
  filterAndSortZoneRecords,
  zoneSortKeys,
} from '#renderer/features/domains/zone/filter-and-sort-zone-records.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'

const record = fc.record({
  type: fc.constantFrom('A', 'MX', 'TXT', 'CAA'),
  host: fc.constantFrom('@', 'www', 'mail', 'Blog'),
  content: fc.constantFrom('192.0.2.1', 'mx.example', 'v=spf1 ~all'),
  ttl: fc.constantFrom(60, 3600),
  priority: fc.constantFrom(0, 10),
})
const zone = fc
  .array(record, { maxLength: 12 })
  .map((records): ZoneRecord[] => records.map((each, id) => ({ id, ...each })))
const all = { types: [], text: '' }

test('Without a filter, every record is shown once in every sort order', () => {
  fc.assert(
    fc.property(zone, fc.constantFrom(...zoneSortKeys), fc.boolean(), (records, sort, isDescending) => {
      expect(
        filterAndSortZoneRecords(records, all, sort, isDescending)
          .map(({ id }) => id)
          .sort((a, b) => a - b),
      ).toEqual(records.map(({ id }) => id))
    }),
  )
})

test('The sort order does not depend on the order in the service’s answer', () => {
  fc.assert(
    fc.property(zone, fc.constantFrom(...zoneSortKeys), fc.boolean(), (records, sort, isDescending) => {
      expect(filterAndSortZoneRecords(records.toReversed(), all, sort, isDescending)).toEqual(
        filterAndSortZoneRecords(records, all, sort, isDescending),
      )
    }),
  )
})

test('A text filter searches host and content and ignores case', () => {
  const records = [
    { id: 1, type: 'A', host: 'Blog', content: '192.0.2.1', ttl: 60, priority: 0 },
    { id: 2, type: 'CNAME', host: 'www', content: 'BLOG.example', ttl: 60, priority: 0 },
    { id: 3, type: 'A', host: 'mail', content: '192.0.2.2', ttl: 60, priority: 0 },
  ]
  expect(filterAndSortZoneRecords(records, { types: [], text: 'blog' }, 'host', false).map(({ id }) => id)).toEqual([
    1, 2,
  ])
  expect(filterAndSortZoneRecords(records, { types: ['A'], text: 'blog' }, 'host', false).map(({ id }) => id)).toEqual([
    1,
  ])
})

test('A complete address finds the records with that address in any notation, and no longer addresses', () => {
  const contents = ['203.0.113.7', '203.0.113.70', 'v=spf1 ip4:203.0.113.7 -all', '2001:DB8:0::7', '2001:db8::70']
  const records = contents.map((content, id) => ({ id, type: 'A', host: '@', content, ttl: 60, priority: 0 }))
  const found = (text: string) =>
    filterAndSortZoneRecords(records, { types: [], text }, 'host', false).map(({ id }) => id)
  expect(found('203.0.113.7')).toEqual([0, 2])
  expect(found('203.0.113.')).toEqual([0, 1, 2])
  expect(found('2001:db8::7')).toEqual([3])
})

test('The apex is sorted before all other hosts', () => {
  const records = ['aaa', '@', '_dmarc'].map((host, id) => ({
    id,
    type: 'TXT',
    host,
    content: 'x',
    ttl: 60,
    priority: 0,
  }))
  expect(filterAndSortZoneRecords(records, all, 'type', false)[0]?.host).toBe('@')
})

test('The counts by type add up to the number of records and include unknown types', () => {
  fc.assert(
    fc.property(zone, (records) => {
      expect(countRecordsByType(records).reduce((sum, { count }) => sum + count, 0)).toBe(records.length)
    }),
  )
  expect(countRecordsByType([{ id: 1, type: 'CAA', host: '@', content: 'x', ttl: 60, priority: 0 }])).toEqual([
    { type: 'CAA', count: 1 },
  ])
})
