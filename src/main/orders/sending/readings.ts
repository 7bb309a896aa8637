import type { EndpointOutput } from '#shared/api/catalog.ts'
import { grantOf } from '#shared/api/grants.ts'
import { providerErrors, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { isReadAlone } from '#shared/sending-cost.ts'
import { isSameService } from '../../api/same-service.ts'
import type { ApiAccounts, ApiClient, Priority, Work } from '../../api/types.ts'
import type { Clock } from '../../clock.ts'
import type { Contract } from './contracts.ts'
import type { Sight } from './evidence.ts'
import type { Intent } from '../intent.ts'

export type OnDomainRead = (accountId: string, detail: EndpointOutput<'domain.detail'>, readAt: number) => void

interface ReadingsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  accounts: Pick<ApiAccounts, 'account'>
  clock: Clock
  onDomainRead?: OnDomainRead
}

/** One answer of the service, in which targets can be looked up. */
export interface Seen {
  serverAt: number | null
  /** Monotonic time at which it was asked for, and at which the answer came. */
  begunAt: number
  readAt: number
  /** When it was asked for by our clock, and when the answer came, epoch milliseconds. */
  begunOn: number
  readOn: number
  /** A domain, by its name. */
  look(target: string): Sight
  /** Every server of the account's list; null where domains were read. */
  contracts: readonly Contract[] | null
}

export interface ReadingOptions {
  /** How many orders of the account are open: of many, one list serves them all. */
  open: number
  priority: Priority
  work?: Work
  signal: AbortSignal
}

/** Reads targets of intents, one answer for all who ask at the same time. Throws what `ApiClient.call` throws. */
export interface Readings {
  /** With the intent's own key, begun at or after `since` (monotonic) and not older than `freshMs`. What is soon too old is read anew before it is. */
  fresh(intent: Intent, since: number, options: ReadingOptions): Promise<Seen>
  /** Begun at or after `since` (monotonic). With the intent's key, or where that may not read, one of the account that sees all targets. */
  after(intent: Intent, since: number, options: ReadingOptions): Promise<Seen>
  /** Lets go of what was read. */
  forget(): void
}

interface Entry {
  begunAt: number
  /** Null until the answer came. */
  seen: Seen | null
  /** The one before, which serves until this one is there. */
  before: Seen | null
  promise: Promise<Seen>
}

type Source = { endpoint: 'domain.list' | 'server.list'; input: Record<never, never> } | { endpoint: 'domain.detail'; input: { domain_name: string } }

/** Not sent on a reading older than `staleMs`; taken for a new sending until `freshMs`, so that the wait for a place fits between; read anew after `dueMs`. */
const staleMs = 60_000
const freshMs = 45_000
const dueMs = 35_000
/** A look at what became of an intent is a new one. */
const looksSharedMs = 20_000

const absent: readonly ProviderErrorCode[] = ['DOMAIN_NOT_FOUND', 'NOT_FOUND']

export function isStale(seen: Seen, clock: Clock): boolean {
  return ageOf(seen, clock) > staleMs
}

/** Milliseconds. Where the monotonic clock stands still while the machine sleeps, the two clocks part. */
function ageOf({ begunAt, readAt, begunOn }: Seen, clock: Clock): number {
  const monotonic = clock.monotonic()
  const partedMs = Math.abs(clock.now() - begunOn - (monotonic - begunAt))
  return Math.max(monotonic - readAt, partedMs)
}

export function createReadings({ api, accounts, clock, onDomainRead }: ReadingsDeps): Readings {
  const entries = new Map<string, Entry>()

  function read(accountId: string, keyId: string, source: Source, options: ReadingOptions, isGoodEnough: (entry: Entry) => boolean): Entry {
    const id = JSON.stringify([accountId, keyId, source])
    const known = entries.get(id)
    if (known && isGoodEnough(known)) return known
    const entry: Entry = { begunAt: clock.monotonic(), seen: null, before: known?.seen ?? null, promise: ask(accountId, keyId, source, options) }
    entries.set(id, entry)
    entry.promise.then(
      (seen) => (entry.seen = seen),
      () => entries.get(id) === entry && entries.delete(id),
    )
    return entry
  }

  async function ask(accountId: string, keyId: string, source: Source, { priority, work, signal }: ReadingOptions): Promise<Seen> {
    const request = { accountId, keyId, priority, signal, ...(work && { work }) }
    const begunAt = clock.monotonic()
    const begunOn = clock.now()
    const seenIn = (sights: ReadonlyMap<string, Sight>, serverAt: number | null, contracts: readonly Contract[] | null = null): Seen => ({
      serverAt,
      begunAt,
      readAt: clock.monotonic(),
      begunOn,
      readOn: clock.now(),
      look: (target) => sights.get(target) ?? null,
      contracts,
    })
    if (source.endpoint === 'domain.detail') {
      const name = source.input.domain_name
      const answer = await api.call({ ...request, endpoint: 'domain.detail', input: source.input }).catch(absentOrThrow)
      if (!answer || !isNamed(answer.data, name)) return seenIn(new Map(), answer?.serverAt ?? null)
      onDomainRead?.(accountId, { ...answer.data, domain_name: name }, answer.readAt)
      return seenIn(new Map([[name, sightOf(answer.data)]]), answer.serverAt)
    }
    if (source.endpoint === 'domain.list') {
      const { data, serverAt } = await api.call({ ...request, endpoint: 'domain.list', input: {} })
      return seenIn(new Map(data.domains.map((domain) => [domain.domain_name.toLowerCase(), sightOf(domain)])), serverAt)
    }
    const { data, serverAt } = await api.call({ ...request, endpoint: 'server.list', input: {} })
    return seenIn(new Map(), serverAt, data.servers.map((server) => ({ ...sightOf(server), serverId: server.server_id ?? null, servername: server.servername })))
  }

  /** The key that reads what became of the intent. */
  function readerOf({ item: { accountId, kind }, keyId }: Intent, { endpoint, input }: Source): string {
    const { keys } = api.usableKeys(accountId, endpoint, input)
    const service = kind === 'order' ? 'server' : 'domain'
    const seesAll = keys.find(({ me }) => me && grantOf(me, service)?.target_mode === 'all')
    return keys.some(({ id }) => id === keyId) ? keyId : (seesAll?.id ?? keyId)
  }

  /** An answer from another address says nothing. */
  function requireSameAddress({ item, baseUrl }: Intent): void {
    const actual = accounts.account(item.accountId).baseUrl
    if (!isSameService(actual, baseUrl)) throw new AppError('conflict', 'The account is at another address now', { details: { expected: baseUrl, actual } })
  }

  return {
    async fresh(intent, since, options) {
      requireSameAddress(intent)
      const source = sourceOf(intent, options.open)
      const isGood = ({ begunAt, seen }: Entry) => begunAt >= since && (seen === null || ageOf(seen, clock) <= dueMs)
      const entry = read(intent.item.accountId, intent.keyId, source, options, isGood)
      // Several wait in turn: what is still fresh serves until the new one is there.
      const { before } = entry
      return before && before.begunAt >= since && ageOf(before, clock) <= freshMs ? before : entry.promise
    },
    async after(intent, since, options) {
      requireSameAddress(intent)
      const source = sourceOf(intent, options.open)
      const isNew = ({ begunAt, seen }: Entry) => begunAt >= since && (!seen || ageOf(seen, clock) <= looksSharedMs)
      return read(intent.item.accountId, readerOf(intent, source), source, options, isNew).promise
    },
    forget: () => entries.clear(),
  }
}

function sourceOf({ item, target }: Intent, open: number): Source {
  if (item.kind === 'order') return { endpoint: 'server.list', input: {} }
  return isReadAlone(item.kind, open) ? { endpoint: 'domain.detail', input: { domain_name: target } } : { endpoint: 'domain.list', input: {} }
}

function absentOrThrow(thrown: unknown): null {
  if (isAppError(thrown, 'service') && absent.some((code) => thrown.code === code && thrown.status === providerErrors[code].status)) return null
  throw thrown
}

function isNamed({ domain_name }: { domain_name: string }, name: string): boolean {
  return domain_name.toLowerCase() === name
}

function sightOf({ status, expiry_date }: { status: string; expiry_date?: string | null | undefined }): NonNullable<Sight> {
  return { status, expiryDate: expiry_date ?? null }
}
