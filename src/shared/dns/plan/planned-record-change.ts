import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'

/**
 * One change of a zone, which is one call. `before`: the record that the change expects in the zone. The schema in
 * `ipc/dns.ts` also checks the fields of `after`.
 */
export type PlannedRecordChange =
  | { kind: 'add'; after: DnsRecordFields }
  | { kind: 'change'; before: ZoneRecord; after: DnsRecordFields }
  | { kind: 'delete'; before: ZoneRecord }

/** Returns true if the change replaces a record by a record of another type. */
export function isTypeChange(change: PlannedRecordChange): boolean {
  return change.kind === 'change' && change.before.type !== change.after.type
}
