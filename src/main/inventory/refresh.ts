import { AppError, isAppError, toWireError, type ErrorKind } from '#shared/errors.ts'
import type { Domain, DomainFacet, Server, ZoneRecord } from '#shared/ipc/inventory.ts'
import type { ReadOf } from '#shared/ipc/scalars.ts'
import type { ApiClient } from '../api/types.ts'
import type { Clock } from '../clock.ts'
import type { Detail } from './due.ts'
import { serverFacets } from './facets.ts'
import type { Inventory } from './inventory.ts'
import { readDetail } from './read-detail.ts'

export interface Refresh {
  /** Reads the parts now, for a person who waits. What fails is told in the part's `error`. Throws `not_found`. */
  domain(accountId: string, name: string, facets: readonly DomainFacet[]): Promise<Domain>
  server(accountId: string, name: string): Promise<Server>
  zone(accountId: string, domain: string): Promise<ReadOf<ZoneRecord[]>>
}

/** Why nothing was asked: true of this moment, not of the thing, so it is told and not kept. */
const passing: readonly ErrorKind[] = ['offline', 'paused', 'cancelled', 'waited_too_long', 'address_guarded', 'keychain_locked', 'keychain_silent', 'keychain_unavailable']

export function createRefresh({ api, inventory, clock }: { api: Pick<ApiClient, 'call'>; inventory: Inventory; clock: Clock }): Refresh {
  /** The errors that are not kept, by part. */
  async function read(accountId: string, details: readonly Detail[]): Promise<Map<string, ReadOf<null>>> {
    const told = new Map<string, ReadOf<null>>()
    await Promise.all(
      details.map(async (detail) => {
        try {
          await readDetail({ api, inventory }, accountId, detail, { priority: 'interactive' })
        } catch (error) {
          if (!(error instanceof AppError) || error.kind.startsWith('database_') || error.kind === 'disk_full') throw error
          const at = clock.now()
          if (passing.some((kind) => isAppError(error, kind))) told.set(detail.facet, { data: null, readAt: null, error: toWireError(error), errorAt: at })
          else inventory.writeFacetError(accountId, detail.thing, detail.name, detail.facet, error, at)
        }
      }),
    )
    inventory.flush()
    return told
  }

  function over<T extends ReadOf<unknown>>(stored: T, told: ReadOf<null> | undefined): T {
    return told ? { ...stored, error: told.error, errorAt: told.errorAt } : stored
  }

  return {
    async domain(accountId, name, facets) {
      inventory.domain(accountId, name)
      const told = await read(accountId, [...new Set(facets)].map((facet) => ({ thing: 'domain', name, facet })))
      const stored = inventory.domain(accountId, name)
      const { detail, nameservers, whois, lock, zone } = stored
      return {
        ...stored,
        detail: over(detail, told.get('detail')),
        nameservers: over(nameservers, told.get('nameservers')),
        whois: over(whois, told.get('whois')),
        lock: over(lock, told.get('lock')),
        zone: over(zone, told.get('zone')),
      }
    },
    async server(accountId, name) {
      inventory.server(accountId, name)
      const told = await read(accountId, serverFacets.map((facet) => ({ thing: 'server', name, facet })))
      const { row, info, usage } = inventory.server(accountId, name)
      return { row, info: over(info, told.get('info')), usage: over(usage, told.get('usage')) }
    },
    async zone(accountId, domain) {
      inventory.domain(accountId, domain)
      const told = await read(accountId, [{ thing: 'domain', name: domain, facet: 'zone' }])
      return over(inventory.zone(accountId, domain), told.get('zone'))
    },
  }
}
