import type { Idna } from '#shared/idna-interface.ts'
import type { Delegation } from '#shared/dns/nameservers/classify-delegation.ts'
import { type DnsRecordFields, normalizeRelativeHost, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { createZonePlanWarning, type ZonePlanFinding } from './zone-plan-finding-codes.ts'
import type { PlannedRecordChange } from './planned-record-change.ts'
import { computeRecordsAfterChanges } from './compute-records-after-changes.ts'
import type { RecordFindingCode } from '#shared/dns/record-rules/record-finding-codes.ts'
import { isNullMx, isSpfDmarcOrMx } from '#shared/dns/record-rules/check-mail-record-conflicts.ts'
import { checkRecord } from '#shared/dns/record-rules/check-record.ts'
import { createZoneRecordIndex, type ZoneRecordIndex } from './zone-record-index.ts'

export interface ZonePlanToCheck {
  /** In Punycode. */
  domain: string
  /** The zone for which the plan was made. */
  zone: readonly ZoneRecord[]
  changes: readonly PlannedRecordChange[]
  /** `unread`: the name servers of the domain were not read so far. `unreadable`: the service does not give them. */
  delegation: Delegation | 'unread' | 'unreadable'
  idna: Idna
}

/** Changing or deleting more than this share of the zone's records gives a warning. */
const manyTouchedShare = 0.3

/**
 * Number of records from which a large share of changed records needs a confirmation. In smaller zones such a share is
 * usual.
 */
const smallestZoneToConfirm = 10

/** Findings of single records that the plan reports once for all records. */
const reportedByPlan: ReadonlySet<RecordFindingCode> = new Set<RecordFindingCode>([
  'cnameBesideOthers',
  'besideCname',
  'targetMissing',
  'rootNs',
])

/**
 * Returns what the user should know before the plan is sent, and which rules its records break. Empty for an empty
 * plan.
 */
export function checkZonePlan(plan: ZonePlanToCheck): ZonePlanFinding[] {
  const { domain, zone, changes } = plan
  if (changes.length === 0) return []
  let newId = 0
  const after = computeRecordsAfterChanges(zone, changes, () => (newId -= 1))
  const zones = { before: createZoneRecordIndex(zone, domain), after: createZoneRecordIndex(after, domain) }
  return [
    ...checkDelegation(plan.delegation),
    ...checkExtent(zone, changes),
    ...checkApex(plan, after),
    ...findCnameConflicts(changes, zones.after),
    ...findMissingTargets(zone, after, zones),
    ...checkRecords(plan, zones.after),
  ]
}

/**
 * Returns true if the user must type a confirmation before the plan is sent: it touches much of a zone, its apex NS
 * records or its mail.
 */
export function doFindingsNeedTypedConfirmation(findings: readonly ZonePlanFinding[]): boolean {
  return findings.some(({ code, values }) => {
    if (code === 'manyTouched') return Number(values['total']) >= smallestZoneToConfirm
    return ['allDeleted', 'apexNsTouched', 'apexMxRemoved', 'unusedMxRemoved'].includes(code)
  })
}

/**
 * The zone has an effect only if the name servers of the domain are the service's (API description, section "Domain
 * API", DNS).
 */
function checkDelegation(delegation: ZonePlanToCheck['delegation']): ZonePlanFinding[] {
  if (delegation === 'unread') return [createZonePlanWarning('zoneUnread')]
  if (delegation === 'unreadable') return [createZonePlanWarning('zoneUnreadable')]
  switch (delegation.state) {
    case 'service':
      return []
    case 'unknown':
      return [createZonePlanWarning('zoneUnknown')]
    case 'elsewhere':
      return [createZonePlanWarning('zoneElsewhere', { names: delegation.nameservers.join(', ') })]
    case 'mixed':
      return [createZonePlanWarning('zoneMixed', { names: delegation.foreign.join(', ') })]
  }
}

function checkExtent(
  { length: total }: readonly ZoneRecord[],
  changes: readonly PlannedRecordChange[],
): ZonePlanFinding[] {
  const deleted = changes.filter(({ kind }) => kind === 'delete').length
  if (total > 0 && deleted === total) return [createZonePlanWarning('allDeleted', { n: total })]
  const n = changes.filter(({ kind }) => kind !== 'add').length
  if (n <= total * manyTouchedShare) return []
  return [createZonePlanWarning('manyTouched', { n, total, percent: Math.round((n / total) * 100) })]
}

function isAtApex(type: string): (record: DnsRecordFields) => boolean {
  return (record) => record.type === type && normalizeRelativeHost(record.host) === '@'
}

function recordsOf(change: PlannedRecordChange): DnsRecordFields[] {
  if (change.kind === 'change') return [change.before, change.after]
  return [change.kind === 'add' ? change.after : change.before]
}

/** Mail follows the zone only if the domain uses the service's name servers. A null MX record receives no mail. */
function checkApex({ zone, changes, delegation }: ZonePlanToCheck, after: readonly ZoneRecord[]): ZonePlanFinding[] {
  const isUnused = typeof delegation === 'object' && delegation.state === 'elsewhere'
  const hasNs = changes.some((change) => recordsOf(change).some(isAtApex('NS')))
  const isMx = isAtApex('MX')
  const hasLostMail = zone.some((record) => isMx(record) && !isNullMx(record.content)) && !after.some(isMx)
  return [
    ...(hasNs ? [createZonePlanWarning('apexNsTouched')] : []),
    ...(hasLostMail ? [createZonePlanWarning(isUnused ? 'unusedMxRemoved' : 'apexMxRemoved')] : []),
  ]
}

/**
 * A CNAME must be the only record of its host (RFC 1034, section 3.6.2). Hosts that keep their records are not
 * reported.
 */
function findCnameConflicts(changes: readonly PlannedRecordChange[], after: ZoneRecordIndex): ZonePlanFinding[] {
  const hosts = new Set(
    changes.flatMap((change) => (change.kind === 'delete' ? [] : [normalizeRelativeHost(change.after.host)])),
  )
  return [...hosts].flatMap((host) => {
    const types = after.recordsAt(host).map(({ type }) => type)
    const cnames = types.filter((type) => type === 'CNAME').length
    if (types.length < 2 || cnames === 0) return []
    if (cnames === types.length) return [createZonePlanWarning('severalCnames', { host, n: cnames })]
    // One CNAME conflicts with all other records of the host, so a further CNAME counts among them.
    const others = cnames === 1 ? types.filter((type) => type !== 'CNAME') : types
    return [createZonePlanWarning('cnameConflict', { host, types: [...new Set(others)].sort().join(', ') })]
  })
}

/**
 * Returns a warning for each record whose target will have no record in the zone after the plan. A record is not
 * reported if the plan keeps it and its target had no record before either. A record that the plan points to another
 * missing target is reported.
 */
function findMissingTargets(
  zone: readonly ZoneRecord[],
  after: readonly ZoneRecord[],
  zones: { before: ZoneRecordIndex; after: ZoneRecordIndex },
): ZonePlanFinding[] {
  const before = new Map(zone.map((record) => [record.id, record]))
  return after.flatMap((record) => {
    const target = zones.after.findMissingTarget(record)
    const old = before.get(record.id)
    if (target === null || (old && zones.before.findMissingTarget(old) === target)) return []
    const isRemovedByPlan = zones.before.findMissingTarget(record) === null
    const code = isRemovedByPlan ? 'targetRemoved' : 'targetMissing'
    return [createZonePlanWarning(code, { type: record.type, host: record.host, target })]
  })
}

function checkRecords({ domain, changes, idna }: ZonePlanToCheck, after: ZoneRecordIndex): ZonePlanFinding[] {
  let newId = 0
  return changes.flatMap((change, index) => {
    if (change.kind === 'delete') return []
    const before = change.kind === 'change' ? change.before : null
    const record = { ...change.after, id: before?.id ?? (newId -= 1) }
    // Only these records can lead to a finding that the plan itself does not report.
    const zone = [
      after.findDuplicate(record),
      after.findCnameAtTarget(record),
      ...(isSpfDmarcOrMx(record) ? after.recordsAt(normalizeRelativeHost(record.host)).filter(isSpfDmarcOrMx) : []),
    ].filter((one): one is ZoneRecord => one !== undefined && one.id !== record.id)
    return checkRecord(change.after, before, { domain, zone, idna })
      .filter(({ code }) => !reportedByPlan.has(code))
      .map((finding): ZonePlanFinding => ({ scope: 'record', change: index, ...finding }))
  })
}
