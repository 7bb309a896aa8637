import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import {
  type DnsRecordFields,
  normalizeRelativeHost,
  pickRecordFields,
  type ZoneRecord,
} from '#shared/dns/records/dns-record.ts'
import { sortRecordChanges } from './sort-record-changes.ts'
import { pairRecordsOfHost } from './pair-records-of-host.ts'
import type { RecordPairing } from './pair-records-of-type.ts'
import { pairByKey } from '#shared/dns/records/pair-by-key.ts'
import type { PlannedRecordChange } from './planned-record-change.ts'

/**
 * Returns the changes that turn a zone into the desired records, one call each, in the order of sending
 * (`sortRecordChanges`). The number of calls is the minimum: an equal record needs none, a changed record keeps its ID
 * and needs one. Records are compared as multisets, so the second of two equal records is a separate record.
 *
 * A difference in spelling is a change, also in the quotes of a TXT record. The API description does not say how the
 * service reads quotes, so only sending the new spelling gives what the user wrote, for example a long key divided into
 * strings. Records of a file or a template take the zone's spelling before they are planned
 * (`apply-import-to-zone.ts`), so a difference in spelling alone causes no change of them.
 *
 * `domain`: the zone's name, by which targets in the zone are recognized.
 */
export function planZone(
  current: readonly ZoneRecord[],
  desired: readonly DnsRecordFields[],
  { domain }: { domain: string },
): PlannedRecordChange[] {
  const currentByHost = Map.groupBy(current, hostOf)
  const desiredByHost = Map.groupBy(desired, hostOf)
  const pairings: RecordPairing[] = []
  for (const [host, records] of currentByHost) {
    const differing = withoutEqual(records, desiredByHost.get(host) ?? [])
    if (differing.left.length > 0 || differing.right.length > 0)
      pairings.push(pairRecordsOfHost(differing.left, differing.right.map(pickRecordFields)))
  }
  for (const [host, records] of desiredByHost)
    if (!currentByHost.has(host)) pairings.push(pairRecordsOfHost([], records.map(pickRecordFields)))
  return pairings.length === 0 ? [] : sortRecordChanges(pairings, { current, desired, domain })
}

function hostOf({ host }: DnsRecordFields): string {
  return normalizeRelativeHost(host)
}

/** Hosts with fewer records are compared record by record, which is faster than by keys. */
const fewRecords = 8

/** Returns the records of one host without those that are equal before and after the plan. */
function withoutEqual(
  current: readonly ZoneRecord[],
  desired: readonly DnsRecordFields[],
): { left: readonly ZoneRecord[]; right: readonly DnsRecordFields[] } {
  if (current.length > fewRecords || desired.length > fewRecords) return pairByKey(current, desired, fieldsKey)
  const right = [...desired]
  const left = current.filter((record) => {
    const place = right.findIndex((other) => hasSameRecordFields(record, other))
    if (place !== -1) right.splice(place, 1)
    return place === -1
  })
  return { left, right }
}

/** Equal for records whose fields are all equal. The content is last, because only a content may have any character. */
function fieldsKey({ type, host, content, ttl, priority }: DnsRecordFields): string {
  return `${type}\n${host}\n${ttl}\n${priority}\n${content}`
}
