import type { EndpointInput } from '#shared/api/catalog.ts'
import { AppError, isAppError, toWireError, wireErrorSchema, type ErrorKind } from '#shared/errors.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'
import type { ReadOf } from '#shared/ipc/scalars.ts'
import type { ApiClient } from '../api/types.ts'
import type { Inventory } from '../inventory/inventory.ts'
import type { Refresh } from '../inventory/refresh.ts'
import { refuseBrokenRules } from './refuse-broken-rules.ts'
import { applied, changedFields, isStillAsSeen, outcomeOf } from './outcome.ts'
import { createKeyedSerializer } from '#main/pace/serialize-by-key.ts'

export interface Zones {
  /** As stored. */
  zone(accountId: string, domain: string): ReadOf<ZoneRecord[]>
  /** Reads it now; why that failed is in `error`. */
  refresh(accountId: string, domain: string): Promise<ReadOf<ZoneRecord[]>>
  /**
   * Checks the rules of the record before a call is spent, reads the zone afresh, sends the change if the zone is still what the person saw, and answers the zone after it. Throws
   * `invalid_input` (details.issues), `conflict` (details.expected, details.actual), `unsettled` when nobody knows whether it happened, and what the calls throw;
   * where nothing was sent or the zone shows no effect, with details.hasHappened false.
   */
  apply(accountId: string, domain: string, change: RecordChange): Promise<ReadOf<ZoneRecord[]>>
}

export interface ZonesDeps {
  api: Pick<ApiClient, 'call'>
  inventory: Inventory
  refresh: Refresh
}

/** After these the change may have happened: bytes left, and the service's own word did not come. */
const lost: readonly ErrorKind[] = ['unsettled', 'timeout', 'cut_off', 'not_the_service', 'too_large', 'redirected']

export function createZones({ api, inventory, refresh }: ZonesDeps): Zones {
  /** One change of a zone after another, so that each is decided on what the one before left. */
  const inTurn = createKeyedSerializer()

  async function read(accountId: string, domain: string): Promise<ZoneRecord[]> {
    const { data, readAt } = await api.call({ accountId, endpoint: 'domain.dns', input: { domain_name: domain }, priority: 'interactive' })
    inventory.writeZone(accountId, domain, data.records, readAt)
    return data.records.map(asRecord)
  }

  async function change(accountId: string, domain: string, wanted: RecordChange): Promise<void> {
    const before = await read(accountId, domain).catch((error: unknown) => {
      throw isAppError(error) ? withoutEffect(error, error.kind, `Nothing was sent, because the zone could not be read before: ${error.message}`) : error
    })
    if (!isStillAsSeen(before, wanted)) {
      const expected = wanted.kind === 'add' ? null : wanted.before
      throw new AppError('conflict', 'The zone is not what it was when this change was decided', { details: { expected, actual: before } })
    }
    refuseBrokenRules(domain, wanted, before)
    if (wanted.kind === 'change' && Object.keys(changedFields(wanted)).length === 0) return
    try {
      const { answered, readAt } = await send(accountId, domain, wanted)
      inventory.writeZone(accountId, domain, applied(before, wanted, answered), readAt)
    } catch (error) {
      if (!isAppError(error) || !mayHaveHappened(error)) throw error
      await settle(accountId, domain, before, wanted, error)
    }
  }

  async function send(accountId: string, domain: string, wanted: RecordChange): Promise<{ answered: ZoneRecord | null; readAt: number }> {
    const common = { accountId, priority: 'interactive' } as const
    if (wanted.kind === 'delete') {
      const input = { domain_name: domain, dns_id: wanted.before.id }
      const { readAt } = await api.call({ ...common, endpoint: 'domain.deleteRecord', input })
      return { answered: null, readAt }
    }
    if (wanted.kind === 'add') {
      const { data, readAt } = await api.call({ ...common, endpoint: 'domain.addRecord', input: { domain_name: domain, ...wanted.after } })
      return { answered: asRecord(data), readAt }
    }
    const input = { domain_name: domain, dns_id: wanted.before.id, ...changedFields(wanted) } as EndpointInput<'domain.changeRecord'>
    const { data, readAt } = await api.call({ ...common, endpoint: 'domain.changeRecord', input })
    return { answered: asRecord(data), readAt }
  }

  /** The answer was lost: the zone itself tells what became of the change. */
  async function settle(accountId: string, domain: string, before: ZoneRecord[], wanted: RecordChange, error: AppError): Promise<void> {
    const after = await read(accountId, domain).catch((unread: unknown) => {
      throw new AppError('unsettled', 'The answer was lost and the zone could not be read again: the change may have happened', {
        cause: error,
        details: { change: wanted, lost: toWireError(error), unread: toWireError(unread) },
      })
    })
    switch (outcomeOf(before, after, wanted)) {
      case 'done':
        return
      case 'not_done':
        if (error.status !== undefined) throw notDone(error)
        // Without an answer the request may still be on its way: that it is not there yet proves nothing.
        throw new AppError('unsettled', 'The answer was lost and the zone does not show the change so far: it may still arrive', {
          cause: error,
          details: { change: wanted, lost: toWireError(error), actual: after },
        })
      case 'unclear':
        throw new AppError('unsettled', 'The answer was lost and the zone has changed in another way: the change may have happened', {
          cause: error,
          details: { change: wanted, lost: toWireError(error), actual: after },
        })
    }
  }

  return {
    zone: (accountId, domain) => inventory.zone(accountId, domain),
    refresh: (accountId, domain) => refresh.zone(accountId, domain),
    async apply(accountId, domain, wanted) {
      inventory.domain(accountId, domain)
      refuseBrokenRules(domain, wanted, null)
      try {
        await inTurn(`${accountId} ${domain}`, () => change(accountId, domain, wanted))
      } finally {
        inventory.flush()
      }
      return inventory.zone(accountId, domain)
    },
  }
}

function asRecord({ id, type, host, content, ttl, priority }: ZoneRecord): ZoneRecord {
  return { id, type, host, content, ttl, priority }
}

function mayHaveHappened({ kind, status }: AppError): boolean {
  return lost.includes(kind) || (kind === 'service' && status !== undefined && status >= 500)
}

/** What the service answered, as itself: the zone was read after it and is as it was. */
function notDone(error: AppError): AppError {
  const inner = wireErrorSchema.safeParse(error.details['cause']).data
  const kind = error.kind === 'unsettled' ? (inner?.kind ?? 'cut_off') : error.kind
  return withoutEffect(error, kind, `The change did not happen, the zone is as it was: ${inner?.message ?? error.message}`)
}

/** `hasHappened: false` in the details: the window then says that the zone was not changed. */
function withoutEffect(error: AppError, kind: ErrorKind, message: string): AppError {
  return new AppError(kind, message, {
    cause: error,
    ...(error.code !== undefined && { code: error.code }),
    ...(error.status !== undefined && { status: error.status }),
    ...(error.serviceMessage !== undefined && { serviceMessage: error.serviceMessage }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    details: { ...error.details, hasHappened: false },
  })
}
