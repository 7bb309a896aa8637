import { isAppError, toWireError } from '#shared/app-error.ts'
import { isErrorCausedBy, hasErrorConsequence } from '#shared/error-kinds.ts'
import {
  domainDetailKinds,
  serverDetailKinds,
  serverStatusWithoutDetails,
  type DetailRef,
  type DomainDetailKind,
} from '#shared/domain-and-server-detail-kinds.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { Domain, Server } from '#shared/ipc/inventory.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { fetchAndStoreDetail } from './fetch-and-store-detail.ts'

export interface OnDemandDetailRefresher {
  /** Fetches the details now, with interactive priority. A failure is in the detail's `error`. Throws `not_found`. */
  domain(accountId: string, name: string, detailKinds: readonly DomainDetailKind[]): Promise<Domain>
  server(accountId: string, name: string): Promise<Server>
  zone(accountId: string, domain: string): Promise<Cached<ZoneRecord[]>>
}

export function createOnDemandDetailRefresher({
  api,
  inventory,
  clock,
}: {
  api: Pick<ApiClient, 'call'>
  inventory: InventoryStore
  clock: Clock
}): OnDemandDetailRefresher {
  /**
   * Returns the errors that are not stored, by detail. `storesErrors` false: no error is stored, because it does not
   * hold for long.
   */
  async function fetchDetails(
    accountId: string,
    details: readonly DetailRef[],
    storesErrors = true,
  ): Promise<Map<string, Cached<null>>> {
    const transientErrors = new Map<string, Cached<null>>()
    await Promise.all(
      details.map(async (detail) => {
        try {
          await fetchAndStoreDetail({ api, inventory }, accountId, detail, { priority: 'interactive' })
        } catch (error) {
          if (!isAppError(error) || isErrorCausedBy(error, 'storage')) throw error
          const at = clock.now()
          if (!storesErrors || hasErrorConsequence(error, 'not_stored'))
            transientErrors.set(detail.detailKind, { data: null, readAt: null, error: toWireError(error), errorAt: at })
          else inventory.saveDetailError(accountId, detail.resourceKind, detail.name, detail.detailKind, error, at)
        }
      }),
    )
    inventory.flush()
    return transientErrors
  }

  return {
    async domain(accountId, name, detailKinds) {
      inventory.domain(accountId, name)
      const transientErrors = await fetchDetails(
        accountId,
        [...new Set(detailKinds)].map((detailKind) => ({ resourceKind: 'domain', name, detailKind })),
      )
      return withTransientErrors(inventory.domain(accountId, name), domainDetailKinds, transientErrors)
    },
    async server(accountId, name) {
      const { row } = inventory.server(accountId, name)
      const transientErrors = await fetchDetails(
        accountId,
        serverDetailKinds.map((detailKind) => ({ resourceKind: 'server', name, detailKind })),
        // The service answers "not found" until the setup is complete. After it, this would say that the details of the
        // server cannot be read.
        row.status !== serverStatusWithoutDetails,
      )
      return withTransientErrors(inventory.server(accountId, name), serverDetailKinds, transientErrors)
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

function withTransientError<T extends Cached<unknown>>(stored: T, transientErrors: Cached<null> | undefined): T {
  return transientErrors ? { ...stored, error: transientErrors.error, errorAt: transientErrors.errorAt } : stored
}

/** Adds to each detail of the domain or server the error that was not stored. */
function withTransientErrors<Kind extends string, T extends Record<Kind, Cached<unknown>>>(
  stored: T,
  kinds: readonly Kind[],
  transientErrors: ReadonlyMap<string, Cached<null>>,
): T {
  const details = kinds.map((kind) => [kind, withTransientError(stored[kind], transientErrors.get(kind))])
  return { ...stored, ...Object.fromEntries(details) }
}
