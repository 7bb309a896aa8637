import { findServerAddresses } from '#shared/find-addresses-in-server-information.ts'
import { findServerHostNames } from '#shared/find-host-names-in-server-information.ts'
import { normalizeHostName, toAsciiName } from '#shared/host-name.ts'
import { normalizeIpAddress } from '#shared/ip-address.ts'
import type { AttributeFilters } from '#shared/ipc/inventory.ts'
import { getDetail } from '#main/inventory/details/detail-store.ts'
import { idna } from '#main/node-idna.ts'
import type { Database } from '#main/store/database.ts'

/**
 * Addresses and host names to which records may point, in the forms of `normalizeIpAddress` and `normalizeHostName`.
 */
export interface RecordTargets {
  addresses: string[]
  hosts: string[]
}

/** Returns what a typed text names: one address, one host name, or nothing. */
export function parseRecordTargets(text: string): RecordTargets {
  const address = normalizeIpAddress(text.trim())
  if (address !== null) return { addresses: [address], hosts: [] }
  const host = normalizeHostName(toAsciiName(text.trim(), idna))
  return { addresses: [], hosts: /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host) ? [host] : [] }
}

/** Returns what the filters `server` and `pointsTo` name; null when neither is set. */
export function resolveFilterToRecordTargets(
  database: Database,
  { server, pointsTo }: Pick<AttributeFilters, 'server' | 'pointsTo'>,
): RecordTargets | null {
  if (pointsTo !== '') return parseRecordTargets(pointsTo)
  if (server === null) return null
  const { data } = getDetail<Record<string, unknown>>(database, server.accountId, 'server', server.name, 'info')
  return { addresses: findServerAddresses(data), hosts: findServerHostNames(data) }
}
