import { removeRecords, replaceValue, setTtl, type RecordFilter } from '#shared/dns/bulk-edits.ts'
import { mergeRecords, replaceNames, replaceZone } from '#shared/dns/desired-records.ts'
import type { DnsRecordFields } from '#shared/dns/dns-record.ts'
import type { RecordOperation } from '#shared/ipc/plans.ts'
import type { DomainEdit } from './domain-edit.ts'

type ZoneEdit = NonNullable<DomainEdit['zone']>

const imports = { merge: mergeRecords, replace: replaceZone, replace_names: replaceNames } as const

/** The records that the zone shall have. The edit of a zone that was edited already changes nothing. */
export function applyZoneEdit(zone: readonly DnsRecordFields[], edit: ZoneEdit): DnsRecordFields[] {
  switch (edit.kind) {
    case 'records':
      return edit.records
    case 'import':
      return imports[edit.mode](zone, edit.records)
    case 'operations':
      return edit.operations.reduce<DnsRecordFields[]>(applyOperation, [...zone])
  }
}

function applyOperation(zone: DnsRecordFields[], operation: RecordOperation): DnsRecordFields[] {
  switch (operation.kind) {
    case 'replace_value':
      return replaceValue(zone, operation.from, operation.to)
    case 'set_ttl':
      return setTtl(zone, operation.ttl, toFilter(operation))
    case 'add_record':
      return mergeRecords(zone, [operation.record])
    case 'remove_record':
      return removeRecords(zone, toFilter(operation))
  }
}

function toFilter({
  type,
  host,
  content,
}: {
  type?: string | undefined
  host?: string | undefined
  content?: string | undefined
}): RecordFilter {
  return { types: type === undefined ? null : [type], host: host ?? null, content: content ?? null }
}
