import { expect, test } from 'vitest'
import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { normalizeNameservers } from '#shared/dns/nameservers/nameserver-rules.ts'
import { idna } from '#main/node-idna.ts'
import { emptyDomainEdit } from '#main/plans/domain-edit-schema.ts'
import type { DomainZoneAndSettings } from '#main/plans/domain-zone-and-settings.ts'
import { planDomainChanges } from '#main/plans/plan-domain-changes.ts'
import {
  planRegistrarLockChange,
  planNameserversChange,
  planWhoisChange,
  type ChangesWithFindings,
} from '#main/plans/plan-domain-setting-changes.ts'

const ownTexts: Record<string, string> = { phone: '+81.312345678', country: 'JP', email: 'who@example.com' }
const filled = Object.fromEntries(whoisFieldNames.map((field) => [field, ownTexts[field] ?? 'Text']))

function createState(fields: Partial<DomainZoneAndSettings> = {}): DomainZoneAndSettings {
  return {
    name: 'example.com',
    status: 'active',
    listReadAt: 1000,
    zone: [],
    nameservers: ['ns1.service.example', 'ns2.service.example'],
    lock: { locked: false, locked_by_migration: false, unlock_blocked: false, warn_on_lock: false },
    whois: {
      whois_privacy: true,
      is_whois_privacy_available: true,
      locked_by_migration: false,
      mail_validation_required: false,
      fields: filled,
    },
    isRegistrarSwitchInProgress: { whois: false, lock: false },
    isWhoisEditable: true,
    serviceNameservers: ['ns1.service.example', 'ns2.service.example'],
    ...fields,
  }
}

const codes = ({ findings }: ChangesWithFindings) => findings.map(({ code, severity }) => `${severity} ${code}`)
const typed = (...names: string[]) => planNameserversChange(createState(), normalizeNameservers(names, idna))

test('Name servers in another order, letter case or with trailing dots are no change', () => {
  expect(typed('NS2.service.example.', 'ns1.service.example')).toEqual({ changes: [], findings: [] })
})

test('Every rule of a list of name servers is checked before a call is spent', () => {
  expect(codes(typed())).toEqual(['error nameserversTooFew'])
  const many = Array.from({ length: 14 }, (_, index) => `ns${index}.example.net`)
  expect(codes(typed(...many))).toEqual(['error nameserversTooMany'])
  expect(typed(...many.slice(1)).changes).toHaveLength(1)
  expect(codes(typed('ns1.example.net', 'NS1.example.net.'))).toEqual(['error nameserverTwice'])
  expect(codes(typed('192.0.2.1'))).toEqual(['error nameserverAddress'])
  expect(codes(typed('ns'))).toEqual(['error nameserverForm'])
  expect(codes(typed('ns_1.example.net'))).toEqual(['error nameserverForm'])
  const label = 'a'.repeat(63)
  expect(typed(`${label}.${label}.${label}.${'a'.repeat(61)}`).changes).toHaveLength(1)
  expect(codes(typed(`${label}.${label}.${label}.${'a'.repeat(62)}`))).toEqual(['error nameserverLong'])
})

test('A plan of name servers says when the zone stops or begins to have an effect, and which names need glue', () => {
  expect(codes(typed('ns1.example.net', 'ns1.service.example'))).toEqual(['warning zonePartlyInEffect'])
  expect(codes(typed('ns1.example.net', 'ns.example.com'))).toEqual([
    'warning nameserverGlue',
    'warning zoneLosesEffect',
  ])
  const elsewhere = createState({ nameservers: ['ns1.example.net'] })
  expect(codes(planNameserversChange(elsewhere, ['ns1.service.example']))).toEqual(['warning zoneTakesEffect'])
  const mixed = createState({ nameservers: ['ns1.example.net', 'ns1.service.example'] })
  expect(codes(planNameserversChange(mixed, ['ns1.service.example']))).toEqual(['warning zoneFullyInEffect'])
})

test('Settings of a domain that is not active by the list as last read are not changed', () => {
  const state = createState({ status: 'expired' })
  for (const plan of [
    planNameserversChange(state, ['ns1.example.net']),
    planRegistrarLockChange(state, { locked: true, leavesOutOneWayLocks: false }),
    planWhoisChange(state, { whois_privacy: false }),
  ]) {
    expect([plan.changes, codes(plan)]).toEqual([[], ['error domainNotActive']])
    expect(plan.findings[0]?.values).toEqual({ status: 'expired', readAt: 1000 })
  }
})

test('A lock that the service would refuse to change is reported, and nothing is planned', () => {
  const lock = { locked: true, locked_by_migration: true, unlock_blocked: true, warn_on_lock: false }
  const state = createState({ lock, isRegistrarSwitchInProgress: { whois: true, lock: true } })
  const plan = planRegistrarLockChange(state, { locked: false, leavesOutOneWayLocks: false })
  expect([plan.changes, codes(plan)]).toEqual([[], ['error lockMigrating', 'error unlockBlocked']])
  expect(planRegistrarLockChange(state, { locked: true, leavesOutOneWayLocks: false })).toEqual({
    changes: [],
    findings: [],
  })
})

test('A lock that cannot be cleared again is typed, or left out of a plan of many domains', () => {
  const lock = { locked: false, locked_by_migration: false, unlock_blocked: false, warn_on_lock: true }
  const plan = planRegistrarLockChange(createState({ lock }), { locked: true, leavesOutOneWayLocks: false })
  expect(plan.changes).toEqual([{ kind: 'lock', before: false, after: true }])
  expect(plan.findings).toMatchObject([{ code: 'oneWayLock', needsTypedConfirmation: true }])
  const left = planRegistrarLockChange(createState({ lock }), { locked: true, leavesOutOneWayLocks: true })
  expect([left.changes, codes(left)]).toEqual([[], ['warning oneWayLockLeftOut']])
})

test('Each known obstacle to a Whois change is reported, and nothing is planned', () => {
  const whois = {
    whois_privacy: false,
    is_whois_privacy_available: false,
    locked_by_migration: true,
    mail_validation_required: true,
    fields: filled,
  }
  const state = createState({ whois, isRegistrarSwitchInProgress: { whois: true, lock: true } })
  const plan = planWhoisChange(state, { whois_privacy: true })
  expect([plan.changes, codes(plan)]).toEqual([
    [],
    ['error whoisMigrating', 'error whoisMailValidation', 'error whoisPrivacyUnavailable'],
  ])
  const refused = createState({ isWhoisEditable: false, whoisRefusal: 'Not for this TLD' })
  expect(planWhoisChange(refused, { whois_privacy: false }).findings).toMatchObject([
    { code: 'whoisRefusedByService', values: { message: 'Not for this TLD' } },
  ])
  const attributeType = createState({ isWhoisEditable: false })
  expect(codes(planWhoisChange(attributeType, { whois_privacy: true }))).toEqual(['error whoisNotEditable'])
})

test('A Whois change sends the privacy only when it differs, and all known fields when one differs', () => {
  const [privacy] = planWhoisChange(createState(), { whois_privacy: false, fields: {} }).changes
  expect(privacy).toMatchObject({ kind: 'whois', after: { whois_privacy: false } })
  expect(privacy).not.toHaveProperty('after.fields')
  const [field] = planWhoisChange(createState(), { fields: { city: 'Osaka' } }).changes
  expect(field).toMatchObject({ after: { fields: { ...filled, city: 'Osaka' } } })
  expect(field).not.toHaveProperty('after.whois_privacy')
  expect(planWhoisChange(createState(), { whois_privacy: true, fields: { city: 'Text' } }).changes).toEqual([])
})

test('Fields that become public are checked: an error when they are sent, a warning when the stored ones are shown', () => {
  const fields = { ...filled, city: '', address1: '大阪', phone: '03-1234', address2: '' }
  const whois = { whois_privacy: true, fields: { ...filled, email: '' } }
  const sent = planWhoisChange(createState({ whois }), { whois_privacy: false, fields })
  expect(sent.changes).toEqual([])
  expect(sent.findings.map(({ code, values }) => `${code} ${values['field']}`)).toEqual([
    'whoisFieldEmpty city',
    'whoisFieldNotLatin address1',
    'whoisPhoneForm phone',
  ])
  const stored = planWhoisChange(createState({ whois }), { whois_privacy: false })
  expect([stored.changes.length, codes(stored)]).toEqual([1, ['warning whoisPublished', 'warning whoisFieldEmpty']])
})

test('Name servers that the service does not give are not reported as unread', () => {
  const record = { type: 'A', host: 'new', content: '192.0.2.9', ttl: 3600, priority: 0 }
  const zone = { kind: 'edits' as const, edits: [{ before: null, after: record }] }
  const codes = (status: string) =>
    planDomainChanges(createState({ status, zone: [], nameservers: null }), { ...emptyDomainEdit, zone }).findings.map(
      ({ code }) => code,
    )
  expect(codes('active')).toContain('zoneUnread')
  expect(codes('expired')).toContain('zoneUnreadable')
})
