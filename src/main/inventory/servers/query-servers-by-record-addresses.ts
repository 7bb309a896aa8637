import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { ServerAtAddress, ServerOfDomain } from '#shared/ipc/inventory.ts'
import { getDetail } from '#main/inventory/details/detail-store.ts'
import type { Database } from '#main/store/database.ts'
import { queryAllServers, type SearchableServer } from './query-servers.ts'

/**
 * Returns the servers of all accounts whose addresses the records of a domain hold. One entry for each address. A
 * server that is gone counts only for an address that no listed server has.
 */
export function queryServersByRecordAddresses(
  database: Database,
  { records, readAt: recordsReadAt }: { records: readonly ZoneRecord[]; readAt: number | null },
): ServerOfDomain[] {
  const hosts = new Map<string, string[]>()
  for (const { type, host, content } of records) {
    for (const address of findIpAddresses(content))
      hosts.set(address, [...(hosts.get(address) ?? []), `${type} ${host}`])
  }
  if (hosts.size === 0) return []
  const servers = queryAllServers(database)
  const listed = new Set(servers.filter(isListed).flatMap(addressesOf))
  return servers
    .flatMap((server) =>
      addressesOf(server).flatMap((address) => {
        const found = hosts.get(address)
        if (!found || (!isListed(server) && listed.has(address))) return []
        const { row } = server
        const { readAt } = getDetail(database, row.accountId, 'server', row.name, 'info')
        if (readAt === null || recordsReadAt === null) return []
        return [{ row, address, hosts: found, readAt: Math.min(readAt, recordsReadAt) }]
      }),
    )
    .sort((one, other) => one.row.name.localeCompare(other.row.name, 'en'))
}

/**
 * Returns the listed servers of all accounts that have one of the addresses, as last read. One entry for each address.
 */
export function queryListedServersByAddress(database: Database, addresses: readonly string[]): ServerAtAddress[] {
  const asked = new Set(addresses)
  return queryAllServers(database)
    .filter(isListed)
    .flatMap((server) =>
      addressesOf(server)
        .filter((address) => asked.has(address))
        .map((address) => ({ accountId: server.row.accountId, name: server.row.name, address })),
    )
}

function isListed({ row }: SearchableServer): boolean {
  return row.goneSince === null
}

function addressesOf({ ipAddress }: SearchableServer): string[] {
  return findIpAddresses(ipAddress ?? '')
}
