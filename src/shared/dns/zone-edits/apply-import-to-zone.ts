import { getDuplicateKeyWithoutPriority, getDuplicateKey } from '#shared/dns/records/compare-two-records.ts'
import { type DnsRecordFields, normalizeRelativeHost, pickRecordFields } from '#shared/dns/records/dns-record.ts'
import { pairByKey } from '#shared/dns/records/pair-by-key.ts'

/*
 * The records that a zone should have after an import. If a record of the zone differs from an imported record only in
 * spelling (letter case, quotes, a dot at the end of a name), the spelling of the zone is kept, so nothing is changed.
 */

/** Returns the zone with the imported records: missing ones are added, and others get the imported TTL and priority. */
export function mergeImportIntoZone(
  zone: readonly DnsRecordFields[],
  imported: readonly DnsRecordFields[],
): DnsRecordFields[] {
  const equal = pairByKey(zone, withoutDuplicates(imported), getDuplicateKey)
  const sameContent = pairByKey(equal.left, equal.right, getDuplicateKeyWithoutPriority)
  const updates = new Map([...equal.pairs, ...sameContent.pairs])
  const kept = zone.map((record) => {
    const update = updates.get(record)
    return update ? withSpellingOf(record, update) : pickRecordFields(record)
  })
  return [...kept, ...sameContent.right.map(pickRecordFields)]
}

/** Returns the imported records alone. */
export function replaceZoneWithImport(
  zone: readonly DnsRecordFields[],
  imported: readonly DnsRecordFields[],
): DnsRecordFields[] {
  const { pairs, right } = pairByKey(zone, withoutDuplicates(imported), getDuplicateKey)
  return [...pairs.map(([record, update]) => withSpellingOf(record, update)), ...right.map(pickRecordFields)]
}

/** Returns the zone, with the records of every host that the import names replaced by the imported ones. */
export function replaceHostsNamedInImport(
  zone: readonly DnsRecordFields[],
  imported: readonly DnsRecordFields[],
): DnsRecordFields[] {
  const hosts = new Set(imported.map(({ host }) => normalizeRelativeHost(host)))
  const isNamed = ({ host }: DnsRecordFields) => hosts.has(normalizeRelativeHost(host))
  const kept = zone.filter((record) => !isNamed(record)).map(pickRecordFields)
  return [...kept, ...replaceZoneWithImport(zone.filter(isNamed), imported)]
}

function withSpellingOf({ host, content }: DnsRecordFields, { type, ttl, priority }: DnsRecordFields): DnsRecordFields {
  return { type, host, content, ttl, priority }
}

/** Records of a zone are a set, so the second of two equal records of a file adds nothing. The first one is kept. */
function withoutDuplicates(records: readonly DnsRecordFields[]): DnsRecordFields[] {
  const seen = new Set<string>()
  return records.filter((record) => {
    const key = getDuplicateKey(record)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
