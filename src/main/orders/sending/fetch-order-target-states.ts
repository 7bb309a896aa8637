import type { EndpointOutput } from '#shared/api/endpoints.ts'
import { serviceErrors, type ServiceErrorCode } from '#shared/api/service-errors.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import { findKeyToCheckOrderOutcome } from '#shared/find-key-to-check-order-outcome.ts'
import { isDetailEnoughForPreSendCheck } from '#shared/order-quota-cost.ts'
import { isSameService } from '#main/api/compare-services-by-base-url.ts'
import type { ApiClient, CallPriority, BatchContext } from '#main/api/api-client-interface.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'
import type { Clock } from '#main/clock.ts'
import type { ObservedServer } from './find-ordered-server.ts'
import type { ObservedOrderTarget } from './settle-or-resend-rules.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'

/**
 * Called with every answer. Not called if the target was not found, or if the answer is about another domain. An answer
 * also shows the status of other orders of the account. Lists come with the time of their request: an order that the
 * service executed meanwhile may be missing in them.
 */
export interface OrderTargetReadListeners {
  onDomainRead(accountId: string, detail: EndpointOutput<'domain.detail'>, readAt: number): void
  onDomainsRead(accountId: string, domains: EndpointOutput<'domain.list'>['domains'], requestedAt: number): void
  onServersRead(accountId: string, servers: EndpointOutput<'server.list'>['servers'], requestedAt: number): void
}

interface OrderTargetStateFetcherDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  accounts: Pick<AccountsPort, 'account'>
  clock: Clock
  targetAnswerListeners?: OrderTargetReadListeners
}

/** One answer of the service, in which targets can be looked up. */
export interface FetchedOrderTargetStates {
  /** The service's clock in the answer, epoch milliseconds; null if the answer did not contain it. */
  serviceTime: number | null
  /** Monotonic times of the request and of the answer. */
  begunAtMonotonic: number
  readAtMonotonic: number
  /** Wall-clock times of the request and of the answer, epoch milliseconds. */
  begunAtWallClock: number
  readAtWallClock: number
  /** The state of a domain; null if the answer does not contain it. */
  lookUp(target: string): ObservedOrderTarget
  /** All servers of the account's list; null if domains were read. */
  servers: readonly ObservedServer[] | null
}

export interface FetchOrderTargetStatesOptions {
  /** Number of open orders of the account. If there are many, one list is read for all of them. */
  open: number
  priority: CallPriority
  batch?: BatchContext
  signal: AbortSignal
}

/** Reads the targets of intents. Callers at the same time share one answer. Throws the errors of `ApiClient.call`. */
export interface OrderTargetStateFetcher {
  /**
   * Reads with the intent's own key. The answer was requested at or after `since` (monotonic) and is at most
   * `maxAgeForNewSendingMs` old. It is refetched before it is too old.
   */
  fetchBeforeSending(
    intent: StoredIntent,
    since: number,
    options: FetchOrderTargetStatesOptions,
  ): Promise<FetchedOrderTargetStates>
  /**
   * The answer was requested at or after `since` (monotonic). Reads with the intent's key or, if that key may not read,
   * with a key of the account for all targets.
   */
  fetchAfterSending(
    intent: StoredIntent,
    since: number,
    options: FetchOrderTargetStatesOptions,
  ): Promise<FetchedOrderTargetStates>
  /** Forgets all answers. */
  clear(): void
}

interface Entry {
  begunAtMonotonic: number
  /** Null until the answer arrives. */
  targets: FetchedOrderTargetStates | null
  /** The previous answer, which is used until the new answer arrives. */
  before: FetchedOrderTargetStates | null
  promise: Promise<FetchedOrderTargetStates>
}

type Source =
  | { endpoint: 'domain.list' | 'server.list'; input: Record<never, never> }
  | { endpoint: 'domain.detail'; input: { domain_name: string } }

/** No order is sent if the reading is older than this. */
const maxAgeToSendMs = 60_000
/**
 * A new sending may begin only if the reading is at most this old. The difference to `maxAgeToSendMs` covers the wait
 * in the queue.
 */
const maxAgeForNewSendingMs = 45_000
/** An older reading is fetched again. */
const refetchAfterMs = 35_000
/** A check of an intent's outcome needs a reading at most this old. */
const maxAgeForCheckMs = 20_000

const notFoundCodes: readonly ServiceErrorCode[] = ['DOMAIN_NOT_FOUND', 'NOT_FOUND']

export function isTargetReadingTooOldToSend(targets: FetchedOrderTargetStates, clock: Clock): boolean {
  return getAgeMs(targets, clock) > maxAgeToSendMs
}

/**
 * Age in milliseconds. It is at least the difference by which both clocks moved apart: while the machine sleeps, the
 * monotonic clock may stop, and the wall clock may be set.
 */
function getAgeMs(
  { begunAtMonotonic, readAtMonotonic, begunAtWallClock }: FetchedOrderTargetStates,
  clock: Clock,
): number {
  const monotonic = clock.monotonic()
  const clockDriftMs = Math.abs(clock.now() - begunAtWallClock - (monotonic - begunAtMonotonic))
  return Math.max(monotonic - readAtMonotonic, clockDriftMs)
}

export function createOrderTargetStateFetcher({
  api,
  accounts,
  clock,
  targetAnswerListeners,
}: OrderTargetStateFetcherDeps): OrderTargetStateFetcher {
  const entries = new Map<string, Entry>()

  function getOrFetch(
    accountId: string,
    keyId: string,
    source: Source,
    options: FetchOrderTargetStatesOptions,
    isGoodEnough: (entry: Entry) => boolean,
  ): Entry {
    const id = JSON.stringify([accountId, keyId, source])
    const known = entries.get(id)
    if (known && isGoodEnough(known)) return known
    const entry: Entry = {
      begunAtMonotonic: clock.monotonic(),
      targets: null,
      before: known?.targets ?? null,
      promise: fetchTargetStates(accountId, keyId, source, options),
    }
    entries.set(id, entry)
    entry.promise.then(
      (targets) => (entry.targets = targets),
      () => entries.get(id) === entry && entries.delete(id),
    )
    return entry
  }

  async function fetchTargetStates(
    accountId: string,
    keyId: string,
    source: Source,
    { priority, batch, signal }: FetchOrderTargetStatesOptions,
  ): Promise<FetchedOrderTargetStates> {
    const request = { accountId, keyId, priority, signal, ...(batch && { batch }) }
    const begunAtMonotonic = clock.monotonic()
    const begunAtWallClock = clock.now()
    const toFetchedTargetStates = (
      stateByName: ReadonlyMap<string, ObservedOrderTarget>,
      serviceTime: number | null,
      servers: readonly ObservedServer[] | null = null,
    ): FetchedOrderTargetStates => ({
      serviceTime,
      begunAtMonotonic,
      readAtMonotonic: clock.monotonic(),
      begunAtWallClock,
      readAtWallClock: clock.now(),
      lookUp: (target) => stateByName.get(target) ?? null,
      servers,
    })
    if (source.endpoint === 'domain.detail') {
      const name = source.input.domain_name
      const answer = await api
        .call({ ...request, endpoint: 'domain.detail', input: source.input })
        .catch(nullIfNotFound)
      if (!answer || !hasName(answer.data, name)) return toFetchedTargetStates(new Map(), answer?.serverAt ?? null)
      targetAnswerListeners?.onDomainRead(accountId, { ...answer.data, domain_name: name }, answer.readAt)
      return toFetchedTargetStates(new Map([[name, toTargetState(answer.data)]]), answer.serverAt)
    }
    if (source.endpoint === 'domain.list') {
      const { data, serverAt } = await api.call({ ...request, endpoint: 'domain.list', input: {} })
      targetAnswerListeners?.onDomainsRead(accountId, data.domains, begunAtWallClock)
      return toFetchedTargetStates(
        new Map(data.domains.map((domain) => [domain.domain_name.toLowerCase(), toTargetState(domain)])),
        serverAt,
      )
    }
    const { data, serverAt } = await api.call({ ...request, endpoint: 'server.list', input: {} })
    targetAnswerListeners?.onServersRead(accountId, data.servers, begunAtWallClock)
    return toFetchedTargetStates(
      new Map(),
      serverAt,
      data.servers.map((server) => ({
        ...toTargetState(server),
        serverId: server.server_id ?? null,
        planId: server.plan_id ?? null,
        servername: server.servername,
      })),
    )
  }

  /** Chooses the key with which the outcome of the intent is read. */
  function chooseReadingKey(intent: StoredIntent, { endpoint, input }: Source): string {
    const { keys } = api.usableKeys(intent.item.accountId, endpoint, input)
    return findKeyToCheckOrderOutcome(keys, intent)?.id ?? intent.keyId
  }

  /** Throws `conflict` when the account has another address now, because its answers say nothing about this intent. */
  function requireSameAddress({ item, baseUrl }: StoredIntent): void {
    const actual = accounts.account(item.accountId).baseUrl
    if (!isSameService(actual, baseUrl))
      throw new AppError('conflict', 'The account is at another address now', {
        details: { expected: baseUrl, actual },
      })
  }

  return {
    async fetchBeforeSending(intent, since, options) {
      requireSameAddress(intent)
      const source = chooseSource(intent, options.open)
      const isGood = ({ begunAtMonotonic, targets }: Entry) =>
        begunAtMonotonic >= since && (targets === null || getAgeMs(targets, clock) <= refetchAfterMs)
      const entry = getOrFetch(intent.item.accountId, intent.keyId, source, options, isGood)
      // While a new reading runs, an older reading that is fresh enough is used.
      const { before } = entry
      return before && before.begunAtMonotonic >= since && getAgeMs(before, clock) <= maxAgeForNewSendingMs
        ? before
        : entry.promise
    },
    async fetchAfterSending(intent, since, options) {
      requireSameAddress(intent)
      const source = chooseSource(intent, options.open)
      const isNew = ({ begunAtMonotonic, targets }: Entry) =>
        begunAtMonotonic >= since && (!targets || getAgeMs(targets, clock) <= maxAgeForCheckMs)
      return getOrFetch(intent.item.accountId, chooseReadingKey(intent, source), source, options, isNew).promise
    },
    clear: () => entries.clear(),
  }
}

function chooseSource({ item, target }: StoredIntent, open: number): Source {
  if (item.kind === 'order') return { endpoint: 'server.list', input: {} }
  return isDetailEnoughForPreSendCheck(item.kind, open)
    ? { endpoint: 'domain.detail', input: { domain_name: target } }
    : { endpoint: 'domain.list', input: {} }
}

function nullIfNotFound(thrown: unknown): null {
  if (
    isAppError(thrown, 'service') &&
    notFoundCodes.some((code) => thrown.code === code && thrown.status === serviceErrors[code].status)
  )
    return null
  throw thrown
}

function hasName({ domain_name }: { domain_name: string }, name: string): boolean {
  return domain_name.toLowerCase() === name
}

function toTargetState({
  status,
  expiry_date,
}: {
  status: string
  expiry_date?: string | null | undefined
}): NonNullable<ObservedOrderTarget> {
  return { status, expiryDate: expiry_date ?? null }
}
