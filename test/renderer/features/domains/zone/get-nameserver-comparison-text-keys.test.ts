import { expect, test } from 'vitest'
import {
  getRecordSetStateTextKey,
  getUncomparedDataTextKey,
} from '#renderer/features/domains/zone/get-nameserver-comparison-text-keys.ts'

test('A record set is shown as not asked when no name server answers for the zone', () => {
  const server = (reason: 'no_address' | 'refused' | null) => ({ name: 'ns1.example', address: null, reason })
  const set = { state: 'not_reachable' } as const
  expect(getRecordSetStateTextKey(set, [server('no_address'), server('refused')])).toBe('not_asked')
  expect(getRecordSetStateTextKey(set, [server('no_address'), server(null)])).toBe('not_reachable')
})

test('A comparison of name servers alone says that the records were not read', () => {
  const set = { host: '@', type: 'NS', name: 'example.com', state: 'same', doServersDiffer: false } as const
  const recordSets = [{ ...set, stored: ['ns1.example'], source: 'nameservers' as const, answers: [] }]
  expect(getUncomparedDataTextKey({ recordSets, zoneReadAt: null })).toBe('recordsNotRead')
  expect(getUncomparedDataTextKey({ recordSets, zoneReadAt: 1 })).toBeNull()
  expect(getUncomparedDataTextKey({ recordSets: [], zoneReadAt: null })).toBe('nothing')
})
