import { AppError, toWireError } from '#shared/errors.ts'
import type { KeychainState } from '#shared/ipc/app.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { readSetting, saveSetting } from '#main/store/settings.ts'
import { createLeftovers } from './leftovers.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { itemPrefixes, type SecretStore } from './secret-store.ts'

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
   * transaction that writes the row using it, or `sweep` when there will be none.
   */
  put(secretId: string, secret: string): Promise<void>
  /** The names are in use now. */
  keep(secretIds: readonly string[]): void
  /** The names are not used any more; in the transaction that removes their rows. Then call `sweep`. */
  drop(secretIds: readonly string[]): void
  /** Deletes what is left over from the keychain; what it cannot delete now, a later call does. Never throws. */
  sweep(): Promise<void>
  /**
   * True while a call that was given up has not come back. It holds a thread that the process would wait for at its end, until
   * the system gives up or the person answers the prompt.
   */
  isHanging(): boolean
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
  const leftovers = createLeftovers(database)
  const receivers = new Set<(state: KeychainState) => void>()
  /** Secrets once read: calls to the service must not queue for the keychain. */
  const known = new Map<string, string>()
  /** Left over only until the rows of an addition that runs now are written. */
  const inUse = new Set<string>()
  let current = ready
  let sentinelWork: Promise<void> | null = null
  const oneAtATime = createOneAtATime({ clock, timeoutMs, timedOut: () => new AppError('keychain_silent', 'The keychain did not answer in time') })

  function enter(next: KeychainState): KeychainState {
    if (next.state !== 'ready') known.clear()
    const isChange = next.state !== current.state
    current = next
    if (isChange) for (const receive of receivers) receive(next)
    return next
  }

  function fail(error: AppError): AppError {
    const states = { keychain_unavailable: 'unavailable', keychain_locked: 'locked', keychain_silent: 'silent' } as const
    if (error.kind in states) enter({ state: states[error.kind as keyof typeof states], error: toWireError(error) })
    return error
  }

  /** Reads and deletes throw only when no keychain answers; a locked one gives null, and deletes nothing. */
  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await oneAtATime.run(work)
    } catch (error) {
      throw fail(error instanceof AppError ? error : unavailable(error))
    }
  }

  const read = (id: string) => ask(() => store.get(id))

  async function assertOpen(): Promise<void> {
    const sentinel = readSetting(database, sentinelRow)
    if (sentinel === undefined || (await read(sentinel)) === null) throw fail(locked())
    enter(ready)
  }

  /** Stores and reads back. A store that gave no answer in time may have been done all the same: only reading back tells. */
  async function write(id: string, secret: string): Promise<void> {
    let failure: AppError | null = null
    try {
      await oneAtATime.run(() => store.set(id, secret))
    } catch (error) {
      failure = error instanceof AppError ? error : locked(error)
    }
    // When even this read throws, there is no keychain; when it answers, the one there would not take the secret.
    if ((await read(id)) !== secret) throw fail(failure ?? locked())
  }

  /**
   * The sentinel is an item that we know to be there, so that a null for it means locked. Where it cannot be read but a new
   * one can be stored, the keychain is open and another than before: it gets a sentinel of its own, and nothing is overwritten.
   */
  async function writeSentinel(): Promise<void> {
    const before = readSetting(database, sentinelRow)
    if (before !== undefined && (await read(before)) !== null) return
    const id = itemPrefixes.sentinel + newId()
    inUse.add(id)
    try {
      leftovers.note([id])
      await write(id, sentinelText)
      // Storing may have made the person unlock it; then the old one is back and the keys with it.
      if (before !== undefined && (await read(before)) !== null) return
      database.transaction(() => {
        saveSetting(database, sentinelRow, id)
        leftovers.strike([id])
      })
    } finally {
      inUse.delete(id)
    }
  }

  async function prepare(): Promise<void> {
    sentinelWork ??= writeSentinel().finally(() => (sentinelWork = null))
    await sentinelWork
    enter(ready)
  }

  function hasKeys(): boolean {
    return database.get('select 1 from api_key limit 1') !== undefined
  }

  async function sweep(): Promise<void> {
    const ids = leftovers.list().filter((id) => !inUse.has(id))
    if (ids.length === 0 || readSetting(database, sentinelRow) === undefined) return
    try {
      await assertOpen()
      for (const id of ids) await ask(() => store.delete(id))
      await assertOpen()
      leftovers.strike(ids)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  return {
    state: () => current,
    async check() {
      try {
        const sentinel = readSetting(database, sentinelRow)
        const answer = await read(sentinel ?? unusedName)
        if (sentinel !== undefined && answer === null && hasKeys()) throw fail(locked())
        enter(ready)
        await sweep()
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
      return current
    },
    prepare,
    assertOpen,
    async get(secretId) {
      const cached = known.get(secretId)
      if (cached !== undefined) return cached
      // A null may mean locked: once it is known to be open, the answer counts.
      const secret = (await read(secretId)) ?? (await assertOpen(), await read(secretId))
      if (secret === null) {
        throw new AppError('secret_missing', 'The keychain does not hold this key')
      }
      enter(ready)
      known.set(secretId, secret)
      return secret
    },
    async put(secretId, secret) {
      inUse.add(secretId)
      leftovers.note([secretId])
      try {
        await write(secretId, secret)
        await prepare()
      } catch (error) {
        inUse.delete(secretId)
        throw error
      }
      known.set(secretId, secret)
    },
    keep(secretIds) {
      leftovers.strike(secretIds)
      for (const id of secretIds) inUse.delete(id)
    },
    drop(secretIds) {
      leftovers.note(secretIds)
      for (const id of secretIds) {
        inUse.delete(id)
        known.delete(id)
      }
    },
    sweep,
    isHanging: oneAtATime.isHanging,
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
