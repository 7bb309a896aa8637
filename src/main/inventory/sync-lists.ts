import type { EndpointOutput } from '#shared/api/catalog.ts'
import { grantOf } from '#shared/api/grants.ts'
import { dayMs } from '#shared/api/limits.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ApiClient, KeyRefusalReason } from '../api/types.ts'
import type { Clock } from '../clock.ts'
import type { ListScope } from './decide-list.ts'
import type { Thing } from './facets.ts'
import type { Inventory } from './inventory.ts'
import type { ListSource } from './mark-gone.ts'

export interface SyncAccounts {
  keys(accountId: string): Key[]
  /** For one question to `/v1/me`, made before it is sent. */
  checkOf(keyId: string): { works(me: EndpointOutput<'account.me'>, at: number): void; forbidden(error: AppError): void }
  /** Something that health or counts are made of changed. */
  changed(): void
}

export interface ListsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  inventory: Inventory
  accounts: SyncAccounts
  clock: Clock
}

export interface ListsOutcome {
  /** How many of the two lists came, whole or in part; lists that no key of the account is made for are not counted. */
  read: number
  /** The first thing that went wrong; null when every list came whole. */
  error: AppError | null
}

export const listNames = ['domain.list', 'server.list'] as const
type ListName = (typeof listNames)[number]

const checkedForMs = dayMs
/** A key in one of these states might have shown more. */
const outOfUse: readonly KeyRefusalReason[] = ['quarantined', 'expired', 'forbidden', 'missing']
const triable: readonly Key['state'][] = ['working', 'untested']

export interface ListsTold {
  progress(done: number, total: number): void
  /** A list came from every key made for it and was stored; one for which no key is made has nothing more to come. Told at once: the other may take minutes. */
  whole(list: Thing, readAt: number): void
}

/** Checks keys that were not checked for a day, then reads both lists of an account into the inventory. */
export async function readLists(
  deps: ListsDeps,
  accountId: string,
  signal: AbortSignal,
  tell: ListsTold,
): Promise<ListsOutcome> {
  const { accounts, clock } = deps
  let done = 0
  let total: number = listNames.length
  const count = (): void => tell.progress((done += 1), Math.max(total, done))

  const unchecked = accounts.keys(accountId).filter(({ state, checkedAt }) => triable.includes(state) && (checkedAt === null || checkedAt <= clock.now() - checkedForMs))
  tell.progress(done, (total += unchecked.length))
  for (const { id } of unchecked) {
    await checkKey(deps, accountId, id, signal)
    count()
  }

  const outcomes = await Promise.all(
    listNames.map(async (name) => {
      const outcome = await readList(deps, accountId, name, signal)
      if (outcome.error === null) count()
      if (outcome.error === null && !outcome.isShrunken) tell.whole(serviceOf[name], outcome.readAt)
      return outcome
    }),
  )
  return { read: outcomes.filter(({ isRead }) => isRead).length, error: outcomes.find(({ error }) => error !== null)?.error ?? null }
}

/** What `/v1/me` says of a key, noted with the key. */
async function checkKey({ api, accounts }: ListsDeps, accountId: string, keyId: string, signal: AbortSignal): Promise<EndpointOutput<'account.me'> | AppError> {
  const check = accounts.checkOf(keyId)
  try {
    const { data, readAt } = await api.call({ accountId, endpoint: 'account.me', input: {}, keyId, priority: 'job', signal })
    check.works(data, readAt)
    return data
  } catch (error) {
    if (!isAppError(error) || stopsAll(error)) throw error
    if (error.status === 403) check.forbidden(error)
    return error
  }
}

/** What no other call of this run would get past either. */
export function stopsAll({ kind }: AppError): boolean {
  return kind === 'cancelled' || kind === 'offline' || kind === 'paused' || kind === 'not_found' || kind === 'disk_full' || kind === 'address_guarded' ||
    kind.startsWith('keychain_') || kind.startsWith('database_')
}

interface ListOutcome {
  isRead: boolean
  /** It came, and waits. */
  isShrunken: boolean
  error: AppError | null
  /** When it came; of several parts, the first of them. */
  readAt: number
}

/** A key for all targets alone gives the whole list; without one, each key shows its part. */
async function readList(deps: ListsDeps, accountId: string, name: ListName, signal: AbortSignal): Promise<ListOutcome> {
  const { api, accounts, clock } = deps
  const { keys, refusals } = api.usableKeys(accountId, name, {})
  const all = accounts.keys(accountId)
  if (keys.length === 0) {
    const mayHideSome = refusals.some(({ keyId, reason }) => outOfUse.includes(reason) && isMadeFor(all.find(({ id }) => id === keyId), name))
    const isOffered = all.length === 0 || mayHideSome
    return { isRead: false, isShrunken: false, readAt: clock.now(), error: isOffered ? new AppError('no_key', 'No key of this account can be used', { details: { reasons: refusals } }) : null }
  }
  const ask = (key: Key) => askList(deps, accountId, name, key, signal)
  const wide = keys.filter((key) => seesAll(key, name))
  let refused: AppError | null = null
  for (const key of wide) {
    const answer = await ask(key)
    if (!(answer instanceof AppError)) return store(deps, accountId, name, [answer], null, signal)
    // A key that is refused says nothing about the others; anything else would meet them too.
    if (!isOfKey(answer)) return { isRead: false, isShrunken: false, readAt: clock.now(), error: answer }
    refused ??= answer
  }
  const answers = await Promise.all(keys.filter((key) => !wide.includes(key)).map(ask))
  const failure = refused ?? answers.find((answer) => answer instanceof AppError) ?? null
  const lists = answers.filter((answer): answer is List => !(answer instanceof AppError))
  return store(deps, accountId, name, lists, failure, signal)
}

function isOfKey({ kind, status }: AppError): boolean {
  return status === 401 || status === 403 || kind === 'no_key' || kind === 'secret_missing' || kind === 'secret_origin_mismatch'
}

const serviceOf = { 'domain.list': 'domain', 'server.list': 'server' } as const

function seesAll({ me }: Key, name: ListName): boolean {
  return me !== null && grantOf(me, serviceOf[name])?.target_mode === 'all'
}

/** A key never checked may be made for anything. */
function isMadeFor(key: Key | undefined, name: ListName): boolean {
  return !key?.me || grantOf(key.me, serviceOf[name]) !== undefined
}

/** What a key is made for. One of which `/v1/me` names neither a mode nor targets shows everything. */
function scopeOf(me: Key['me'], name: ListName): ListScope {
  const grant = me ? grantOf(me, serviceOf[name]) : undefined
  const targets = grant?.targets ?? []
  const isForSome = grant?.target_mode === 'selected' || (grant?.target_mode !== 'all' && targets.length > 0)
  return isForSome ? new Set(targets.map((target) => target.toLowerCase())) : 'all'
}

interface List {
  key: Key
  items: unknown[]
  askedAt: number
  readAt: number
}

async function askList({ api, clock }: ListsDeps, accountId: string, name: ListName, key: Key, signal: AbortSignal): Promise<List | AppError> {
  const askedAt = clock.now()
  try {
    const { data, readAt } = await api.call({ accountId, endpoint: name, input: {}, keyId: key.id, priority: 'job', signal })
    return { key, items: 'domains' in data ? (data.domains as unknown[]) : (data.servers as unknown[]), askedAt, readAt }
  } catch (error) {
    if (!isAppError(error) || stopsAll(error)) throw error
    return error
  }
}

async function store(deps: ListsDeps, accountId: string, name: ListName, lists: List[], failure: AppError | null, signal: AbortSignal): Promise<ListOutcome> {
  const { inventory, clock } = deps
  if (lists.length === 0) return { isRead: false, isShrunken: false, readAt: clock.now(), error: failure }
  const items = lists.length === 1 ? (lists[0] as List).items : lists.flatMap((list) => list.items)
  const readAt = Math.min(...lists.map((list) => list.readAt))
  let error = failure
  const source: ListSource = {
    askedAt: Math.min(...lists.map((list) => list.askedAt)),
    scopes: lists.map(({ key }) => scopeOf(key.me, name)),
    async confirmScopes() {
      const answers = await Promise.all(lists.map(({ key }) => checkKey(deps, accountId, key.id, signal)))
      error ??= answers.find((answer) => answer instanceof AppError) ?? null
      return answers.some((answer) => answer instanceof AppError) ? null : answers.map((me) => scopeOf(me as Key['me'], name))
    },
  }
  const isStored = await (name === 'domain.list'
    ? inventory.writeDomainList(accountId, items as [], readAt, source)
    : inventory.writeServerList(accountId, items as [], readAt, source))
  return { isRead: true, isShrunken: !isStored, readAt, error }
}
