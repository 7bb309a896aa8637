import { expect, test } from 'vitest'
import {
  isContractOutdated,
  staleAfterMs,
  staleDomainDetails,
} from '#renderer/features/domains/stale-domain-details.ts'
import { availableDetailKinds } from '#shared/domain-detail-kinds.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

const now = 1_800_000_000_000
const fresh = { data: null, readAt: now - 1, error: null, errorAt: null }
const old = { data: null, readAt: now - staleAfterMs - 1, error: null, errorAt: null }
const never = { data: null, readAt: null, error: null, errorAt: null }

function domainWith(status: string, facets: Partial<Domain>): Domain {
  const row = {
    accountId: 'a',
    name: 'example.jp',
    decodedName: null,
    status,
    expiryDate: null,
    autoRenew: null,
    records: null,
    readAt: now,
    zoneReadAt: null,
    goneSince: null,
  }
  return {
    row,
    detail: fresh,
    nameservers: fresh,
    whois: fresh,
    lock: fresh,
    zone: fresh,
    serviceNameservers: [],
    ...facets,
  }
}

test('opening a domain reads what was never read or is stale, and nothing else', () => {
  expect(staleDomainDetails(domainWith('active', { zone: old, whois: never }), now)).toEqual(['zone', 'whois'])
  expect(staleDomainDetails(domainWith('active', {}), now)).toEqual([])
})

test('a contract that was read before the list showed another status or expiry is read again, unless that was just refused', () => {
  const before = {
    ...fresh,
    data: { domain_name: 'example.jp', status: 'active', expiry_date: '2026-12-01' },
  } as Domain['detail']
  const domain = domainWith('active', { detail: before })
  expect(staleDomainDetails({ ...domain, row: { ...domain.row, expiryDate: '2026-12-01' } }, now)).toEqual([])
  const renewed = { ...domain, row: { ...domain.row, expiryDate: '2027-12-01' } }
  expect(isContractOutdated(renewed)).toBe(true)
  expect(staleDomainDetails(renewed, now)).toEqual(['detail'])
  const refused = {
    ...before,
    error: { kind: 'service', message: '', details: {} },
    errorAt: now - 1,
  } as Domain['detail']
  expect(staleDomainDetails({ ...renewed, detail: refused }, now)).toEqual([])
})

test('name servers, Whois and lock are asked of active domains only', () => {
  for (const status of ['expired', 'transferring', 'transfer_action_required', 'pending_create', 'something_new']) {
    expect(availableDetailKinds(status)).toEqual(['detail', 'zone'])
  }
  expect(availableDetailKinds('active')).toHaveLength(5)
})

test('a read that the service has just refused is not tried again by opening the domain, one that did not reach it is', () => {
  const refused = { ...never, error: { kind: 'service', message: '', details: {} } } as const
  expect(staleDomainDetails(domainWith('active', { whois: { ...refused, errorAt: now - 1 } }), now)).toEqual([])
  expect(
    staleDomainDetails(domainWith('active', { whois: { ...refused, errorAt: now - staleAfterMs - 1 } }), now),
  ).toEqual(['whois'])
  const unreached = { ...never, error: { kind: 'no_network', message: '', details: {} } } as const
  expect(staleDomainDetails(domainWith('active', { whois: { ...unreached, errorAt: now - 1 } }), now)).toEqual([
    'whois',
  ])
  expect(
    staleDomainDetails(domainWith('active', { whois: { ...unreached, readAt: now - 2, errorAt: now - 1 } }), now),
  ).toEqual(['whois'])
})
