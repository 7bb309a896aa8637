import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { pairRecordsOfType, type RecordPairing } from './pair-records-of-type.ts'

/** Record types that a CNAME is paired with first, because they answer address queries too. The best one is first. */
const resolvingTypes = ['A', 'AAAA', 'NS']

/**
 * Pairs the differing records of one host. Records of one type are paired first. A CNAME is also paired with a record
 * of another type, because one change of the record keeps the name answered and never puts a CNAME beside other data.
 */
export function pairRecordsOfHost(current: readonly ZoneRecord[], desired: readonly DnsRecordFields[]): RecordPairing {
  if (current.length === 0 || desired.length === 0) return { pairs: [], removed: current, added: desired }
  const currentByType = Map.groupBy(current, typeOf)
  const desiredByType = Map.groupBy(desired, typeOf)
  const pairs: RecordPairing['pairs'] = []
  const removed: ZoneRecord[] = []
  const added: DnsRecordFields[] = []
  for (const type of new Set([...currentByType.keys(), ...desiredByType.keys()])) {
    if (type === 'CNAME') continue
    const found = pairRecordsOfType(currentByType.get(type) ?? [], desiredByType.get(type) ?? [])
    pairs.push(...found.pairs)
    removed.push(...found.removed)
    added.push(...found.added)
  }
  const cnames = pairCnames(currentByType.get('CNAME') ?? [], desiredByType.get('CNAME') ?? [], {
    removed: removed.length,
    added: added.length,
  })
  const toOther = takePartners(cnames.removed, added)
  const fromOther = takePartners(cnames.added, removed)
  return {
    pairs: [
      ...pairs,
      ...cnames.pairs,
      ...toOther.pairs,
      ...fromOther.pairs.map(([after, before]) => [before, after] as [ZoneRecord, DnsRecordFields]),
    ],
    removed: [...toOther.left, ...fromOther.right],
    added: [...fromOther.left, ...toOther.right],
  }
}

function typeOf({ type }: DnsRecordFields): string {
  return type
}

/**
 * Pairs as many CNAMEs with each other as possible without more calls. Where a host has a CNAME beside other data
 * before and after the plan, pairing both CNAMEs with other records may save a call.
 */
function pairCnames(
  current: readonly ZoneRecord[],
  desired: readonly DnsRecordFields[],
  others: { removed: number; added: number },
): RecordPairing {
  const found = pairRecordsOfType(current, desired)
  const count = Math.max(0, current.length - others.added, desired.length - others.removed)
  const undone = found.pairs.slice(count)
  return {
    pairs: found.pairs.slice(0, count),
    removed: [...found.removed, ...undone.map(([before]) => before)],
    added: [...found.added, ...undone.map(([, after]) => after)],
  }
}

/** Pairs each CNAME with one record of another type while there are any, those that answer for an address first. */
function takePartners<Cname, Other extends DnsRecordFields>(
  cnames: readonly Cname[],
  others: readonly Other[],
): { pairs: [Cname, Other][]; left: Cname[]; right: Other[] } {
  const ordered = others.toSorted((one, other) => preferenceOf(one) - preferenceOf(other))
  const count = Math.min(cnames.length, ordered.length)
  return {
    pairs: cnames.slice(0, count).map((cname, index) => [cname, ordered[index] as Other]),
    left: cnames.slice(count),
    right: ordered.slice(count),
  }
}

function preferenceOf({ type }: DnsRecordFields): number {
  const place = resolvingTypes.indexOf(type)
  return place === -1 ? resolvingTypes.length : place
}
