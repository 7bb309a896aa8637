import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import type { OwnedDomainAndServerNames } from './query-accounts-that-list-same-domain-or-server.ts'

/** A key that was tried and not stored yet. It is kept in memory only (ADR 2). */
export interface TriedUnstoredKey {
  /** The trial whose quota counted the calls with this key. */
  keyTrialId: string
  baseUrl: string
  secret: string
  me: KeyInformation
  expiresAt: number | null
  triedAt: number
  listedNames: OwnedDomainAndServerNames
}

/** How long a tried key is kept, in milliseconds. */
const keptMs = 30 * 60_000

export function createTriedUnstoredKeys({ clock, newId }: { clock: Clock; newId: () => string }) {
  const waiting = new Map<string, { pendingKey: TriedUnstoredKey; until: number }>()
  const storings: (readonly string[])[] = []
  /** The keys that the user gave up while they were being stored. */
  const givenUp = new Set<string>()
  const isBeingStored = (id: string): boolean => storings.some((ids) => ids.includes(id))

  function dropOld(): void {
    for (const [id, { until }] of waiting) if (until <= clock.monotonic()) waiting.delete(id)
  }

  return {
    add(pendingKey: TriedUnstoredKey): string {
      dropOld()
      const id = newId()
      waiting.set(id, { pendingKey, until: clock.monotonic() + keptMs })
      return id
    },
    /** Returns the tried keys with these IDs that are still kept. */
    findStillKept(ids: readonly string[]): TriedUnstoredKey[] {
      dropOld()
      return ids.flatMap((id) => waiting.get(id)?.pendingKey ?? [])
    },
    /**
     * Throws `not_found` if the key was discarded or has expired; the user must type it again. The key stays until it
     * is discarded or expires.
     */
    get(id: string): TriedUnstoredKey {
      dropOld()
      const found = waiting.get(id)
      if (!found)
        throw new AppError('not_found', 'The tried key is no longer kept: type it again', {
          details: { what: 'pendingKey', pendingKeyId: id },
        })
      return found.pendingKey
    },
    discard(ids: readonly string[]): void {
      for (const id of ids) waiting.delete(id)
    },
    /** Discards a key whose form was left. If the key is being stored, it is discarded when that ends. */
    giveUp(id: string): void {
      if (isBeingStored(id)) givenUp.add(id)
      else waiting.delete(id)
    },
    /** Keeps the keys until `store` ends, also if they are given up meanwhile. */
    async keepWhileStoring<T>(ids: readonly string[], store: () => Promise<T>): Promise<T> {
      storings.push(ids)
      try {
        return await store()
      } finally {
        storings.splice(storings.indexOf(ids), 1)
        for (const id of ids) if (!isBeingStored(id) && givenUp.delete(id)) waiting.delete(id)
      }
    },
  }
}
export type TriedUnstoredKeys = ReturnType<typeof createTriedUnstoredKeys>
