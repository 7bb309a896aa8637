import { recordTypes } from '../api/domain.ts'
import { fieldRules } from '../api/limits.ts'
import type { Idna } from '../typed-names.ts'
import { checkContent } from './content-rules.ts'
import { narrow, toAsciiName } from './host-name.ts'
import { checkHost } from './host-rules.ts'
import { type RecordData, usesPriority } from './record-data.ts'
import { finding, recordFields, type RecordField, type RecordFinding } from './record-finding.ts'
import { checkBeside } from './zone-rules.ts'

/** A record while it is being written: a number may be missing. */
export type RecordInput = Omit<RecordData, 'ttl' | 'priority'> & { ttl: number | null; priority: number | null }

export interface RuleContext {
  /** In Punycode. */
  domain: string
  /** The records of the zone, the one that is changed among them; null where the zone is not known: nothing beside it is checked. */
  zone: readonly (RecordData & { id: number })[] | null
  idna: Idna
}

/**
 * A record as it is sent: without blanks around it, names in Punycode (section "What the service does"), an address without the wide
 * digits of a Japanese keyboard. The text of a TXT record stays as it is.
 */
export function asSent<Input extends RecordInput>(record: Input, idna: Idna): Input {
  return { ...record, host: toAsciiName(record.host.trim(), idna), content: contentAsSent(record.type, record.content.trim(), idna) }
}

function contentAsSent(type: string, content: string, idna: Idna): string {
  if (type === 'TXT') return content
  if (type === 'A' || type === 'AAAA') return narrow(content)
  return narrow(content).split(/\s+/).map((part) => toAsciiName(part, idna)).join(' ')
}

/** These hold for every record that is sent, so that no rule beside them can let one pass. */
const bounds: readonly string[] = ['type', 'hostEmpty', 'hostLong', 'contentEmpty', 'contentLong', 'ttl', 'priority']

/**
 * Every rule that a record breaks, in the order of its fields, errors first. Errors forbid the record, warnings are to be shown before it is
 * written. `before` is the record that it takes the place of: what was wrong with an untouched field of it already is only a warning,
 * because the service holds it so.
 */
export function checkRecord(record: RecordInput, before: (RecordData & { id: number }) | null, context: RuleContext): RecordFinding[] {
  const others = context.zone?.filter(({ id }) => id !== before?.id) ?? null
  const found = rulesBroken(record, others, context)
  const held = before ? rulesBroken(before, others, context) : []
  const isHeld = (one: RecordFinding) =>
    before !== null && record.type === before.type && record.host === before.host && record[one.field] === before[one.field] && !bounds.includes(one.code) && held.some(({ code, field }) => code === one.code && field === one.field)
  return found
    .map((one): RecordFinding => (one.severity === 'error' && isHeld(one) ? { ...one, severity: 'warning' } : one))
    .sort((one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning') || recordFields.indexOf(one.field) - recordFields.indexOf(other.field))
}

function rulesBroken(record: RecordInput, others: readonly RecordData[] | null, { domain, idna }: RuleContext): RecordFinding[] {
  const { type, host, content, ttl, priority } = record
  const { dnsTtl, dnsPriority } = fieldRules
  const own = [
    ...((recordTypes as readonly string[]).includes(type) ? [] : [finding('type', 'type', { types: recordTypes.join(', ') })]),
    ...checkHost(host, type, domain, idna),
    ...checkContent({ type, host, content }, domain, idna),
    ...(isWithin(ttl, dnsTtl) ? [] : [finding('ttl', 'ttl', { min: dnsTtl.min, max: dnsTtl.max })]),
    ...(isWithin(priority, dnsPriority) ? [] : [finding('priority', 'priority', { min: dnsPriority.min, max: dnsPriority.max })]),
    ...(isWithin(priority, dnsPriority) && priority !== 0 && !usesPriority(type) ? [finding('priority', 'priorityUnused', { type })] : []),
    ...(host === '@' && type === 'CNAME' ? [finding('host', 'cnameApex')] : []),
    ...(host === '@' && type === 'NS' ? [finding('host', 'rootNs')] : []),
  ]
  const isWhole = others !== null && ttl !== null && priority !== null && !own.some(({ severity }) => severity === 'error')
  return isWhole ? [...own, ...checkBeside({ type, host, content, ttl, priority }, others, domain)] : own
}

function isWithin(value: number | null, { min, max }: { min: number; max: number }): boolean {
  return value !== null && Number.isInteger(value) && value >= min && value <= max
}

/** The first error of each field. */
export function errorsByField(findings: readonly RecordFinding[]): Partial<Record<RecordField, RecordFinding>> {
  const errors = findings.filter(({ severity }) => severity === 'error').reverse()
  return Object.fromEntries(errors.map((one) => [one.field, one]))
}
