import type { EndpointOutput } from '#shared/api/catalog.ts'
import { dayMs } from '#shared/api/limits.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ApiClient, KeyRefusalReason } from '../api/types.ts'
import type { Clock } from '../clock.ts'
import type { Inventory } from './inventory.ts'

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

type ListName = 'domain.list' | 'server.list'

const checkedForMs = dayMs
/** A key in one of these states might have shown more. */
const outOfUse: readonly KeyRefusalReason[] = ['quarantined', 'expired', 'forbidden', 'missing']
const triable: readonly Key['state'][] = ['working', 'untested']

/** Checks keys that were not checked for a day, then reads both lists of an account into the inventory. */
export async function readLists(
  deps: ListsDeps,
  accountId: string,
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
): Promise<ListsOutcome> {
  const { api, accounts, clock } = deps
  let done = 0
  let total = 2
  const count = (): void => tell((done += 1), Math.max(total, done))

  const unchecked = accounts.keys(accountId).filter(({ state, checkedAt }) => triable.includes(state) && (checkedAt === null || checkedAt <= clock.now() - checkedForMs))
  tell(done, (total += unchecked.length))
  for (const { id } of unchecked) {
    const check = accounts.checkOf(id)
    try {
      const { data, readAt } = await api.call({ accountId, endpoint: 'account.me', input: {}, keyId: id, priority: 'job', signal })
      check.works(data, readAt)
    } catch (error) {
      if (!isAppError(error) || stopsAll(error)) throw error
      if (error.status === 403) check.forbidden(error)
    }
    count()
  }

  const outcomes = await Promise.all(
    (['domain.list', 'server.list'] as const).map(async (name) => {
      const outcome = await readList(deps, accountId, name, signal)
      count()
      return outcome
    }),
  )
  return { read: outcomes.filter(({ isRead }) => isRead).length, error: outcomes.find(({ error }) => error !== null)?.error ?? null }
}

/** What no other call of this run would get past either. */
export function stopsAll({ kind }: AppError): boolean {
  return kind === 'cancelled' || kind === 'offline' || kind === 'paused' || kind === 'not_found' || kind === 'disk_full' || kind === 'address_guarded' ||
    kind.startsWith('keychain_') || kind.startsWith('database_')
}

/**
 * A key for all targets alone gives the whole list; without one, each key shows its part. What is missing is gone only if nothing
 * stood in the way of seeing it.
 */
async function readList(deps: ListsDeps, accountId: string, name: ListName, signal: AbortSignal): Promise<{ isRead: boolean; error: AppError | null }> {
  const { api, accounts } = deps
  const { keys, refusals } = api.usableKeys(accountId, name, {})
  const all = accounts.keys(accountId)
  const mayHideSome = refusals.some(({ keyId, reason }) => outOfUse.includes(reason) && isMadeFor(all.find(({ id }) => id === keyId), name))
  if (keys.length === 0) {
    const isOffered = all.length === 0 || mayHideSome
    return { isRead: false, error: isOffered ? new AppError('no_key', 'No key of this account can be used', { details: { reasons: refusals } }) : null }
  }
  const ask = (keyId: string) => askList(deps, accountId, name, keyId, signal)
  const wide = keys.filter((key) => seesAll(key, name))
  let refused: AppError | null = null
  for (const { id } of wide) {
    const answer = await ask(id)
    if (!(answer instanceof AppError)) return store(deps, accountId, name, [answer], true, null)
    // A key that is refused says nothing about the others; anything else would meet them too.
    if (!isOfKey(answer)) return { isRead: false, error: answer }
    refused ??= answer
  }
  const answers = await Promise.all(keys.filter((key) => !wide.includes(key)).map(({ id }) => ask(id)))
  const failure = refused ?? answers.find((answer) => answer instanceof AppError) ?? null
  const lists = answers.filter((answer): answer is List => !(answer instanceof AppError))
  const isComplete = failure === null && !mayHideSome
  return store(deps, accountId, name, lists, isComplete, failure)
}

function isOfKey({ kind, status }: AppError): boolean {
  return status === 401 || status === 403 || kind === 'no_key' || kind === 'secret_missing' || kind === 'secret_origin_mismatch'
}

const serviceOf = { 'domain.list': 'domain', 'server.list': 'server' } as const

function seesAll({ me }: Key, name: ListName): boolean {
  return me?.services[serviceOf[name]]?.target_mode === 'all'
}

/** A key never checked may be made for anything. */
function isMadeFor(key: Key | undefined, name: ListName): boolean {
  return !key?.me || key.me.services[serviceOf[name]] !== undefined
}

interface List {
  items: unknown[]
  readAt: number
}

async function askList({ api }: ListsDeps, accountId: string, name: ListName, keyId: string, signal: AbortSignal): Promise<List | AppError> {
  try {
    const { data, readAt } = await api.call({ accountId, endpoint: name, input: {}, keyId, priority: 'job', signal })
    return { items: 'domains' in data ? (data.domains as unknown[]) : (data.servers as unknown[]), readAt }
  } catch (error) {
    if (!isAppError(error) || stopsAll(error)) throw error
    return error
  }
}

async function store(
  { inventory }: ListsDeps,
  accountId: string,
  name: ListName,
  lists: List[],
  isComplete: boolean,
  error: AppError | null,
): Promise<{ isRead: boolean; error: AppError | null }> {
  if (lists.length === 0) return { isRead: false, error }
  const items = lists.length === 1 ? (lists[0] as List).items : lists.flatMap((list) => list.items)
  const readAt = Math.min(...lists.map((list) => list.readAt))
  if (name === 'domain.list') await inventory.writeDomainList(accountId, items as [], readAt, { isComplete })
  else await inventory.writeServerList(accountId, items as [], readAt, { isComplete })
  return { isRead: true, error }
}
