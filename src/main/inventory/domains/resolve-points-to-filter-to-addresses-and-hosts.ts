import { findServerAddresses } from '#shared/find-addresses-in-server-information.ts'
import { findServerHostNames } from '#shared/find-host-names-in-server-information.ts'
import type { AttributeFilters } from '#shared/ipc/inventory.ts'
import { parseRecordTargets, type RecordTargets } from '#shared/parse-record-targets.ts'
import { getDetail } from '#main/inventory/details/detail-store.ts'
import { idna } from '#main/node-idna.ts'
import type { Database } from '#main/store/database.ts'

/** Returns what the filters `server` and `pointsTo` name; null when neither is set. */
export function resolveFilterToRecordTargets(
  database: Database,
  { server, pointsTo }: Pick<AttributeFilters, 'server' | 'pointsTo'>,
): RecordTargets | null {
  if (pointsTo !== '') return parseRecordTargets(pointsTo, idna)
  if (server === null) return null
  const { data } = getDetail<Record<string, unknown>>(database, server.accountId, 'server', server.name, 'info')
  return { addresses: findServerAddresses(data), hosts: findServerHostNames(data) }
}
