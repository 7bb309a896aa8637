import { createZonePlanWarning } from '#shared/dns/plan/zone-plan-finding-codes.ts'
import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-two-records.ts'
import { separateOutdatedEdits, type RecordEdit } from '#shared/dns/zone-edits/compute-records-after-edits.ts'
import {
  doesRecordTypeUsePriority,
  normalizeRelativeHost,
  type DnsRecordFields,
} from '#shared/dns/records/dns-record.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { PlannedDomainFinding } from '#shared/ipc/domain-change-plans.ts'
import type { DomainEdit } from './domain-edit-schema.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'
import type { RequestedDomainEdit } from './requested-domain-edit.ts'

/**
 * Removes from a domain edit the record edits whose record was changed by someone else. The plan reports these edits,
 * because their records stay as they are. A removal is dropped if the host has no record of that type.
 */
export function leaveOutOutdatedEdits(
  { zone }: DomainZoneAndSettings,
  { edit, earlierChanges = [], plannedChanges }: RequestedDomainEdit,
): { edit: DomainEdit; findings: PlannedDomainFinding[] } {
  if (zone === null || edit.zone?.kind !== 'edits') return { edit, findings: [] }
  const notMade = leaveOutMadeRemovals(zone, edit.zone.edits, earlierChanges)
  const edits = leaveOutReachedRemovals(zone, notMade)
  const { fitting, outdated } = separateOutdatedEdits(zone, edits)
  // Only the plan of the rest of a job had shown these removals before.
  const reached = plannedChanges ? notMade.filter((one) => !edits.includes(one)) : []
  return {
    edit: { ...edit, zone: { kind: 'edits', edits: fitting } },
    findings: [
      ...outdated.map(({ before }) =>
        createRecordWarning('recordOutdated', before, {
          content: formatValue(before),
          now: formatValuesNow(zone, before),
        }),
      ),
      ...reached.flatMap(({ before }) => (before ? [createRecordWarning('recordAlreadyGone', before)] : [])),
    ],
  }
}

function createRecordWarning(
  code: 'recordOutdated' | 'recordAlreadyGone',
  { type, host, content }: DnsRecordFields,
  values: Record<string, string> = {},
): PlannedDomainFinding {
  return {
    ...createZonePlanWarning(code, { type, host, content, ...values }),
    needsTypedConfirmation: false,
    changeIndex: null,
  }
}

/** Each field that may differ: a record is outdated, too, when only its TTL or its priority was changed. */
function formatValue({ type, content, priority, ttl }: DnsRecordFields): string {
  return `${doesRecordTypeUsePriority(type) ? `${priority} ` : ''}${content} (TTL ${ttl})`
}

/** The records that stand at the host and type of the record now. */
function formatValuesNow(zone: readonly DnsRecordFields[], record: DnsRecordFields): string {
  const same = zone.filter((one) => hostAndType(one) === hostAndType(record))
  return same.map(formatValue).join(', ') || '—'
}

const hostAndType = ({ host, type }: DnsRecordFields) => `${type}\n${normalizeRelativeHost(host)}`

/**
 * Leaves out removals of records whose host has no record of this type any more, whoever deleted them. Another record
 * of the same host and type may be the one to remove, with a content that someone else has changed, so such a removal
 * stays.
 */
function leaveOutReachedRemovals(zone: readonly DnsRecordFields[], edits: readonly RecordEdit[]): RecordEdit[] {
  const present = new Set(zone.map(hostAndType))
  return edits.filter(({ before, after }) => before === null || after !== null || present.has(hostAndType(before)))
}

/** Leaves out removals that the earlier changes have made already. Nobody else changed these records. */
function leaveOutMadeRemovals(
  zone: readonly DnsRecordFields[],
  edits: readonly RecordEdit[],
  earlierChanges: readonly DomainChange[],
): RecordEdit[] {
  const present = new Set(zone.map(buildRecordKeyWithTtl))
  const removed = new Set(
    earlierChanges.flatMap((change) =>
      change.kind === 'change' || change.kind === 'delete' ? [buildRecordKeyWithTtl(change.before)] : [],
    ),
  )
  const isRemoved = (record: DnsRecordFields) =>
    removed.has(buildRecordKeyWithTtl(record)) && !present.has(buildRecordKeyWithTtl(record))
  return edits.flatMap(({ before, after }) => {
    if (before === null || !isRemoved(before)) return [{ before, after }]
    return after === null ? [] : [{ before: null, after }]
  })
}
