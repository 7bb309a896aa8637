import { AppError, isAppError, toWireError, type ErrorKind } from '#shared/app-error.ts'
import type { DomainDetailKind } from '#shared/domain-detail-kinds.ts'
import type { Domain, Server, ZoneRecord } from '#shared/ipc/inventory.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import type { ApiClient } from '#main/api/types.ts'
import type { Clock } from '#main/clock.ts'
import type { DetailRef } from '#main/inventory/details/query-due-details.ts'
import { serverDetailKinds } from '#main/inventory/details/detail-store.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { fetchDetail } from './fetch-detail.ts'

export interface OnDemandRefresh {
  /** Fetches the details now, with interactive priority. A failure is in the detail's `error`. Throws `not_found`. */
  domain(accountId: string, name: string, facets: readonly DomainDetailKind[]): Promise<Domain>
  server(accountId: string, name: string): Promise<Server>
  zone(accountId: string, domain: string): Promise<Cached<ZoneRecord[]>>
}

/** These errors describe the moment, not the resource. They are returned and not stored. */
const transientErrorKinds: readonly ErrorKind[] = [
  'offline',
  'paused',
  'cancelled',
  'waited_too_long',
  'address_guarded',
  'keychain_locked',
  'keychain_silent',
  'keychain_unavailable',
]

export function createOnDemandRefresh({
  api,
  inventory,
  clock,
}: {
  api: Pick<ApiClient, 'call'>
  inventory: InventoryStore
  clock: Clock
}): OnDemandRefresh {
  /** Returns the errors that are not stored, by detail. */
  async function fetchDetails(accountId: string, details: readonly DetailRef[]): Promise<Map<string, Cached<null>>> {
    const transientErrors = new Map<string, Cached<null>>()
    await Promise.all(
      details.map(async (detail) => {
        try {
          await fetchDetail({ api, inventory }, accountId, detail, { priority: 'interactive' })
        } catch (error) {
          if (!(error instanceof AppError) || error.kind.startsWith('database_') || error.kind === 'disk_full')
            throw error
          const at = clock.now()
          if (transientErrorKinds.some((kind) => isAppError(error, kind)))
            transientErrors.set(detail.detailKind, { data: null, readAt: null, error: toWireError(error), errorAt: at })
          else inventory.saveDetailError(accountId, detail.resourceKind, detail.name, detail.detailKind, error, at)
        }
      }),
    )
    inventory.flush()
    return transientErrors
  }

  function withTransientError<T extends Cached<unknown>>(stored: T, transientErrors: Cached<null> | undefined): T {
    return transientErrors ? { ...stored, error: transientErrors.error, errorAt: transientErrors.errorAt } : stored
  }

  return {
    async domain(accountId, name, facets) {
      inventory.domain(accountId, name)
      const transientErrors = await fetchDetails(
        accountId,
        [...new Set(facets)].map((facet) => ({ resourceKind: 'domain', name, detailKind: facet })),
      )
      const stored = inventory.domain(accountId, name)
      const { detail, nameservers, whois, lock, zone } = stored
      return {
        ...stored,
        detail: withTransientError(detail, transientErrors.get('detail')),
        nameservers: withTransientError(nameservers, transientErrors.get('nameservers')),
        whois: withTransientError(whois, transientErrors.get('whois')),
        lock: withTransientError(lock, transientErrors.get('lock')),
        zone: withTransientError(zone, transientErrors.get('zone')),
      }
    },
    async server(accountId, name) {
      inventory.server(accountId, name)
      const transientErrors = await fetchDetails(
        accountId,
        serverDetailKinds.map((facet) => ({ resourceKind: 'server', name, detailKind: facet })),
      )
      const { row, info, usage } = inventory.server(accountId, name)
      return {
        row,
        info: withTransientError(info, transientErrors.get('info')),
        usage: withTransientError(usage, transientErrors.get('usage')),
      }
    },
    async zone(accountId, domain) {
      inventory.domain(accountId, domain)
      const transientErrors = await fetchDetails(accountId, [
        { resourceKind: 'domain', name: domain, detailKind: 'zone' },
      ])
      return withTransientError(inventory.zone(accountId, domain), transientErrors.get('zone'))
    },
  }
}
