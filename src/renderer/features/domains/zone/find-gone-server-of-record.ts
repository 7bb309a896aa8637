import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { ServerOfDomain } from '#shared/ipc/inventory.ts'

/**
 * Returns the gone server whose address a record holds; null if there is none. `servers` contains a gone server only
 * for an address that no listed server has.
 */
export function findGoneServerOfRecord(
  { content }: Pick<ZoneRecord, 'content'>,
  servers: readonly ServerOfDomain[],
): ServerOfDomain | null {
  const gone = servers.filter(({ row }) => row.goneSince !== null)
  if (gone.length === 0) return null
  const addresses = findIpAddresses(content)
  return gone.find(({ address }) => addresses.includes(address)) ?? null
}
