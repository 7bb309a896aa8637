import { normalizeRecordContent } from '#shared/dns/records/compare-two-records.ts'
import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { pairByKey } from '#shared/dns/records/pair-by-key.ts'

/**
 * Pairs of records: each record of the zone and the desired record that it becomes. `removed` and `added` have no
 * partner.
 */
export interface RecordPairing {
  pairs: [before: ZoneRecord, after: DnsRecordFields][]
  removed: readonly ZoneRecord[]
  added: readonly DnsRecordFields[]
}

/** Lengths of the common beginning by which different contents are paired, in characters. */
const prefixLengths = [32, 16, 8, 4]

/** A record with its normalized content, which is computed once. */
interface Keyed<Item extends DnsRecordFields> {
  record: Item
  content: string
}
type KeyOf = (keyed: Keyed<DnsRecordFields>) => string

/** How two records of one host and type are paired, the closest first. */
const closestFirst: readonly KeyOf[] = [
  ({ content, record }) => `${record.priority} ${content}`,
  ({ content }) => content,
  ...prefixLengths.map(
    (length): KeyOf =>
      ({ content, record }) =>
        `${record.priority} ${content.slice(0, length)}`,
  ),
  ({ record }) => String(record.priority),
  () => '',
]

/**
 * Pairs records of one host and type: the same content first, then contents with the longest common beginning, then in
 * the given order. No call is saved by another choice, but the change reads as what the user did.
 */
export function pairRecordsOfType(current: readonly ZoneRecord[], desired: readonly DnsRecordFields[]): RecordPairing {
  const [before] = current
  const [after] = desired
  if (before === undefined || after === undefined) return { pairs: [], removed: current, added: desired }
  if (current.length === 1 && desired.length === 1) return { pairs: [[before, after]], removed: [], added: [] }
  const pairs: RecordPairing['pairs'] = []
  let removed = current.map(toKeyed)
  let added = desired.map(toKeyed)
  for (const keyOf of closestFirst) {
    if (removed.length === 0 || added.length === 0) break
    const found = pairByKey(removed, added, keyOf)
    pairs.push(...found.pairs.map(([one, other]) => [one.record, other.record] as [ZoneRecord, DnsRecordFields]))
    removed = found.left
    added = found.right
  }
  return { pairs, removed: removed.map(({ record }) => record), added: added.map(({ record }) => record) }
}

function toKeyed<Item extends DnsRecordFields>(record: Item): Keyed<Item> {
  return { record, content: normalizeRecordContent(record.type, record.content) }
}
