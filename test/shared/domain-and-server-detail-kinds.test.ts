import { expect, test } from 'vitest'
import { getEndpoint } from '#shared/api/endpoints.ts'
import {
  listAvailableDomainDetailKinds,
  domainDetailKinds,
  getEndpointOfDetail,
  getRankAmongNeverReadDetails,
  serverDetailKinds,
  type DetailRef,
} from '#shared/domain-and-server-detail-kinds.ts'

const details: DetailRef[] = [
  ...domainDetailKinds.map((detailKind) => ({ resourceKind: 'domain' as const, name: 'one.example', detailKind })),
  ...serverDetailKinds.map((detailKind) => ({ resourceKind: 'server' as const, name: 'one', detailKind })),
]

test('Each detail is read by a separate endpoint that changes nothing', () => {
  const names = details.map(getEndpointOfDetail)
  expect(new Set(names).size).toBe(details.length)
  expect(names.filter((name) => getEndpoint(name).idempotency !== 'read')).toEqual([])
})

test('A first sync reads the zones of all domains before any other detail, and the servers last', () => {
  const sorted = details.toSorted(
    (one, other) => getRankAmongNeverReadDetails(one) - getRankAmongNeverReadDetails(other),
  )
  expect(sorted.map(({ detailKind }) => detailKind)).toEqual([
    'zone',
    'nameservers',
    'whois',
    'lock',
    'detail',
    'info',
    'usage',
  ])
})

test('Details that exist for active domains only are not read for other domains', () => {
  expect(listAvailableDomainDetailKinds('active')).toEqual(['detail', 'zone', 'nameservers', 'whois', 'lock'])
  expect(listAvailableDomainDetailKinds('expired')).toEqual(['detail', 'zone'])
})
