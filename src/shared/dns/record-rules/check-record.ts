import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { Idna } from '#shared/idna-interface.ts'
import { checkRecordContent } from './check-record-content.ts'
import { toHalfWidth, toAsciiName } from '#shared/host-name.ts'
import { checkRecordHost } from './check-record-host.ts'
import {
  type DnsRecordFields,
  doesRecordTypeUsePriority,
  recordFields,
  type RecordField,
} from '#shared/dns/records/dns-record.ts'
import { createRecordFinding, type RecordFinding } from './record-finding-codes.ts'
import { checkRecordAgainstZone } from './check-record-against-zone.ts'

/** A record in a form: numbers may still be missing. */
export type RecordInput = Omit<DnsRecordFields, 'ttl' | 'priority'> & { ttl: number | null; priority: number | null }

export interface RecordRuleContext {
  /** In Punycode. */
  domain: string
  /**
   * The zone's records, including the one being changed. Null when the zone is unknown; conflicts are then not checked.
   */
  zone: readonly (DnsRecordFields & { id: number })[] | null
  idna: Idna
}

/**
 * Returns the form in which a record is sent: trimmed, names in Punycode (API description, section "What the service
 * does"), addresses without full-width digits. The content of a TXT record is only trimmed.
 */
export function normalizeRecordInput<Input extends RecordInput>(record: Input, idna: Idna): Input {
  return {
    ...record,
    host: toAsciiName(record.host.trim(), idna),
    content: normalizeContentInput(record.type, record.content.trim(), idna),
  }
}

function normalizeContentInput(type: string, content: string, idna: Idna): string {
  if (type === 'TXT') return content
  if (type === 'A' || type === 'AAAA') return toHalfWidth(content)
  return toHalfWidth(content)
    .split(/\s+/)
    .map((part) => toAsciiName(part, idna))
    .join(' ')
}

/**
 * A record that breaks one of these rules is never sent. The finding stays an error even if the stored record already
 * broke the rule.
 */
const alwaysErrors: readonly string[] = [
  'type',
  'hostEmpty',
  'hostLong',
  'contentEmpty',
  'contentLong',
  'ttl',
  'priority',
]

/**
 * Returns every rule that a record breaks: errors first, then in the order of the fields. `before`: the record that is
 * replaced. An error that `before` already has in an unchanged field is only a warning, because the service accepted
 * that record.
 */
export function checkRecord(
  record: RecordInput,
  before: (DnsRecordFields & { id: number }) | null,
  context: RecordRuleContext,
): RecordFinding[] {
  const others = context.zone?.filter(({ id }) => id !== before?.id) ?? null
  const found = findBrokenRules(record, others, context)
  const existingFindings = before ? findBrokenRules(before, others, context) : []
  const isExistingFinding = (one: RecordFinding) =>
    before !== null &&
    record.type === before.type &&
    record.host === before.host &&
    record[one.field] === before[one.field] &&
    !alwaysErrors.includes(one.code) &&
    existingFindings.some(({ code, field }) => code === one.code && field === one.field)
  return found
    .map((one): RecordFinding =>
      one.severity === 'error' && isExistingFinding(one) ? { ...one, severity: 'warning' } : one,
    )
    .sort(
      (one, other) =>
        Number(one.severity === 'warning') - Number(other.severity === 'warning') ||
        recordFields.indexOf(one.field) - recordFields.indexOf(other.field),
    )
}

function findBrokenRules(
  record: RecordInput,
  others: readonly DnsRecordFields[] | null,
  { domain, idna }: RecordRuleContext,
): RecordFinding[] {
  const { type, host, content, ttl, priority } = record
  const { dnsTtl, dnsPriority } = requestFieldRules
  const own = [
    ...((recordTypes as readonly string[]).includes(type)
      ? []
      : [createRecordFinding('type', 'type', { types: recordTypes.join(', ') })]),
    ...checkRecordHost(host, type, domain, idna),
    ...checkRecordContent({ type, host, content }, domain, idna),
    ...(isWithin(ttl, dnsTtl) ? [] : [createRecordFinding('ttl', 'ttl', { min: dnsTtl.min, max: dnsTtl.max })]),
    ...(isWithin(priority, dnsPriority)
      ? []
      : [createRecordFinding('priority', 'priority', { min: dnsPriority.min, max: dnsPriority.max })]),
    ...(isWithin(priority, dnsPriority) && priority !== 0 && !doesRecordTypeUsePriority(type)
      ? [createRecordFinding('priority', 'priorityUnused', { type })]
      : []),
    ...(host === '@' && type === 'CNAME' ? [createRecordFinding('host', 'cnameApex')] : []),
    ...(host === '@' && type === 'NS' ? [createRecordFinding('host', 'rootNs')] : []),
  ]
  const isWhole =
    others !== null && ttl !== null && priority !== null && !own.some(({ severity }) => severity === 'error')
  return isWhole ? [...own, ...checkRecordAgainstZone({ type, host, content, ttl, priority }, others, domain)] : own
}

function isWithin(value: number | null, { min, max }: { min: number; max: number }): boolean {
  return value !== null && Number.isInteger(value) && value >= min && value <= max
}

/** Returns the first error of each field, by field. */
export function findFirstErrorByField(findings: readonly RecordFinding[]): Partial<Record<RecordField, RecordFinding>> {
  const errors = findings.filter(({ severity }) => severity === 'error').reverse()
  return Object.fromEntries(errors.map((one) => [one.field, one]))
}
