import {
  hasMatchingRecord,
  removeMatchingRecords,
  replaceRecordsOfHostAndType,
  replaceWholeContentOrSrvTarget,
  setTtlOfMatchingRecords,
  type RecordFilter,
} from '#shared/dns/zone-edits/edit-matching-records.ts'
import {
  mergeImportIntoZone,
  replaceHostsNamedInImport,
  replaceZoneWithImport,
} from '#shared/dns/zone-edits/apply-import-to-zone.ts'
import { computeRecordsAfterEdits } from '#shared/dns/zone-edits/compute-records-after-edits.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import type { DomainEdit, ZoneOperation } from './domain-edit-schema.ts'

type ZoneEdit = NonNullable<DomainEdit['zone']>

const imports = {
  merge: mergeImportIntoZone,
  replace: replaceZoneWithImport,
  replace_names: replaceHostsNamedInImport,
} as const

/** Returns the records after the edit. Applying the same edit again changes nothing. */
export function computeZoneAfterEdit(zone: readonly DnsRecordFields[], edit: ZoneEdit): DnsRecordFields[] {
  switch (edit.kind) {
    case 'records':
      return edit.records
    case 'edits':
      return computeRecordsAfterEdits(zone, edit.edits)
    case 'import':
      return imports[edit.mode](zone, edit.records)
    case 'operations':
      return edit.operations.reduce<DnsRecordFields[]>(computeZoneAfterBulkOperation, [...zone])
  }
}

/** Returns true if the zone has a record that the operation changes or removes. */
export function hasRecordToChange(
  zone: readonly DnsRecordFields[],
  operation: Extract<ZoneOperation, { kind: 'remove_record' | 'set_ttl' }>,
): boolean {
  return hasMatchingRecord(zone, toFilter(operation))
}

export function computeZoneAfterBulkOperation(
  zone: readonly DnsRecordFields[],
  operation: ZoneOperation,
): DnsRecordFields[] {
  switch (operation.kind) {
    case 'replace_value':
      return replaceWholeContentOrSrvTarget(zone, operation.from, operation.to)
    case 'set_ttl':
      return setTtlOfMatchingRecords(zone, operation.ttl, toFilter(operation))
    case 'add_record':
      return mergeImportIntoZone(zone, [operation.record])
    case 'remove_record':
      return removeMatchingRecords(zone, toFilter(operation))
    case 'replace_records':
      return replaceRecordsOfHostAndType(zone, operation)
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
