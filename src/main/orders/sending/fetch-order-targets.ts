import type { EndpointOutput } from '#shared/api/endpoints.ts'
import { grantForService } from '#shared/api/key-grants.ts'
import { providerErrors, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import { isCheckedByDomainDetail } from '#shared/order-quota-cost.ts'
import { isSameService } from '#main/api/compare-base-urls.ts'
import type { AccountsPort, ApiClient, Priority, BatchContext } from '#main/api/types.ts'
import type { Clock } from '#main/clock.ts'
import type { ObservedServer } from './find-ordered-server.ts'
import type { ObservedTarget } from './settlement-rules.ts'
import type { Intent } from '#main/orders/intent.ts'

export type OnDomainRead = (accountId: string, detail: EndpointOutput<'domain.detail'>, readAt: number) => void

interface ReadingsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  accounts: Pick<AccountsPort, 'account'>
  clock: Clock
  onDomainRead?: OnDomainRead
}

/** One answer of the service, in which targets can be looked up. */
export interface FetchedTargets {
  serverAt: number | null
  /** Monotonic time at which it was asked for, and at which the answer came. */
  begunAt: number
  readAt: number
  /** When it was asked for by our clock, and when the answer came, epoch milliseconds. */
  begunAtWallClock: number
  readOn: number
  /** A domain, by its name. */
  lookUp(target: string): ObservedTarget
  /** Every server of the account's list; null where domains were read. */
  servers: readonly ObservedServer[] | null
}

export interface FetchTargetsOptions {
  /** How many orders of the account are open: of many, one list serves them all. */
  open: number
  priority: Priority
  batch?: BatchContext
  signal: AbortSignal
}

/** Reads targets of intents, one answer for all who ask at the same time. Throws what `ApiClient.call` throws. */
export interface OrderTargetFetcher {
  /** With the intent's own key, begun at or after `since` (monotonic) and not older than `maxAgeForNewSendingMs`. What is soon too old is read anew before it is. */
  fetchBeforeSending(intent: Intent, since: number, options: FetchTargetsOptions): Promise<FetchedTargets>
  /** Begun at or after `since` (monotonic). With the intent's key, or where that may not read, one of the account that sees all targets. */
  fetchAfterSending(intent: Intent, since: number, options: FetchTargetsOptions): Promise<FetchedTargets>
  /** Lets go of what was read. */
  clear(): void
}

interface Entry {
  begunAt: number
  /** Null until the answer came. */
  targets: FetchedTargets | null
  /** The one before, which serves until this one is there. */
  before: FetchedTargets | null
  promise: Promise<FetchedTargets>
}

type Source = { endpoint: 'domain.list' | 'server.list'; input: Record<never, never> } | { endpoint: 'domain.detail'; input: { domain_name: string } }

/** Not sent on a reading older than `maxAgeToSendMs`; taken for a new sending until `maxAgeForNewSendingMs`, so that the wait for a place fits between; read anew after `refetchAfterMs`. */
const maxAgeToSendMs = 60_000
const maxAgeForNewSendingMs = 45_000
const refetchAfterMs = 35_000
/** A look at what became of an intent is a new one. */
const maxAgeForCheckMs = 20_000

const notFoundCodes: readonly ProviderErrorCode[] = ['DOMAIN_NOT_FOUND', 'NOT_FOUND']

export function isTooOldToSend(targets: FetchedTargets, clock: Clock): boolean {
  return getAgeMs(targets, clock) > maxAgeToSendMs
}

/** Milliseconds. Where the monotonic clock stands still while the machine sleeps, the two clocks part. */
function getAgeMs({ begunAt, readAt, begunAtWallClock }: FetchedTargets, clock: Clock): number {
  const monotonic = clock.monotonic()
  const clockDriftMs = Math.abs(clock.now() - begunAtWallClock - (monotonic - begunAt))
  return Math.max(monotonic - readAt, clockDriftMs)
}

export function createOrderTargetFetcher({ api, accounts, clock, onDomainRead }: ReadingsDeps): OrderTargetFetcher {
  const entries = new Map<string, Entry>()

  function getOrFetch(accountId: string, keyId: string, source: Source, options: FetchTargetsOptions, isGoodEnough: (entry: Entry) => boolean): Entry {
    const id = JSON.stringify([accountId, keyId, source])
    const known = entries.get(id)
    if (known && isGoodEnough(known)) return known
    const entry: Entry = { begunAt: clock.monotonic(), targets: null, before: known?.targets ?? null, promise: fetchTargets(accountId, keyId, source, options) }
    entries.set(id, entry)
    entry.promise.then(
      (targets) => (entry.targets = targets),
      () => entries.get(id) === entry && entries.delete(id),
    )
    return entry
  }

  async function fetchTargets(accountId: string, keyId: string, source: Source, { priority, batch: work, signal }: FetchTargetsOptions): Promise<FetchedTargets> {
    const request = { accountId, keyId, priority, signal, ...(work && { batch: work }) }
    const begunAt = clock.monotonic()
    const begunAtWallClock = clock.now()
    const toFetchedTargets = (observedByName: ReadonlyMap<string, ObservedTarget>, serverAt: number | null, servers: readonly ObservedServer[] | null = null): FetchedTargets => ({
      serverAt,
      begunAt,
      readAt: clock.monotonic(),
      begunAtWallClock,
      readOn: clock.now(),
      lookUp: (target) => observedByName.get(target) ?? null,
      servers,
    })
    if (source.endpoint === 'domain.detail') {
      const name = source.input.domain_name
      const answer = await api.call({ ...request, endpoint: 'domain.detail', input: source.input }).catch(nullIfNotFound)
      if (!answer || !hasName(answer.data, name)) return toFetchedTargets(new Map(), answer?.serverAt ?? null)
      onDomainRead?.(accountId, { ...answer.data, domain_name: name }, answer.readAt)
      return toFetchedTargets(new Map([[name, toObservedTarget(answer.data)]]), answer.serverAt)
    }
    if (source.endpoint === 'domain.list') {
      const { data, serverAt } = await api.call({ ...request, endpoint: 'domain.list', input: {} })
      return toFetchedTargets(new Map(data.domains.map((domain) => [domain.domain_name.toLowerCase(), toObservedTarget(domain)])), serverAt)
    }
    const { data, serverAt } = await api.call({ ...request, endpoint: 'server.list', input: {} })
    return toFetchedTargets(new Map(), serverAt, data.servers.map((server) => ({ ...toObservedTarget(server), serverId: server.server_id ?? null, servername: server.servername })))
  }

  /** The key that reads what became of the intent. */
  function chooseReadingKey({ item: { accountId, kind }, keyId }: Intent, { endpoint, input }: Source): string {
    const { keys } = api.usableKeys(accountId, endpoint, input)
    const service = kind === 'order' ? 'server' : 'domain'
    const seesAll = keys.find(({ me }) => me && grantForService(me, service)?.target_mode === 'all')
    return keys.some(({ id }) => id === keyId) ? keyId : (seesAll?.id ?? keyId)
  }

  /** An answer from another address says nothing. */
  function requireSameAddress({ item, baseUrl }: Intent): void {
    const actual = accounts.account(item.accountId).baseUrl
    if (!isSameService(actual, baseUrl)) throw new AppError('conflict', 'The account is at another address now', { details: { expected: baseUrl, actual } })
  }

  return {
    async fetchBeforeSending(intent, since, options) {
      requireSameAddress(intent)
      const source = chooseSource(intent, options.open)
      const isGood = ({ begunAt, targets }: Entry) => begunAt >= since && (targets === null || getAgeMs(targets, clock) <= refetchAfterMs)
      const entry = getOrFetch(intent.item.accountId, intent.keyId, source, options, isGood)
      // Several wait in turn: what is still fresh serves until the new one is there.
      const { before } = entry
      return before && before.begunAt >= since && getAgeMs(before, clock) <= maxAgeForNewSendingMs ? before : entry.promise
    },
    async fetchAfterSending(intent, since, options) {
      requireSameAddress(intent)
      const source = chooseSource(intent, options.open)
      const isNew = ({ begunAt, targets }: Entry) => begunAt >= since && (!targets || getAgeMs(targets, clock) <= maxAgeForCheckMs)
      return getOrFetch(intent.item.accountId, chooseReadingKey(intent, source), source, options, isNew).promise
    },
    clear: () => entries.clear(),
  }
}

function chooseSource({ item, target }: Intent, open: number): Source {
  if (item.kind === 'order') return { endpoint: 'server.list', input: {} }
  return isCheckedByDomainDetail(item.kind, open) ? { endpoint: 'domain.detail', input: { domain_name: target } } : { endpoint: 'domain.list', input: {} }
}

function nullIfNotFound(thrown: unknown): null {
  if (isAppError(thrown, 'service') && notFoundCodes.some((code) => thrown.code === code && thrown.status === providerErrors[code].status)) return null
  throw thrown
}

function hasName({ domain_name }: { domain_name: string }, name: string): boolean {
  return domain_name.toLowerCase() === name
}

function toObservedTarget({ status, expiry_date }: { status: string; expiry_date?: string | null | undefined }): NonNullable<ObservedTarget> {
  return { status, expiryDate: expiry_date ?? null }
}
