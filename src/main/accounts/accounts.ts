import { serviceErrors } from '#shared/api/service-errors.ts'
import { isPermissionError } from '#shared/api/error-predicates.ts'
import { AppError, isAppError, withErrorDetails } from '#shared/app-error.ts'
import { createInputIssue, type InputIssueCode } from '#shared/input-issues.ts'
import type { Account, Key, KeyOwnerComparison, KeyTrialResult } from '#shared/ipc/accounts.ts'
import type { ServiceResponsiveness } from '#shared/ipc/sync.ts'
import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import { parseBaseUrl } from '#main/api/parse-base-url.ts'
import { isSameService } from '#main/api/compare-services-by-base-url.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'
import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import type { Database } from '#main/store/database.ts'
import { createMigratorOfKeysWithoutOrigin } from './migrator-of-keys-stored-without-base-url.ts'
import { assertKeyLabelUnused, appendNumbersToDuplicateKeyLabels } from './enforce-unique-key-labels.ts'
import {
  createKeySecretReaderAndStateWriter,
  type KeySecretReaderAndStateWriter,
} from './key-secret-reader-and-state-writer.ts'
import type { KeychainSecretStore } from './keychain-secret-store.ts'
import { createAccountQueries } from './account-queries.ts'
import type { OpenJobItemsThatNeedAccount } from '#main/jobs/job-runner.ts'
import { assertNoOpenJobItems } from './assert-no-open-job-items.ts'
import { assertNoOpenOrders, type OpenOrder } from './assert-no-open-orders.ts'
import { compareKeyOwners } from './compare-key-owners-by-listed-names.ts'
import {
  queryOwnedDomainAndServerNames,
  type AccountPairOverlap,
} from './query-accounts-that-list-same-domain-or-server.ts'
import { queryBegunMerges, queryMergedAccountIds } from '#main/store/merged-account-store.ts'
import {
  previewAccountRemoval,
  mergeAccounts,
  removeAccount,
  removeKey,
} from './remove-key-or-account-and-merge-accounts.ts'
import { createTriedKeyStorer } from './tried-key-storer.ts'
import { createTriedUnstoredKeys } from './tried-unstored-keys.ts'
import { createAccountProxies } from './account-proxy-and-password-store.ts'
import { createTryKeyFunction } from './try-key.ts'

export interface AccountsDeps {
  database: Database
  keychain: KeychainSecretStore
  clock: Clock
  newId: () => string
  emit: EmitEvent
  /** A function, because the API client needs the accounts first. */
  api: () => ApiClient
  /**
   * A function, because the orders are created after the accounts. Throws the error for which the journal could not be
   * opened.
   */
  openOrders: () => OpenOrder[]
  /** A function, because jobs need the accounts first. Null: there are none. */
  openJobItems: (accountId: string) => OpenJobItemsThatNeedAccount | null
  /** Called when the user changed an account or a key. Work that had to stop may be possible then. */
  onEdited: () => void
  /** Called when the account got another proxy or none. */
  onProxyChanged: (accountId: string) => void
  /** Called when two accounts were merged into one. */
  onMerged: () => Promise<void>
  /** Called when stored data of an account were deleted or moved, by its removal or a merge, even a failed one. */
  onDataDeletedOrMoved: () => void
  /** Whether the calls of the account's running sync get answers; `yes` if no sync runs. */
  responsiveness: (accountId: string) => ServiceResponsiveness
}

/**
 * Accounts and their keys, including the port of the API client. Functions that take the ID of an account or a key
 * throw `not_found`. Functions that remove, merge or replace an account or a key throw `open_intent` while an order
 * needs it. Functions that remove or merge an account throw `open_job` while a job needs it. A key may be removed
 * during a job: the job's items then wait for another key. Functions that only read or count throw neither.
 */
export interface Accounts
  extends KeySecretReaderAndStateWriter, Pick<AccountsPort, 'proxy' | 'proxyId' | 'isOnlyAccountAtSourceAddress'> {
  list(): Account[]
  get(accountId: string): Account
  /** The keys of every account, by its ID. An account without keys is missing. */
  keysByAccount(): Record<string, Key[]>
  tryKey(input: ParsedCommandInput<'accounts.tryKey'>): Promise<KeyTrialResult>
  matchKeyOwners(accountId: string | null, pendingKeyIds: string[]): KeyOwnerComparison | null
  discardPendingKey(pendingKeyId: string): void
  add(input: ParsedCommandInput<'accounts.add'>): Promise<Account>
  update(input: ParsedCommandInput<'accounts.update'>): Account
  /** Returns the ID of the kept proxy. */
  keepProxy(input: ParsedCommandInput<'accounts.keepProxy'>): Promise<string>
  /** Returns when the service answered through the proxy, epoch milliseconds. */
  testProxy(accountId: string, pendingProxyId: string): Promise<number>
  setProxy(accountId: string, pendingProxyId: string | null): Promise<Account>
  removalPreview(accountId: string): ReturnType<typeof previewAccountRemoval>
  /** `keyId` null: the orders of every key. */
  countOpenOrders(accountId: string, keyId: string | null): number
  remove(accountId: string): Promise<void>
  addKey(input: ParsedCommandInput<'accounts.addKey'>): Promise<Account>
  renameKey(input: ParsedCommandInput<'accounts.renameKey'>): Account
  replaceKey(input: ParsedCommandInput<'accounts.replaceKey'>): Promise<Account>
  removeKey(accountId: string, keyId: string): Promise<Account>
  retestKey(accountId: string, keyId: string): Promise<Account>
  merge(accountId: string, fromAccountId: string): Promise<Account>
  /**
   * Finishes the merges that the end of the app interrupted; call it at the start. Until then, data of the account is
   * stored under the other one. A merge that is not possible now is tried again at the next start. Returns the IDs of
   * the accounts that remain.
   */
  finishInterruptedMerges(): Promise<string[]>
  mergedInto(accountId: string): string | null
  overlaps(): AccountPairOverlap[]
  /**
   * Binds keys of an earlier version to the origin of their account; call it when the keychain is open. Never throws.
   */
  migrateKeysWithoutOrigin(): Promise<void>
  /** Call it when data outside this module changed that health or counts depend on. */
  emitChanged(): void
  /** Stops all events; call it before the database is closed. */
  close(): void
}

const emitEveryMs = 100

export function createAccounts({
  database,
  keychain,
  clock,
  newId,
  emit,
  api,
  openOrders,
  openJobItems,
  onEdited,
  onProxyChanged,
  onMerged,
  onDataDeletedOrMoved,
  responsiveness,
}: AccountsDeps): Accounts {
  appendNumbersToDuplicateKeyLabels(database)
  const beingRemoved = new Set<string>()
  const isBeingRemoved = (accountId: string) => beingRemoved.has(accountId)
  const queries = createAccountQueries({ database, clock, responsiveness, isBeingRemoved })
  let isClosed = false
  const throttle = createThrottle(clock, emitEveryMs, () => void emitAccounts())
  const emitChanged = () => throttle.trigger()
  const { migrateKeysWithoutOrigin, isSameSecret } = createMigratorOfKeysWithoutOrigin({ database, keychain, newId })
  const keySecretReaderAndStateWriter = createKeySecretReaderAndStateWriter({
    database,
    keychain,
    queries,
    isSameSecret,
    emitChanged,
  })
  const proxies = createAccountProxies({ database, keychain, clock, newId, queries })
  const triedUnstoredKeys = createTriedUnstoredKeys({ clock, newId })
  const triedKeyStorer = createTriedKeyStorer({ database, keychain, clock, newId, triedUnstoredKeys, queries })
  const tryKey = createTryKeyFunction({ database, keychain, clock, newId, triedUnstoredKeys, api, proxies })

  async function emitAccounts(): Promise<void> {
    try {
      if (isClosed) return
      // Comparing 50,000 names takes half a frame, so it has a turn of its own. A list that is read meanwhile triggers
      // again.
      const overlaps = queries.overlaps()
      await yieldToEventLoop()
      if (!isClosed) emit('accounts.changed', queries.list(overlaps))
    } catch (error) {
      // A failing database is ignored here, because every command that needs the database reports the failure.
      if (!isAppError(error)) throw error
    }
  }

  const openOrdersOf = (id: string) => openOrders().filter(({ accountId }) => accountId === id)

  function assertAccountNotNeeded(accountId: string): void {
    assertNoOpenOrders(openOrdersOf(accountId))
    assertNoOpenJobItems(openJobItems(accountId))
  }

  function emitAndGet(accountId: string): Account {
    emitChanged()
    onEdited()
    return queries.get(accountId)
  }

  async function merge(accountId: string, fromAccountId: string): Promise<Account> {
    const into = queries.row(accountId)
    const from = queries.row(fromAccountId)
    if (accountId === fromAccountId) throw refuseMerge('sameAccount', 'An account cannot be merged with itself')
    if (!isSameService(into.base_url, from.base_url))
      throw refuseMerge('otherService', 'Accounts at different addresses are different accounts')
    if ((into.proxy_url ?? '') !== (from.proxy_url ?? '') || into.proxy_user !== from.proxy_user)
      throw refuseMerge('otherProxy', 'The calls of the accounts go through different proxies')
    const assertNotNeeded = () => assertAccountNotNeeded(fromAccountId)
    assertNotNeeded()
    try {
      await mergeAccounts({ database, keychain }, accountId, from, assertNotNeeded)
      // The list filters name the remaining account before the other events make the lists query again.
      emit('accounts.merged', { accountId, fromAccountId })
      await keychain.deleteOrphaned()
      api().mergeQuotaUsage(accountId, fromAccountId)
      await onMerged()
    } finally {
      emitChanged()
      onDataDeletedOrMoved()
    }
    return emitAndGet(accountId)
  }

  return {
    ...keySecretReaderAndStateWriter,
    proxy: proxies.proxy,
    proxyId: proxies.proxyId,
    isOnlyAccountAtSourceAddress: proxies.isOnlyAccountAtSourceAddress,
    list: () => queries.list(),
    get: queries.get,
    keysByAccount: queries.keysByAccount,
    tryKey,
    matchKeyOwners(accountId, pendingKeyIds) {
      const stored =
        accountId === null
          ? []
          : [queryOwnedDomainAndServerNames(database, queries.row(accountId).id, queries.keys(accountId))]
      return compareKeyOwners([
        ...stored,
        ...triedUnstoredKeys.findStillKept(pendingKeyIds).map(({ listedNames }) => listedNames),
      ])
    },
    discardPendingKey: triedUnstoredKeys.giveUp,
    async add({ keys, pendingProxyId, ...fields }) {
      const id = newId()
      const baseUrl = parseBaseUrl(fields.baseUrl)
      // The account never exists without its proxy, so no call can go directly.
      const keyTrialIds = await proxies.storePending({ id, baseUrl }, pendingProxyId, (proxy, markUsed) =>
        triedKeyStorer.addKeys(id, baseUrl, keys, () => {
          const { label, colour, folder, notes } = fields
          database.run(
            `insert into account (id, label, colour, folder, notes, base_url, added_at, proxy_url, proxy_user, proxy_secret_id)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            id,
            label,
            colour,
            folder,
            notes,
            baseUrl,
            clock.now(),
            proxy.proxy_url,
            proxy.proxy_user,
            proxy.proxy_secret_id,
          )
          markUsed()
        }),
      )
      api().addKeyTrialUsage(id, keyTrialIds)
      return emitAndGet(id)
    },
    update({ accountId, ...given }) {
      const row = queries.row(accountId)
      database.run(
        `update account set label = ?, colour = ?, folder = ?, notes = ?, is_paused = ?, has_begun_removal = ?, is_read_only = ?, sync_interval = ?,
           sync_quiet_hours = ? where id = ?`,
        given.label ?? row.label,
        given.colour ?? row.colour,
        given.folder ?? row.folder,
        given.notes ?? row.notes,
        Number(given.isPaused ?? row.is_paused),
        given.isPaused === false ? 0 : row.has_begun_removal,
        Number(given.isReadOnly ?? row.is_read_only),
        given.syncInterval === undefined ? row.sync_interval : given.syncInterval,
        given.syncQuietHours === undefined
          ? row.sync_quiet_hours
          : given.syncQuietHours && JSON.stringify(given.syncQuietHours),
        accountId,
      )
      return emitAndGet(accountId)
    },
    keepProxy: proxies.keep,
    async testProxy(accountId, pendingProxyId) {
      const { base_url: baseUrl } = queries.row(accountId)
      const proxy = proxies.routeOfPending(pendingProxyId, baseUrl)
      const { keys, unusableKeys } = api().usableKeys(accountId, 'account.me', {})
      const [key] = keys
      if (!key)
        throw new AppError('no_key', 'No key of this account can be used', { details: { reasons: unusableKeys } })
      const check = keySecretReaderAndStateWriter.startKeyCheck(key.id)
      const secret = await keySecretReaderAndStateWriter.secret(key.id, baseUrl)
      const keyTrialId = newId()
      try {
        const me = await api().readWithGivenSecret({
          keyTrialId,
          keyId: key.id,
          baseUrl,
          secret,
          proxy,
          endpoint: 'account.me',
          input: {},
        })
        const testedAt = clock.now()
        check.markWorking(me, testedAt)
        return testedAt
      } catch (thrown) {
        if (!isAppError(thrown)) throw thrown
        const error = withErrorDetails(thrown, { keyId: key.id, keyLabel: key.label })
        // A 403 is not recorded, because the key may be limited to the address that the account uses now.
        if (isUnauthorized(error)) check.markRefused(error)
        throw error
      } finally {
        api().addKeyTrialUsage(accountId, [keyTrialId])
      }
    },
    async setProxy(accountId, pendingProxyId) {
      await proxies.set(accountId, pendingProxyId)
      onProxyChanged(accountId)
      return emitAndGet(accountId)
    },
    removalPreview(accountId) {
      queries.row(accountId)
      return previewAccountRemoval(database, accountId)
    },
    countOpenOrders: (accountId, keyId) =>
      openOrdersOf(accountId).filter((open) => keyId === null || open.keyId === keyId).length,
    async remove(accountId) {
      queries.row(accountId)
      beingRemoved.add(accountId)
      try {
        await removeAccount({ database, keychain, clock }, accountId, {
          assertNotNeeded: () => assertAccountNotNeeded(accountId),
          onPaused: emitChanged,
        })
      } finally {
        beingRemoved.delete(accountId)
        emitChanged()
        onDataDeletedOrMoved()
      }
      onEdited()
    },
    async addKey({ accountId, pendingKeyId, label }) {
      const { base_url: baseUrl } = queries.row(accountId)
      api().addKeyTrialUsage(accountId, await triedKeyStorer.addKeys(accountId, baseUrl, [{ pendingKeyId, label }]))
      return emitAndGet(accountId)
    },
    renameKey({ accountId, keyId, label }) {
      queries.keyRow(accountId, keyId)
      assertKeyLabelUnused(database, accountId, label, keyId)
      database.run('update api_key set label = ? where id = ?', label, keyId)
      return emitAndGet(accountId)
    },
    async replaceKey({ accountId, keyId, pendingKeyId }) {
      queries.keyRow(accountId, keyId)
      const key = { id: keyId, accountId, baseUrl: queries.row(accountId).base_url }
      const assertNotNeeded = () =>
        assertNoOpenOrders(
          openOrdersOf(accountId).filter((open) => open.keyId === keyId && open.isUnderway),
          'key_of_sent_orders',
        )
      api().addKeyTrialUsage(accountId, await triedKeyStorer.replaceKey(key, pendingKeyId, assertNotNeeded))
      return emitAndGet(accountId)
    },
    async removeKey(accountId, keyId) {
      queries.keyRow(accountId, keyId)
      const assertNotNeeded = () => assertNoOpenOrders(openOrdersOf(accountId).filter((open) => open.keyId === keyId))
      assertNotNeeded()
      try {
        await removeKey({ database, keychain, clock }, keyId, assertNotNeeded)
      } finally {
        emit('logs.changed', {})
      }
      return emitAndGet(accountId)
    },
    async retestKey(accountId, keyId) {
      const { label } = queries.keyRow(accountId, keyId)
      const check = keySecretReaderAndStateWriter.startKeyCheck(keyId)
      const { base_url: baseUrl } = queries.row(accountId)
      const secret = await keySecretReaderAndStateWriter.secret(keyId, baseUrl)
      const proxy = await proxies.proxy(accountId)
      const keyTrialId = newId()
      try {
        const me = await api().readWithGivenSecret({
          keyTrialId,
          keyId,
          baseUrl,
          secret,
          proxy,
          endpoint: 'account.me',
          input: {},
        })
        check.markWorking(me, clock.now())
      } catch (thrown) {
        if (!isAppError(thrown)) throw thrown
        const error = withErrorDetails(thrown, { keyId, keyLabel: label })
        if (isUnauthorized(error)) check.markRefused(error)
        if (isPermissionError(error)) check.markForbidden(error)
        throw error
      } finally {
        api().addKeyTrialUsage(accountId, [keyTrialId])
      }
      return emitAndGet(accountId)
    },
    merge,
    async finishInterruptedMerges() {
      const finished: string[] = []
      for (const { from, into } of queryBegunMerges(database)) {
        try {
          await merge(into, from)
          finished.push(into)
        } catch (error) {
          // For example an order of the account that began in the meantime.
          if (!isAppError(error)) throw error
        }
      }
      return finished
    },
    mergedInto(accountId) {
      const into = queryMergedAccountIds(database).currentId(accountId)
      return into === accountId ? null : into
    },
    overlaps: queries.overlaps,
    migrateKeysWithoutOrigin,
    emitChanged,
    close() {
      isClosed = true
    },
  }
}

function refuseMerge(code: InputIssueCode, message: string): AppError {
  return new AppError('invalid_input', message, { details: { issues: [createInputIssue('', code, message)] } })
}

/** The service's own answer. A proxy may answer with the same status. */
function isUnauthorized(error: unknown): boolean {
  return isAppError(error, 'service') && error.status === serviceErrors.UNAUTHORIZED.status
}
