import { AppError, isAppError } from '#shared/errors.ts'
import { inputIssue, type IssueCode } from '#shared/input-issues.ts'
import type { Account, ListMatch, TriedKey } from '#shared/ipc/accounts.ts'
import type { CommandParsed } from '#shared/ipc/contract.ts'
import { parseBaseUrl } from '#main/api/base-url.ts'
import { isSameService } from '#main/api/same-service.ts'
import type { ApiClient } from '#main/api/types.ts'
import type { Clock } from '#main/clock.ts'
import { createThrottle } from '#main/pace/throttle.ts'
import type { Emit } from '#main/ipc/handlers.ts'
import type { Database } from '#main/store/database.ts'
import { createBindKeys } from './bind-keys.ts'
import { assertLabelFree, numberEqualLabels } from './key-labels.ts'
import { createKeyStates, type KeyStates } from './key-states.ts'
import type { Keychain } from './keychain.ts'
import { createAccountReads } from './list-accounts.ts'
import { assertSettled, type OpenOrder } from './open-orders.ts'
import { matchLists } from './match-lists.ts'
import { shownNames, type OverlapPair } from './overlaps.ts'
import { countRemoval, mergeAccounts, removeAccount, removeKey } from './remove-account.ts'
import { createStoreKeys } from './store-keys.ts'
import { createTickets } from './tickets.ts'
import { createTryKey } from './try-key.ts'

export interface AccountsDeps {
  database: Database
  keychain: Keychain
  clock: Clock
  newId: () => string
  emit: Emit
  /** Late, because the request core itself needs the accounts. */
  api: () => ApiClient
  /** Late, because orders need the accounts. Throws what keeps the journal closed. */
  openOrders: () => OpenOrder[]
  /** A person changed an account or a key: what could not be done for it may be possible now. */
  onEdited: () => void
  /** Whether calls that are made for the account now get no answer. */
  isUnanswered: (accountId: string) => boolean
}

/**
 * Accounts and their keys; also the request core's port to them. Functions with an account's or a key's id throw
 * not_found; those that take an account or a key away, or put another in its place, throw open_intent while an order needs it.
 */
export interface Accounts extends KeyStates {
  list(): Account[]
  get(accountId: string): Account
  tryKey(input: CommandParsed<'accounts.tryKey'>): Promise<TriedKey>
  matchKeys(accountId: string | null, tickets: string[]): ListMatch | null
  discardTicket(ticket: string): void
  add(input: CommandParsed<'accounts.add'>): Promise<Account>
  update(input: CommandParsed<'accounts.update'>): Account
  removalPreview(accountId: string): ReturnType<typeof countRemoval>
  remove(accountId: string): Promise<void>
  addKey(input: CommandParsed<'accounts.addKey'>): Promise<Account>
  renameKey(input: CommandParsed<'accounts.renameKey'>): Account
  replaceKey(input: CommandParsed<'accounts.replaceKey'>): Promise<Account>
  removeKey(accountId: string, keyId: string): Promise<Account>
  retestKey(accountId: string, keyId: string): Promise<Account>
  merge(accountId: string, fromAccountId: string): Promise<Account>
  overlaps(): OverlapPair[]
  /** Binds keys of a former version to the origin of their account; once the keychain is open. Never throws. */
  bindKeys(): Promise<void>
  /** Something that health or counts are made of changed elsewhere. */
  changed(): void
  /** Tells nothing any more; before the database is closed. */
  close(): void
}

const emitEveryMs = 100

export function createAccounts({ database, keychain, clock, newId, emit, api, openOrders, onEdited, isUnanswered }: AccountsDeps): Accounts {
  numberEqualLabels(database)
  const reads = createAccountReads({ database, clock, isUnanswered })
  let isClosed = false
  const throttle = createThrottle(clock, emitEveryMs, () => {
    try {
      if (!isClosed) emit('accounts.changed', reads.list())
    } catch (error) {
      // A database that fails is told by every command.
      if (!isAppError(error)) throw error
    }
  })
  const changed = () => throttle.poke()
  const { bindKeys, isSameSecret } = createBindKeys({ database, keychain, newId })
  const states = createKeyStates({ database, keychain, reads, isSameSecret, changed })
  const tickets = createTickets({ clock, newId })
  const storeKeys = createStoreKeys({ database, keychain, clock, newId, tickets })
  const tryKey = createTryKey({ database, keychain, clock, newId, tickets, api })

  const openOf = (id: string) => openOrders().filter(({ accountId }) => accountId === id)

  function answer(accountId: string): Account {
    changed()
    onEdited()
    return reads.get(accountId)
  }

  return {
    ...states,
    list: reads.list,
    get: reads.get,
    tryKey,
    matchKeys(accountId, ticketIds) {
      const shown = accountId === null ? [] : [shownNames(database, reads.row(accountId).id)]
      return matchLists([...shown, ...tickets.kept(ticketIds).map(({ listedNames }) => listedNames)])
    },
    discardTicket: (ticket) => tickets.discard([ticket]),
    async add({ keys, ...fields }) {
      const id = newId()
      const baseUrl = parseBaseUrl(fields.baseUrl)
      const trials = await storeKeys.addKeys(id, baseUrl, keys, () => {
        const { label, colour, folder, notes } = fields
        database.run(
          'insert into account (id, label, colour, folder, notes, base_url, added_at) values (?, ?, ?, ?, ?, ?, ?)',
          id, label, colour, folder, notes, baseUrl, clock.now(),
        )
      })
      api().adopted(id, trials)
      return answer(id)
    },
    update({ accountId, ...given }) {
      const row = reads.row(accountId)
      database.run(
        'update account set label = ?, colour = ?, folder = ?, notes = ?, is_paused = ?, is_read_only = ? where id = ?',
        given.label ?? row.label,
        given.colour ?? row.colour,
        given.folder ?? row.folder,
        given.notes ?? row.notes,
        Number(given.isPaused ?? row.is_paused),
        Number(given.isReadOnly ?? row.is_read_only),
        accountId,
      )
      return answer(accountId)
    },
    removalPreview(accountId) {
      reads.row(accountId)
      return countRemoval(database, accountId)
    },
    async remove(accountId) {
      reads.row(accountId)
      await removeAccount({ database, keychain }, accountId, () => assertSettled(openOf(accountId)))
      changed()
    },
    async addKey({ accountId, ticket, label }) {
      const { base_url: baseUrl } = reads.row(accountId)
      api().adopted(accountId, await storeKeys.addKeys(accountId, baseUrl, [{ ticket, label }]))
      return answer(accountId)
    },
    renameKey({ accountId, keyId, label }) {
      reads.keyRow(accountId, keyId)
      assertLabelFree(database, accountId, label, keyId)
      database.run('update api_key set label = ? where id = ?', label, keyId)
      return answer(accountId)
    },
    async replaceKey({ accountId, keyId, ticket }) {
      reads.keyRow(accountId, keyId)
      const key = { id: keyId, baseUrl: reads.row(accountId).base_url }
      const assertFree = () => assertSettled(openOf(accountId).filter((open) => open.keyId === keyId && open.isUnderway))
      api().adopted(accountId, await storeKeys.replaceKey(key, ticket, assertFree))
      return answer(accountId)
    },
    async removeKey(accountId, keyId) {
      reads.keyRow(accountId, keyId)
      const assertFree = () => assertSettled(openOf(accountId).filter((open) => open.keyId === keyId))
      assertFree()
      await removeKey({ database, keychain }, keyId, assertFree)
      return answer(accountId)
    },
    async retestKey(accountId, keyId) {
      reads.keyRow(accountId, keyId)
      const check = states.checkOf(keyId)
      const { base_url: baseUrl } = reads.row(accountId)
      const secret = await states.secret(keyId, baseUrl)
      const trial = newId()
      try {
        const me = await api().probe({ trial, keyId, baseUrl, secret, endpoint: 'account.me', input: {} })
        check.works(me, clock.now())
      } catch (error) {
        if (isAppError(error, 'service') && error.status === 401) check.refused(error)
        if (isAppError(error, 'service') && error.status === 403) check.forbidden(error)
        throw error
      } finally {
        api().adopted(accountId, [trial])
      }
      return answer(accountId)
    },
    async merge(accountId, fromAccountId) {
      const into = reads.row(accountId)
      const from = reads.row(fromAccountId)
      if (accountId === fromAccountId) throw refuseMerge('sameAccount', 'An account cannot be merged with itself')
      if (!isSameService(into.base_url, from.base_url)) throw refuseMerge('otherService', 'Accounts at different addresses are different accounts')
      const assertFree = () => assertSettled(openOf(fromAccountId))
      assertFree()
      await mergeAccounts(database, accountId, from, assertFree)
      api().merged(accountId, fromAccountId)
      return answer(accountId)
    },
    overlaps: reads.overlaps,
    bindKeys,
    changed,
    close() {
      isClosed = true
    },
  }
}

function refuseMerge(code: IssueCode, message: string): AppError {
  return new AppError('invalid_input', message, { details: { issues: [inputIssue('', code, message)] } })
}
