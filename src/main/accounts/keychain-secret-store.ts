import { AppError, toWireError } from '#shared/app-error.ts'
import { keychainStateByErrorKind, type KeychainState } from '#shared/ipc/app-state-and-settings.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import { createOrphanedSecretList } from './orphaned-secret-list.ts'
import { createSerialQueueWithTimeout } from '#main/event-loop/serial-queue-with-timeout.ts'
import { keychainItemPrefixes, type OsKeychain } from './os-keychain-port.ts'

/**
 * Stores secrets in the keychain of the operating system: API keys, proxy passwords, the key that encrypts order
 * bodies. Functions throw `keychain_unavailable`, `keychain_locked` or `keychain_silent`.
 */
export interface KeychainSecretStore {
  /** The state that the last call found. */
  state(): KeychainState
  /** Reads the state again, and deletes orphaned secrets. Never throws. */
  checkState(): Promise<KeychainState>
  /**
   * Makes sure that the keychain accepts secrets; call it when a user has typed a key. If the open keychain is not the
   * former keychain, for example after the profile was copied to another machine, the open keychain is used from now
   * on.
   */
  ensureAcceptsSecrets(): Promise<void>
  /** Throws unless the keychain is open and holds the keys. */
  assertOpen(): Promise<void>
  /** Throws the errors of `assertOpen`, and `secret_missing` if the keychain is open and does not hold the secret. */
  readSecret(secretId: string): Promise<string>
  /**
   * Stores a secret under a new name and reads it back. The name counts as orphaned until `markUsed`: call that in the
   * transaction that writes the row with this name. Without such a row, call `deleteOrphaned`.
   */
  storeSecret(secretId: string, secret: string): Promise<void>
  /** Call it in the transaction that writes the rows with these names. */
  markUsed(secretIds: readonly string[]): void
  /** Call it in the transaction that removes the rows that use the names, and then call `deleteOrphaned`. */
  markOrphaned(secretIds: readonly string[]): void
  /** Deletes orphaned secrets. A secret that cannot be deleted now is deleted by a later call. Never throws. */
  deleteOrphaned(): Promise<void>
  /**
   * True while a call that timed out is still running. The call occupies a thread. The process cannot end before the
   * system gives up or the user answers the keychain prompt.
   */
  hasHungCall(): boolean
  /** Calls `receive` when the state changes. Returns a function that unsubscribes. */
  onChange(receive: (state: KeychainState) => void): () => void
}

export interface KeychainSecretStoreDeps {
  store: OsKeychain
  database: Database
  clock: Clock
  newId: () => string
  /** Long enough for a user to answer the prompt that unlocks the keychain. */
  timeoutMs?: number
}

const sentinelRow = 'keychain_sentinel'
const sentinelText = 'present'
/** An item name that never exists: reading it shows whether the keychain responds. */
const unusedName = 'check'
const ready: KeychainState = { state: 'ready', error: null }

export function createKeychainSecretStore({
  store,
  database,
  clock,
  newId,
  timeoutMs = 60_000,
}: KeychainSecretStoreDeps): KeychainSecretStore {
  const orphanedSecrets = createOrphanedSecretList(database)
  const receivers = new Set<(state: KeychainState) => void>()
  /** Secrets that were read before (ADR 3): calls to the service must not wait for the keychain. */
  const cachedSecrets = new Map<string, string>()
  /** Names of secrets that are being added: orphaned only until their rows are written, so they are not deleted. */
  const pendingNames = new Set<string>()
  let current = ready
  let sentinelWork: Promise<void> | null = null
  const serialQueue = createSerialQueueWithTimeout({
    clock,
    timeoutMs,
    createTimeoutError: () => new AppError('keychain_silent', 'The keychain did not answer in time'),
  })

  function setState(next: KeychainState): KeychainState {
    if (next.state !== 'ready') cachedSecrets.clear()
    const isChange = next.state !== current.state
    current = next
    if (isChange) for (const receive of receivers) receive(next)
    return next
  }

  function setFailedState(error: AppError): AppError {
    const state = keychainStateByErrorKind[error.kind]
    if (state !== undefined) setState({ state, error: toWireError(error) })
    return error
  }

  /**
   * Runs a read or a delete. It throws only if no keychain responds; a locked keychain returns null and deletes
   * nothing.
   */
  async function callStore<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await serialQueue.run(work)
    } catch (error) {
      throw setFailedState(error instanceof AppError ? error : unavailable(error))
    }
  }

  const read = (id: string) => callStore(() => store.get(id))

  async function assertOpen(): Promise<void> {
    const sentinel = querySetting(database, sentinelRow)
    if (sentinel === undefined || (await read(sentinel)) === null) throw setFailedState(locked())
    setState(ready)
  }

  /**
   * Stores a secret and reads it back. After a timeout the secret may have been stored all the same, so only the read
   * decides.
   */
  async function write(id: string, secret: string): Promise<void> {
    let failure: AppError | null = null
    try {
      await serialQueue.run(() => store.set(id, secret))
    } catch (error) {
      failure = error instanceof AppError ? error : locked(error)
    }
    // If this read throws too, there is no keychain. If it returns another value, the keychain does not accept the
    // secret.
    if ((await read(id)) !== secret) throw setFailedState(failure ?? locked())
  }

  /**
   * The sentinel is an item that is known to exist, so a null for it means a locked keychain. If the sentinel cannot be
   * read but a new sentinel can be stored, the keychain is open and is not the former keychain. The open keychain gets
   * a new sentinel, and nothing is overwritten.
   */
  async function writeSentinel(): Promise<void> {
    const before = querySetting(database, sentinelRow)
    if (before !== undefined && (await read(before)) !== null) return
    const id = keychainItemPrefixes.sentinel + newId()
    pendingNames.add(id)
    try {
      orphanedSecrets.add([id])
      await write(id, sentinelText)
      // Storing may have made the user unlock the keychain. The former sentinel is then readable, and so are the keys.
      if (before !== undefined && (await read(before)) !== null) return
      database.transaction(() => {
        storeSetting(database, sentinelRow, id)
        orphanedSecrets.remove([id])
      })
    } finally {
      pendingNames.delete(id)
    }
  }

  async function prepare(): Promise<void> {
    sentinelWork ??= writeSentinel().finally(() => (sentinelWork = null))
    await sentinelWork
    setState(ready)
  }

  function hasKeys(): boolean {
    return (
      database.get(
        'select 1 from api_key union all select 1 from account where proxy_secret_id is not null limit 1',
      ) !== undefined
    )
  }

  async function deleteOrphaned(): Promise<void> {
    const ids = orphanedSecrets.list().filter((id) => !pendingNames.has(id))
    if (ids.length === 0 || querySetting(database, sentinelRow) === undefined) return
    try {
      await assertOpen()
      for (const id of ids) await callStore(() => store.delete(id))
      await assertOpen()
      orphanedSecrets.remove(ids)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  return {
    state: () => current,
    async checkState() {
      try {
        const sentinel = querySetting(database, sentinelRow)
        const answer = await read(sentinel ?? unusedName)
        if (sentinel !== undefined && answer === null && hasKeys()) throw setFailedState(locked())
        setState(ready)
        await deleteOrphaned()
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
      return current
    },
    ensureAcceptsSecrets: prepare,
    assertOpen,
    async readSecret(secretId) {
      const cached = cachedSecrets.get(secretId)
      if (cached !== undefined) return cached
      // Null may mean that the keychain is locked. `assertOpen` throws if it is locked; otherwise the second read
      // decides.
      const secret = (await read(secretId)) ?? (await assertOpen(), await read(secretId))
      if (secret === null) {
        throw new AppError('secret_missing', 'The keychain does not hold this key')
      }
      setState(ready)
      cachedSecrets.set(secretId, secret)
      return secret
    },
    async storeSecret(secretId, secret) {
      pendingNames.add(secretId)
      orphanedSecrets.add([secretId])
      try {
        await write(secretId, secret)
        await prepare()
      } catch (error) {
        pendingNames.delete(secretId)
        throw error
      }
      cachedSecrets.set(secretId, secret)
    },
    markUsed(secretIds) {
      orphanedSecrets.remove(secretIds)
      for (const id of secretIds) pendingNames.delete(id)
    },
    markOrphaned(secretIds) {
      orphanedSecrets.add(secretIds)
      for (const id of secretIds) {
        pendingNames.delete(id)
        cachedSecrets.delete(id)
      }
    },
    deleteOrphaned,
    hasHungCall: serialQueue.hasHungCall,
    onChange(receive) {
      receivers.add(receive)
      return () => receivers.delete(receive)
    },
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError('keychain_unavailable', 'There is no keychain', { cause, details: reasonOf(cause) })
}

function locked(cause?: unknown): AppError {
  return new AppError('keychain_locked', 'The keychain is locked, or is not the one that the keys were stored in', {
    cause,
    details: reasonOf(cause),
  })
}

function reasonOf(cause: unknown): Record<string, unknown> {
  return cause instanceof Error ? { reason: cause.message } : {}
}
