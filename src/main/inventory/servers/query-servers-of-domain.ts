import { findIpAddresses } from '#shared/find-ip-addresses.ts'
import type { ServerOfDomain, ZoneRecord } from '#shared/ipc/inventory.ts'
import { getDetail } from '#main/inventory/details/detail-store.ts'
import type { Database } from '#main/store/database.ts'
import { queryAllServers } from './query-servers.ts'

/** The servers of all accounts whose addresses the records of a domain hold. One entry for each address. */
export function queryServersOfDomain(database: Database, records: readonly ZoneRecord[]): ServerOfDomain[] {
  const hosts = new Map<string, string[]>()
  for (const { type, host, content } of records) {
    for (const address of findIpAddresses(content))
      hosts.set(address, [...(hosts.get(address) ?? []), `${type} ${host}`])
  }
  if (hosts.size === 0) return []
  return queryAllServers(database)
    .filter(({ row, ipAddress }) => row.goneSince === null && ipAddress !== null)
    .flatMap(({ row, ipAddress }) =>
      findIpAddresses(ipAddress ?? '').flatMap((address) => {
        const found = hosts.get(address)
        const { readAt } = getDetail(database, row.accountId, 'server', row.name, 'info')
        return found && readAt !== null ? [{ row, address, hosts: found, addressReadAt: readAt }] : []
      }),
    )
    .sort((one, other) => one.row.name.localeCompare(other.row.name, 'en'))
}
