import { expect, test } from 'vitest'
import { listRecordTargetsToFilterBy } from '#renderer/features/domains/zone/list-record-targets-to-filter-by.ts'

test('The menu of a record offers the addresses and host names to which it points, each once', () => {
  expect(listRecordTargetsToFilterBy({ type: 'A', content: '192.0.2.1' })).toEqual(['192.0.2.1'])
  expect(listRecordTargetsToFilterBy({ type: 'CNAME', content: 'Web.Example.' })).toEqual(['web.example'])
  const content = 'v=spf1 ip4:192.0.2.1 include:_spf.mail.example include:_spf.mail.example ~all'
  expect(listRecordTargetsToFilterBy({ type: 'TXT', content })).toEqual(['192.0.2.1', '_spf.mail.example'])
})

test.each([
  ['MX', '.'],
  ['CNAME', 'localhost'],
  ['TXT', 'v=spf1 exists:%{i}._spf.mail.example -all'],
])('The menu of a record offers no target that the filter of the domain list cannot match (%s %s)', (type, content) => {
  expect(listRecordTargetsToFilterBy({ type, content })).toEqual([])
})
