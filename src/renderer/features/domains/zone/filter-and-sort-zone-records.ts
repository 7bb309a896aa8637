import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import { normalizeIpAddress } from '#shared/ip-address.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'

export const zoneSortKeys = ['type', 'host', 'content', 'ttl', 'priority'] as const
export type ZoneSortKey = (typeof zoneSortKeys)[number]

export interface ZoneFilter {
  /** Empty: every type. */
  types: readonly string[]
  text: string
}

const typeOrder = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'NS']

function typeRank(type: string): number {
  const rank = typeOrder.indexOf(type)
  return rank === -1 ? typeOrder.length : rank
}

/** Returns the number of records of each type, in the display order of the types. */
export function countRecordsByType(records: readonly ZoneRecord[]): { type: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { type } of records) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => typeRank(a.type) - typeRank(b.type) || a.type.localeCompare(b.type))
}

/** The apex is sorted before all other hosts. */
function compareHosts(a: string, b: string): number {
  if (a === b) return 0
  if (a === '@') return -1
  if (b === '@') return 1
  return a.localeCompare(b)
}

function compareBy(key: ZoneSortKey, a: ZoneRecord, b: ZoneRecord): number {
  switch (key) {
    case 'type':
      return typeRank(a.type) - typeRank(b.type) || a.type.localeCompare(b.type)
    case 'host':
      return compareHosts(a.host, b.host)
    case 'content':
      return a.content.localeCompare(b.content)
    case 'ttl':
      return a.ttl - b.ttl
    case 'priority':
      return a.priority - b.priority
  }
}

/**
 * Returns true if a record matches a text: a complete address is compared by value, any other text is searched in host
 * and content.
 */
function hasText({ host, content }: ZoneRecord, text: string, address: string | null): boolean {
  if (address !== null) return findIpAddresses(content).includes(address)
  return text === '' || host.toLowerCase().includes(text) || content.toLowerCase().includes(text)
}

/**
 * Returns the records that match the filter, sorted. Ties are sorted by host, type and id, so that the order is stable.
 */
export function filterAndSortZoneRecords(
  records: readonly ZoneRecord[],
  filter: ZoneFilter,
  sort: ZoneSortKey,
  isDescending: boolean,
): ZoneRecord[] {
  const text = filter.text.trim().toLowerCase()
  const address = normalizeIpAddress(text.normalize('NFKC'))
  const sign = isDescending ? -1 : 1
  return records
    .filter((record) => filter.types.length === 0 || filter.types.includes(record.type))
    .filter((record) => hasText(record, text, address))
    .sort(
      (a, b) =>
        sign * compareBy(sort, a, b) ||
        compareHosts(a.host, b.host) ||
        compareBy('type', a, b) ||
        a.priority - b.priority ||
        a.id - b.id,
    )
}
