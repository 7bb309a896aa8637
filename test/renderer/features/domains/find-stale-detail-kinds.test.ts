import { expect, test } from 'vitest'
import { maxAgeBeforeRefreshOnOpenMs } from '#renderer/composables/max-age-before-refresh-on-open.ts'
import { findStaleDetailKinds } from '#renderer/features/domains/find-stale-detail-kinds.ts'
import {
  doesContractContradictNewerList,
  doesContractContradictNewerLock,
  doesLockContradictNewerContract,
} from '#renderer/features/domains/find-contract-contradictions-with-list-and-lock.ts'
import { listAvailableDomainDetailKinds } from '#shared/domain-and-server-detail-kinds.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

const now = 1_800_000_000_000
const fresh = { data: null, readAt: now - 1, error: null, errorAt: null }
const old = { data: null, readAt: now - maxAgeBeforeRefreshOnOpenMs - 1, error: null, errorAt: null }
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
    tags: [],
    customer: '',
  }
  return {
    row,
    detail: fresh,
    nameservers: fresh,
    whois: fresh,
    lock: fresh,
    zone: fresh,
    annotation: { tags: [], customer: '', note: '' },
    unknownChangeAt: { detail: null, zone: null, nameservers: null, whois: null, lock: null },
    serviceNameservers: [],
    ...facets,
  }
}

test('Opening a domain reads only the details that were never read or are stale', () => {
  expect(findStaleDetailKinds(domainWith('active', { zone: old, whois: never }), now)).toEqual(['zone', 'whois'])
  expect(findStaleDetailKinds(domainWith('active', {}), now)).toEqual([])
})

test('A contract is read again if the list shows another status or expiry, unless the read was just refused', () => {
  const before = {
    ...fresh,
    data: { domain_name: 'example.jp', status: 'active', expiry_date: '2026-12-01' },
  } as Domain['detail']
  const domain = domainWith('active', { detail: before })
  expect(findStaleDetailKinds({ ...domain, row: { ...domain.row, expiryDate: '2026-12-01' } }, now)).toEqual([])
  const renewed = { ...domain, row: { ...domain.row, expiryDate: '2027-12-01' } }
  expect(doesContractContradictNewerList(renewed)).toBe(true)
  expect(findStaleDetailKinds(renewed, now)).toEqual(['detail'])
  const refused = {
    ...before,
    error: { kind: 'service', message: '', details: {} },
    errorAt: now - 1,
  } as Domain['detail']
  expect(findStaleDetailKinds({ ...renewed, detail: refused }, now)).toEqual([])
})

test('A lock is read again when a domain is opened if the contract was read later and its EPP statuses contradict the lock', () => {
  const contract = (epp_statuses: string[], readAt: number) =>
    ({ ...fresh, readAt, data: { domain_name: 'example.jp', status: 'active', epp_statuses } }) as Domain['detail']
  const lock = { ...fresh, readAt: now - 1, data: { locked: false } } as Domain['lock']
  const locked = ['clientTransferProhibited']
  for (const [epp, contractReadAt, isStale] of [
    [locked, now, true],
    [[], now, false],
    [locked, now - 2, false],
  ] as const) {
    const domain = domainWith('active', { detail: contract([...epp], contractReadAt), lock })
    expect(doesLockContradictNewerContract(domain)).toBe(isStale)
    expect(findStaleDetailKinds(domain, now).includes('lock')).toBe(isStale)
  }
})

test('A contract is read again if the lock was read later and its EPP statuses contradict the lock', () => {
  const contract = (epp_statuses: string[] | undefined) =>
    ({ ...fresh, data: { domain_name: 'example.jp', status: 'active', epp_statuses } }) as Domain['detail']
  const lock = (locked: boolean, readAt: number) => ({ ...fresh, readAt, data: { locked } }) as Domain['lock']
  const locked = ['clientTransferProhibited']
  for (const [epp, isLocked, lockReadAt, isNewer] of [
    [locked, false, now, true],
    [[], true, now, true],
    [locked, true, now, false],
    [[], false, now, false],
    [undefined, true, now, false],
    [locked, false, now - 2, false],
  ] as const) {
    const domain = domainWith('active', { detail: contract(epp && [...epp]), lock: lock(isLocked, lockReadAt) })
    expect(doesContractContradictNewerLock(domain)).toBe(isNewer)
    expect(findStaleDetailKinds(domain, now).includes('detail')).toBe(isNewer)
  }
})

test('Name servers, Whois and lock are read for active domains only', () => {
  for (const status of ['expired', 'transferring', 'transfer_action_required', 'pending_create', 'something_new']) {
    expect(listAvailableDomainDetailKinds(status)).toEqual(['detail', 'zone'])
  }
  expect(listAvailableDomainDetailKinds('active')).toHaveLength(5)
})

test('Opening a domain does not repeat a read that the service just refused, but one that did not reach it', () => {
  const refused = { ...never, error: { kind: 'service', message: '', details: {} } } as const
  expect(findStaleDetailKinds(domainWith('active', { whois: { ...refused, errorAt: now - 1 } }), now)).toEqual([])
  expect(
    findStaleDetailKinds(
      domainWith('active', { whois: { ...refused, errorAt: now - maxAgeBeforeRefreshOnOpenMs - 1 } }),
      now,
    ),
  ).toEqual(['whois'])
  const unreached = { ...never, error: { kind: 'no_network', message: '', details: {} } } as const
  expect(findStaleDetailKinds(domainWith('active', { whois: { ...unreached, errorAt: now - 1 } }), now)).toEqual([
    'whois',
  ])
  expect(
    findStaleDetailKinds(domainWith('active', { whois: { ...unreached, readAt: now - 2, errorAt: now - 1 } }), now),
  ).toEqual(['whois'])
})
