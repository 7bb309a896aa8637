import type { EndpointOutput } from '#shared/api/endpoints.ts'
import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { dayMs } from '#shared/durations.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import { isKeyError, isPermissionError } from '#shared/api/error-predicates.ts'
import { hasErrorConsequence } from '#shared/error-kinds.ts'
import { isKeyUsable, isUnusableKeyState } from '#shared/key-states.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ApiClient, CallPriority } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { NamesVisibleToKey } from '#main/inventory/lists/detect-gone-names-or-shrunken-list.ts'
import type { ResourceKind } from '#main/inventory/details/detail-store.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { ListRequestTimeAndScopes } from '#main/inventory/lists/store-list-or-await-confirmation.ts'

export interface AccountKeysForSync {
  keys(accountId: string): Key[]
  /** Starts the check of one key by `/v1/me`. Call it before the request is sent. */
  startKeyCheck(keyId: string): {
    markWorking(me: EndpointOutput<'account.me'>, at: number): void
    markForbidden(error: AppError): void
  }
  /** Pairs of accounts whose lists have names in common: both belong to one user. */
  overlaps(): { accountId: string; otherAccountId: string }[]
  /** Data on which health or counts depend has changed. */
  emitChanged(): void
}

export interface CheckKeysAndFetchListsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  inventory: InventoryStore
  accounts: AccountKeysForSync
  clock: Clock
}

export interface FetchListsResult {
  /** How many of the two lists were read, whole or in part. A list that no key grants is not counted. */
  listsRead: number
  /** The first error; null when every list is whole. */
  error: AppError | null
}

const listEndpoints = ['domain.list', 'server.list'] as const
type ListEndpoint = (typeof listEndpoints)[number]

const keyCheckFreshMs = dayMs

export interface ListFetchListener {
  /** `total`: the lists that some key may read, as far as the checked keys show. */
  progress(done: number, total: number): void
  /**
   * Called when a list came from every key that grants it and was stored. Called at once, because the other list may
   * take minutes.
   */
  listStored(list: ResourceKind, readAt: number): void
  /** Called for a list that no key grants and that is therefore not requested. */
  listNotGranted(list: ResourceKind, at: number): void
}

/** Checks keys whose last check is a day old, then fetches both lists of an account and stores them. */
export async function checkKeysAndFetchLists(
  deps: CheckKeysAndFetchListsDeps,
  accountId: string,
  signal: AbortSignal,
  listener: ListFetchListener,
): Promise<FetchListsResult> {
  const { accounts, clock } = deps
  const unchecked = accounts
    .keys(accountId)
    .filter((key) => isKeyUsable(key) && (key.checkedAt === null || key.checkedAt <= clock.now() - keyCheckFreshMs))
  listener.progress(0, countReadableLists(deps, accountId))
  for (const { id } of unchecked) await fetchKeyGrants(deps, accountId, id, signal)
  const total = countReadableLists(deps, accountId)
  let done = 0
  listener.progress(done, total)

  const outcomes = await Promise.all(
    listEndpoints.map(async (name) => {
      const outcome = await fetchAndStoreList(deps, accountId, name, signal)
      if (outcome.error === null && outcome.isRead) listener.progress((done += 1), Math.max(total, done))
      if (outcome.error === null && !outcome.isRead)
        listener.listNotGranted(resourceKindByEndpoint[name], outcome.readAt)
      else if (outcome.error === null && !outcome.isShrunken)
        listener.listStored(resourceKindByEndpoint[name], outcome.readAt)
      return outcome
    }),
  )
  return {
    listsRead: outcomes.filter(({ isRead }) => isRead).length,
    error: outcomes.find(({ error }) => error !== null)?.error ?? null,
  }
}

/** Counts the lists that some key of the account may read. A list that no key grants is never requested. */
export function countReadableLists(
  deps: Pick<CheckKeysAndFetchListsDeps, 'api' | 'accounts'>,
  accountId: string,
): number {
  return listEndpoints.filter((name) => isListOffered(deps, accountId, name)).length
}

/** Returns false for a list that no key grants, whatever the state of the keys. */
export function isListOffered(
  { api, accounts }: Pick<CheckKeysAndFetchListsDeps, 'api' | 'accounts'>,
  accountId: string,
  name: ListEndpoint,
): boolean {
  const { keys, unusableKeys } = api.usableKeys(accountId, name, {})
  const all = accounts.keys(accountId)
  if (keys.length > 0 || all.length === 0) return true
  return unusableKeys.some(
    ({ keyId, reason }) =>
      isUnusableKeyState(reason) &&
      mayGrantList(
        all.find(({ id }) => id === keyId),
        name,
      ),
  )
}

/** Fetches `/v1/me` for a key and stores the result with the key. */
async function fetchKeyGrants(
  { api, accounts }: CheckKeysAndFetchListsDeps,
  accountId: string,
  keyId: string,
  signal: AbortSignal,
): Promise<EndpointOutput<'account.me'> | AppError> {
  const check = accounts.startKeyCheck(keyId)
  try {
    const { data, readAt } = await api.call({
      accountId,
      endpoint: 'account.me',
      input: {},
      keyId,
      priority: 'job',
      signal,
    })
    check.markWorking(data, readAt)
    return data
  } catch (error) {
    if (!isAppError(error) || hasErrorConsequence(error, 'ends_run')) throw error
    if (isPermissionError(error)) check.markForbidden(error)
    return error
  }
}

export interface SingleListFetchResult {
  isRead: boolean
  /**
   * The list was read but not applied, because it lacks many stored names. It waits for the user or for later lists.
   */
  isShrunken: boolean
  error: AppError | null
  /**
   * When the list was read; for several parts, the time of the first one. If the keys show selected names only, at most
   * the time of the oldest stored row.
   */
  readAt: number
}

/**
 * Fetches one list of an account and stores it. A key that is granted all targets reads the whole list. Without such a
 * key, each key reads its part.
 */
export async function fetchAndStoreList(
  deps: CheckKeysAndFetchListsDeps,
  accountId: string,
  name: ListEndpoint,
  signal: AbortSignal,
  priority: CallPriority = 'job',
): Promise<SingleListFetchResult> {
  const { api, clock } = deps
  const { keys, unusableKeys } = api.usableKeys(accountId, name, {})
  if (keys.length === 0)
    return {
      isRead: false,
      isShrunken: false,
      readAt: clock.now(),
      error: isListOffered(deps, accountId, name)
        ? new AppError('no_key', 'No key of this account can be used', {
            details: { endpoint: name, reasons: unusableKeys },
          })
        : null,
    }
  const ask = (key: Key) => fetchList(deps, accountId, name, key, signal, priority)
  const keysForAllTargets = keys.filter((key) => grantsAllTargets(key, name))
  let refused: AppError | null = null
  for (const key of keysForAllTargets) {
    const answer = await ask(key)
    if (!(answer instanceof AppError)) return storeFetchedLists(deps, accountId, name, [answer], null, signal)
    // A refused key says nothing about the other keys. Any other error would affect them too.
    if (!isKeyError(answer)) return { isRead: false, isShrunken: false, readAt: clock.now(), error: answer }
    refused ??= answer
  }
  const answers = await Promise.all(keys.filter((key) => !keysForAllTargets.includes(key)).map(ask))
  const failure = refused ?? answers.find((answer) => answer instanceof AppError) ?? null
  const lists = answers.filter((answer): answer is FetchedList => !(answer instanceof AppError))
  return storeFetchedLists(deps, accountId, name, lists, failure, signal)
}

const resourceKindByEndpoint = { 'domain.list': 'domain', 'server.list': 'server' } as const

function grantsAllTargets({ me }: Key, name: ListEndpoint): boolean {
  return me !== null && findGrantForService(me, resourceKindByEndpoint[name])?.target_mode === 'all'
}

/** A key that was never checked may grant anything. */
function mayGrantList(key: Key | undefined, name: ListEndpoint): boolean {
  return !key?.me || findGrantForService(key.me, resourceKindByEndpoint[name]) !== undefined
}

/** The scope of a key. A key for which `/v1/me` names neither a target mode nor targets shows everything. */
function toListScope(me: Key['me'], name: ListEndpoint): NamesVisibleToKey {
  const grant = me ? findGrantForService(me, resourceKindByEndpoint[name]) : undefined
  const targets = grant?.targets ?? []
  const isForSome = grant?.target_mode === 'selected' || (grant?.target_mode !== 'all' && targets.length > 0)
  return isForSome ? new Set(targets.map((target) => target.toLowerCase())) : 'all'
}

interface FetchedList {
  key: Key
  items: unknown[]
  requestedAt: number
  readAt: number
}

async function fetchList(
  { api, clock }: CheckKeysAndFetchListsDeps,
  accountId: string,
  name: ListEndpoint,
  key: Key,
  signal: AbortSignal,
  priority: CallPriority,
): Promise<FetchedList | AppError> {
  const requestedAt = clock.now()
  try {
    const { data, readAt } = await api.call({ accountId, endpoint: name, input: {}, keyId: key.id, priority, signal })
    return {
      key,
      items: 'domains' in data ? (data.domains as unknown[]) : (data.servers as unknown[]),
      requestedAt,
      readAt,
    }
  } catch (error) {
    if (!isAppError(error) || hasErrorConsequence(error, 'ends_run')) throw error
    return error
  }
}

async function storeFetchedLists(
  deps: CheckKeysAndFetchListsDeps,
  accountId: string,
  name: ListEndpoint,
  lists: FetchedList[],
  failure: AppError | null,
  signal: AbortSignal,
): Promise<SingleListFetchResult> {
  const { inventory, clock } = deps
  if (lists.length === 0) return { isRead: false, isShrunken: false, readAt: clock.now(), error: failure }
  const items = lists.length === 1 ? (lists[0] as FetchedList).items : lists.flatMap((list) => list.items)
  const readAt = Math.min(...lists.map((list) => list.readAt))
  const scopes = lists.map(({ key }) => toListScope(key.me, name))
  let error = failure
  const source: ListRequestTimeAndScopes = {
    requestedAt: Math.min(...lists.map((list) => list.requestedAt)),
    scopes,
    async confirmScopes() {
      const answers = await Promise.all(lists.map(({ key }) => fetchKeyGrants(deps, accountId, key.id, signal)))
      error ??= answers.find((answer) => answer instanceof AppError) ?? null
      return answers.some((answer) => answer instanceof AppError)
        ? null
        : answers.map((me) => toListScope(me as Key['me'], name))
    },
  }
  const isStored = await (name === 'domain.list'
    ? inventory.storeListedDomains(accountId, items as [], readAt, source)
    : inventory.storeListedServers(accountId, items as [], readAt, source))
  // Rows that no answering key may list keep their age, and the account shows the age of its oldest row.
  const oldestRowReadAt = scopes.includes('all')
    ? readAt
    : (inventory.oldestReadAt(accountId, resourceKindByEndpoint[name]) ?? readAt)
  return { isRead: true, isShrunken: !isStored, readAt: Math.min(readAt, oldestRowReadAt), error }
}
