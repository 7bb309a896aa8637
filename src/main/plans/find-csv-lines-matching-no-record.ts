import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import type { PlanFileLineFinding } from '#shared/ipc/domain-change-plans.ts'
import { computeZoneAfterBulkOperation, hasRecordToChange } from './compute-zone-after-edit.ts'
import type { DomainEdit, ZoneOperation } from './domain-edit-schema.ts'
import type { FileLineOfZoneOperation } from './requested-domain-edit.ts'

/**
 * Applies the operations in order and finds each line that matches no record at its turn. Such a line changes nothing,
 * often because of a typing error. `readAt`: when the zone was read; it may have changed since.
 */
export function findCsvLinesMatchingNoRecord(
  { zone, readAt }: { zone: readonly DnsRecordFields[]; readAt: number },
  edit: DomainEdit,
  lines: readonly FileLineOfZoneOperation[],
): PlanFileLineFinding[] {
  if (edit.zone?.kind !== 'operations' || lines.length === 0) return []
  const lineOf = new Map(lines.map((line) => [line.operation, line]))
  const findings: PlanFileLineFinding[] = []
  let records = zone
  for (const [position, operation] of edit.zone.operations.entries()) {
    const found = lineOf.get(position)
    const isExpecting = operation.kind === 'remove_record' || operation.kind === 'set_ttl'
    if (found && isExpecting && !hasRecordToChange(records, operation) && !hasRecordToChange(zone, operation))
      findings.push({
        ...toPlace(found),
        code: 'csvNoRecord',
        severity: 'warning',
        values: { record: describe(operation), readAt },
      })
    records = computeZoneAfterBulkOperation(records, operation)
  }
  return findings
}

function toPlace({ line, text }: FileLineOfZoneOperation): Pick<PlanFileLineFinding, 'line' | 'text'> {
  return { line, text }
}

function describe(operation: Extract<ZoneOperation, { kind: 'remove_record' | 'set_ttl' }>): string {
  const content = operation.kind === 'remove_record' ? operation.content : undefined
  return [operation.host, operation.type, content].filter((part) => part !== undefined).join(' ')
}
