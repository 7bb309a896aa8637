import { AppError, toWireError } from '#shared/app-error.ts'
import type { KeychainState } from '#shared/ipc/app.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import { createOrphanedSecrets } from './orphaned-secrets.ts'
import { createSerialQueue } from '#main/event-loop/serial-queue.ts'
import { keychainItemPrefixes, type SecretStore } from './secret-store.ts'

/** The keys' secrets. Functions throw keychain_unavailable, keychain_locked or keychain_silent. */
export interface Keychain {
  /** As the last call found it. */
  state(): KeychainState
  /** Looks again and deletes what was left over. Never throws. */
  check(): Promise<KeychainState>
  /**
   * Makes sure that it takes secrets; for when a person has typed one. A keychain that is open but another than before, as
   * after the profile was copied, is taken as the keychain from now on.
   */
  prepare(): Promise<void>
  /** Throws unless it is open and the one that the keys are in. */
  assertOpen(): Promise<void>
  /** Throws also secret_missing: the keychain answers and does not hold it. */
  get(secretId: string): Promise<string>
  /**
   * Stores under a name never used before and reads back. The name counts as left over until `keep`: call that in the
   * transaction that writes the row using it, or `deleteOrphaned` when there will be none.
   */
  put(secretId: string, secret: string): Promise<void>
  /** The names are in use now. */
  markUsed(secretIds: readonly string[]): void
  /** The names are not used any more; in the transaction that removes their rows. Then call `deleteOrphaned`. */
  markOrphaned(secretIds: readonly string[]): void
  /** Deletes what is left over from the keychain; what it cannot delete now, a later call does. Never throws. */
  deleteOrphaned(): Promise<void>
  /**
   * True while a call that was given up has not come back. It holds a thread that the process would wait for at its end, until
   * the system gives up or the person answers the prompt.
   */
  hasHungCall(): boolean
  /** Calls back when the state changes. Returns a function that stops it. */
  onChange(receive: (state: KeychainState) => void): () => void
}

export interface KeychainDeps {
  store: SecretStore
  database: Database
  clock: Clock
  newId: () => string
  /** A person may have to answer a prompt to unlock it. */
  timeoutMs?: number
}

const sentinelRow = 'keychain_sentinel'
const sentinelText = 'present'
/** Looked for when nothing was ever stored, only to see whether the keychain answers. */
const unusedName = 'check'
const ready: KeychainState = { state: 'ready', error: null }

export function createKeychain({ store, database, clock, newId, timeoutMs = 60_000 }: KeychainDeps): Keychain {
  const orphanedSecrets = createOrphanedSecrets(database)
  const receivers = new Set<(state: KeychainState) => void>()
  /** Secrets once read: calls to the service must not queue for the keychain. */
  const cachedSecrets = new Map<string, string>()
  /** Left over only until the rows of an addition that runs now are written. */
  const pendingNames = new Set<string>()
  let current = ready
  let sentinelWork: Promise<void> | null = null
  const serialQueue = createSerialQueue({ clock, timeoutMs, createTimeoutError: () => new AppError('keychain_silent', 'The keychain did not answer in time') })

  function setState(next: KeychainState): KeychainState {
    if (next.state !== 'ready') cachedSecrets.clear()
    const isChange = next.state !== current.state
    current = next
    if (isChange) for (const receive of receivers) receive(next)
    return next
  }

  function setFailedState(error: AppError): AppError {
    const states = { keychain_unavailable: 'unavailable', keychain_locked: 'locked', keychain_silent: 'silent' } as const
    if (error.kind in states) setState({ state: states[error.kind as keyof typeof states], error: toWireError(error) })
    return error
  }

  /** Reads and deletes throw only when no keychain answers; a locked one gives null, and deletes nothing. */
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

  /** Stores and reads back. A store that gave no answer in time may have been done all the same: only reading back tells. */
  async function write(id: string, secret: string): Promise<void> {
    let failure: AppError | null = null
    try {
      await serialQueue.run(() => store.set(id, secret))
    } catch (error) {
      failure = error instanceof AppError ? error : locked(error)
    }
    // When even this read throws, there is no keychain; when it answers, the one there would not take the secret.
    if ((await read(id)) !== secret) throw setFailedState(failure ?? locked())
  }

  /**
   * The sentinel is an item that we know to be there, so that a null for it means locked. Where it cannot be read but a new
   * one can be stored, the keychain is open and another than before: it gets a sentinel of its own, and nothing is overwritten.
   */
  async function writeSentinel(): Promise<void> {
    const before = querySetting(database, sentinelRow)
    if (before !== undefined && (await read(before)) !== null) return
    const id = keychainItemPrefixes.sentinel + newId()
    pendingNames.add(id)
    try {
      orphanedSecrets.add([id])
      await write(id, sentinelText)
      // Storing may have made the person unlock it; then the old one is back and the keys with it.
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
    return database.get('select 1 from api_key limit 1') !== undefined
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
    async check() {
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
    prepare,
    assertOpen,
    async get(secretId) {
      const cached = cachedSecrets.get(secretId)
      if (cached !== undefined) return cached
      // A null may mean locked: once it is known to be open, the answer counts.
      const secret = (await read(secretId)) ?? (await assertOpen(), await read(secretId))
      if (secret === null) {
        throw new AppError('secret_missing', 'The keychain does not hold this key')
      }
      setState(ready)
      cachedSecrets.set(secretId, secret)
      return secret
    },
    async put(secretId, secret) {
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
  return new AppError('keychain_locked', 'The keychain is locked, or is not the one that the keys were stored in', { cause, details: reasonOf(cause) })
}

function reasonOf(cause: unknown): Record<string, unknown> {
  return cause instanceof Error ? { reason: cause.message } : {}
}
