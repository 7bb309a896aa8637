import { computed, markRaw, onScopeDispose, ref, shallowRef } from 'vue'
import type { PastedAccountsProblem } from '#shared/pasted-accounts/pasted-accounts-problem.ts'
import type { ParsedPastedAccounts } from '#shared/pasted-accounts/parse-pasted-accounts.ts'
import { isKeyError } from '#shared/api/error-predicates.ts'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { hasErrorConsequence, isErrorCausedBy } from '#shared/error-kinds.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { makeUniqueKeyLabel } from '#shared/unique-key-label.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import {
  wouldPastedAccountBeIncomplete,
  listKeysToAddToStoredAccounts,
  listKeysToAddToPastedAccount,
  toPastedAccounts,
  type PastedAccount,
  type PastedKey,
} from './pasted-accounts-with-key-trials.ts'

/**
 * The accounts of a pasted table: their keys are tested one after the other, and the accounts are added. An API key is
 * forgotten as soon as main keeps it or the service refuses it; what is left is forgotten when the scope ends.
 * `onAdded`: keys were stored in these accounts.
 */
export function usePastedAccounts(nameKey: (n: number) => string, onAdded: (accountIds: string[]) => void) {
  const accountStore = useAccounts()
  const accounts = ref<PastedAccount[]>([])
  const problems = shallowRef<PastedAccountsProblem[]>([])
  const ignoredColumns = shallowRef<number[]>([])
  /** True: accounts of which some keys are left out are added with the other keys. */
  const addsIncompleteAccounts = ref(false)
  /** The error that stopped the tests before every key was tested. */
  const stopError = shallowRef<AppError | null>(null)
  /** Number of keys of the current or last test, and how many of them have a result. */
  const testProgress = ref<{ done: number; total: number } | null>(null)
  const isTesting = ref(false)
  /** Number of accounts and keys of the current or last adding, and how many of them were stored. */
  const addProgress = ref<{ done: number; total: number } | null>(null)
  const isAdding = ref(false)
  /** API keys by line. Not reactive, and never part of what is shown. */
  const secrets = new Map<number, string>()
  /** Increases when a test or the page ends, so that late results are discarded. */
  let run = 0
  let isDisposed = false

  const keys = computed(() => accounts.value.flatMap((account) => account.keys))
  const testable = computed(() => keys.value.filter(({ isTestable }) => isTestable))
  const partial = computed(() => accounts.value.filter(wouldPastedAccountBeIncomplete))
  /** Pasted accounts that "Add" would store, or store more keys in, and keys that it would add to other accounts. */
  const accountsToAdd = computed(() =>
    accounts.value.filter((account) => listKeysToAddToPastedAccount(account, addsIncompleteAccounts.value).length > 0),
  )
  const keysToAddElsewhere = computed(() => accounts.value.flatMap(listKeysToAddToStoredAccounts))
  /**
   * Accounts that "Add" would store, keys that it would add to accounts that are stored already, and the number of
   * those accounts.
   */
  const addCounts = computed(() => {
    const isStored = ({ accountId }: PastedAccount) => accountId !== null
    const idsByKeyOfStored = accountsToAdd.value
      .filter(isStored)
      .flatMap((account) =>
        listKeysToAddToPastedAccount(account, addsIncompleteAccounts.value).map(() => account.accountId),
      )
    const idsByKey = [...idsByKeyOfStored, ...keysToAddElsewhere.value.map(({ destination }) => destination.accountId)]
    return {
      accounts: accountsToAdd.value.filter((account) => !isStored(account)).length,
      keys: idsByKey.length,
      accountsOfKeys: new Set(idsByKey).size,
    }
  })
  const pendingKeyIds = computed(() =>
    keys.value.flatMap(({ state, trial }) => (state === 'works' && trial ? [trial.pendingKeyId] : [])),
  )

  function load(table: ParsedPastedAccounts): void {
    clear()
    for (const { line, secret } of table.rows) secrets.set(line, secret)
    accounts.value = toPastedAccounts(table.rows, accountStore.accounts, nameKey)
    problems.value = table.problems
    ignoredColumns.value = table.ignoredColumns
  }

  /** Forgets all keys, in main, too. */
  function clear(): void {
    run += 1
    secrets.clear()
    for (const pendingKeyId of pendingKeyIds.value) discardPendingKey(pendingKeyId)
    accounts.value = []
    problems.value = []
    ignoredColumns.value = []
    addsIncompleteAccounts.value = false
    stopError.value = null
    testProgress.value = null
    isTesting.value = false
    addProgress.value = null
  }

  function discardPendingKey(pendingKeyId: string): void {
    mainCommands.accounts.discardPendingKey({ pendingKeyId }).catch(() => undefined)
  }

  function forgetSecret(key: PastedKey): void {
    key.isTestable = false
    secrets.delete(key.line)
  }

  /**
   * Tests every key that was not tested and not refused. Some errors stop all tests, for example refused keys that
   * could get the source address blocked. Others, such as a missing network, stop the tests at the same base URL.
   */
  async function test(): Promise<void> {
    if (isTesting.value || isAdding.value) return
    const mine = ++run
    const queue = accounts.value
      .flatMap((account) => account.keys.filter(({ isTestable }) => isTestable).map((key) => ({ account, key })))
      .sort((one, other) => one.key.line - other.key.line)
    const errorsByBaseUrl = new Map<string, AppError>()
    stopError.value = null
    isTesting.value = true
    testProgress.value = { done: 0, total: queue.length }
    for (const { account, key } of queue) {
      if (errorsByBaseUrl.has(account.baseUrl)) continue
      key.state = 'testing'
      key.error = null
      const error = await testKey(account, key, () => mine !== run)
      if (mine !== run) return
      if (error && hasErrorConsequence(error, 'ends_run')) {
        key.state = 'waiting'
        stopError.value = error
        break
      }
      testProgress.value.done += 1
      if (!error) continue
      key.state = 'failed'
      key.error = markRaw(error)
      if (isKeyError(error) || isErrorCausedBy(error, 'input')) forgetSecret(key)
      else errorsByBaseUrl.set(account.baseUrl, error)
    }
    isTesting.value = false
    // An error is shown only now, because other keys were tested after it, and only if it prevented a test.
    const untested = queue.find(({ key }) => key.state === 'waiting')
    if (untested) stopError.value ??= errorsByBaseUrl.get(untested.account.baseUrl) ?? null
    await compareOwners()
  }

  /** Returns the error of the test; null if the key works or the result is not wanted any more. */
  async function testKey(account: PastedAccount, key: PastedKey, isStale: () => boolean): Promise<AppError | null> {
    try {
      const trial = await mainCommands.accounts.tryKey({
        baseUrl: account.baseUrl,
        secret: secrets.get(key.line) ?? '',
        accountId: null,
        otherPendingKeyIds: account.keys.flatMap((other) =>
          other.state === 'works' && other.trial ? [other.trial.pendingKeyId] : [],
        ),
      })
      if (isStale()) {
        discardPendingKey(trial.pendingKeyId)
        return null
      }
      key.trial = markRaw(trial)
      key.state = 'works'
      // A key that sees what a stored account shows is added only after the user decided where.
      key.destination = trial.overlaps.length > 0 ? 'none' : 'pasted_account'
      forgetSecret(key)
      return null
    } catch (thrown) {
      return toAppError(thrown)
    }
  }

  /** Stops the tests at once. The result of the key that is being tested is discarded. */
  function cancelTest(): void {
    if (!isTesting.value) return
    run += 1
    isTesting.value = false
    for (const key of keys.value) if (key.state === 'testing') key.state = 'waiting'
    void compareOwners()
  }

  /** The service does not name the user of a key, so the lists of the keys of one account are compared. */
  async function compareOwners(): Promise<void> {
    for (const account of accounts.value) {
      const ids = listKeysToAddToPastedAccount(account, true).flatMap(({ trial }) =>
        trial ? [trial.pendingKeyId] : [],
      )
      account.ownerMatch =
        ids.length < 2
          ? null
          : await mainCommands.accounts
              .matchKeyOwners({ accountId: null, pendingKeyIds: ids })
              .catch(() => 'unknown' as const)
    }
  }

  /** Adds the accounts and keys, one after the other. An error leaves the others unaffected. */
  async function add(): Promise<void> {
    if (isTesting.value || isAdding.value) return
    const accountSteps = accountsToAdd.value.flatMap((account): [PastedKey[], () => Promise<Account>][] => {
      const newKeys = listKeysToAddToPastedAccount(account, addsIncompleteAccounts.value)
      const { accountId } = account
      return accountId === null
        ? [[newKeys, () => storeAccount(account, newKeys)]]
        : newKeys.map((key) => [[key], () => storeKey(accountId, key)])
    })
    const keySteps = keysToAddElsewhere.value.map((key): [PastedKey[], () => Promise<Account>] => [
      [key],
      () => storeKey(key.destination.accountId, key),
    ])
    const steps = [...accountSteps, ...keySteps]
    isAdding.value = true
    addProgress.value = { done: 0, total: steps.length }
    const stored = new Set<string>()
    for (const [newKeys, save] of steps) {
      const accountId = await store(newKeys, save)
      if (accountId !== null) stored.add(accountId)
      if (isDisposed) break
      if (addProgress.value && accountId !== null) addProgress.value.done += 1
    }
    isAdding.value = false
    // A sync that starts earlier would slow down the adding of the others.
    onAdded([...stored])
  }

  /** Returns the ID of the account; null if nothing was stored. */
  async function store(newKeys: readonly PastedKey[], save: () => Promise<Account>): Promise<string | null> {
    for (const key of newKeys) Object.assign(key, { state: 'adding', error: null })
    try {
      const { id } = await save()
      for (const key of newKeys) Object.assign(key, { state: 'added', addedTo: id, trial: null })
      return id
    } catch (thrown) {
      const error = markRaw(toAppError(thrown))
      const isForgotten = error.kind === 'not_found' && error.details['what'] === 'pendingKey'
      for (const key of newKeys) {
        // Main keeps a tested key for some time only. Then it must be pasted again.
        if (isForgotten && key.trial) discardPendingKey(key.trial.pendingKeyId)
        Object.assign(key, { state: isForgotten ? 'failed' : 'works', error })
      }
      return null
    }
  }

  async function storeAccount(account: PastedAccount, newKeys: readonly PastedKey[]): Promise<Account> {
    const { label, folder, colour, baseUrl } = account
    const pendingKeys = newKeys.flatMap((key) =>
      key.trial ? [{ pendingKeyId: key.trial.pendingKeyId, label: key.label }] : [],
    )
    const saved = await mainCommands.accounts.add({ label, folder, colour, notes: '', baseUrl, keys: pendingKeys })
    account.accountId = saved.id
    return saved
  }

  async function storeKey(accountId: string, key: PastedKey): Promise<Account> {
    const taken = (await mainCommands.accounts.list(null)).find(({ id }) => id === accountId)?.keys ?? []
    const label = makeUniqueKeyLabel(
      key.label,
      taken.map((other) => other.label),
    )
    return mainCommands.accounts.addKey({ accountId, pendingKeyId: key.trial?.pendingKeyId ?? '', label })
  }

  onScopeDispose(() => {
    isDisposed = true
    clear()
  })

  return {
    accounts,
    problems,
    ignoredColumns,
    addsIncompleteAccounts,
    stopError,
    testProgress,
    isTesting,
    addProgress,
    isAdding,
    keys,
    testable,
    partial,
    accountsToAdd,
    addCounts,
    load,
    clear,
    test,
    cancelTest,
    compareOwners,
    add,
  }
}
export type PastedAccounts = ReturnType<typeof usePastedAccounts>
