import { getDuplicateKey } from '#shared/dns/records/compare-two-records.ts'
import {
  type DnsRecordFields,
  normalizeRelativeHost,
  findTargetHost,
  toFqdn,
  type ZoneRecord,
} from '#shared/dns/records/dns-record.ts'
import {
  toHostRelativeToZone,
  listParentHosts,
  listMatchingWildcards,
} from '#shared/dns/records/relative-hosts-parents-and-wildcards.ts'

/** Finds records of a zone, so that each record of a large plan is not compared with the whole zone. */
export interface ZoneRecordIndex {
  recordsAt(host: string): readonly ZoneRecord[]
  /** Another record that is a duplicate of this one. */
  findDuplicate(record: ZoneRecord): ZoneRecord | undefined
  /** The CNAME to whose host the record points. */
  findCnameAtTarget(record: DnsRecordFields): ZoneRecord | undefined
  /** The full name of a target in the zone without other records, wildcard or delegation; else null. */
  findMissingTarget(record: ZoneRecord): string | null
}

export function createZoneRecordIndex(zone: readonly ZoneRecord[], domain: string): ZoneRecordIndex {
  const recordsByHost = Map.groupBy(zone, ({ host }) => normalizeRelativeHost(host))
  const recordsByMeaning = Map.groupBy(zone, getDuplicateKey)
  const cnames = new Map(
    zone.flatMap((record) => (record.type === 'CNAME' ? [[normalizeRelativeHost(record.host), record] as const] : [])),
  )
  const delegations = Map.groupBy(
    zone.filter(({ type }) => type === 'NS'),
    ({ host }) => normalizeRelativeHost(host),
  )
  const recordsAt = (host: string): readonly ZoneRecord[] => recordsByHost.get(host) ?? []

  function targetInZone(record: DnsRecordFields): string | null {
    const target = findTargetHost(record)
    return target === null || target === '.' ? null : toHostRelativeToZone(target, domain)
  }

  return {
    recordsAt,
    findDuplicate: (record) => recordsByMeaning.get(getDuplicateKey(record))?.find(({ id }) => id !== record.id),
    findCnameAtTarget(record) {
      const target = targetInZone(record)
      return target === null ? undefined : cnames.get(target)
    },
    findMissingTarget(record) {
      const host = targetInZone(record)
      if (host === null) return null
      const isOtherRecord = ({ id }: ZoneRecord) => id !== record.id
      const isCovered =
        [host, ...listMatchingWildcards(host)].some((owner) => recordsAt(owner).some(isOtherRecord)) ||
        listParentHosts(host).some((parent) => delegations.get(parent)?.some(isOtherRecord) ?? false)
      return isCovered ? null : toFqdn(host, domain)
    },
  }
}
