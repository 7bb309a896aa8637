import type { KeyInformation } from '#shared/api/account-endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import type { ListedNames } from './query-account-overlaps.ts'

/** A key that was tried and waits, in memory only, to be stored. */
export interface PendingKey {
  /** Under which its calls were counted. */
  probeId: string
  baseUrl: string
  secret: string
  me: KeyInformation
  expiresAt: number | null
  triedAt: number
  listedNames: ListedNames
}

const keptMs = 30 * 60_000

export function createPendingKeys({ clock, newId }: { clock: Clock; newId: () => string }) {
  const waiting = new Map<string, { pendingKey: PendingKey; until: number }>()

  function dropOld(): void {
    for (const [id, { until }] of waiting) if (until <= clock.monotonic()) waiting.delete(id)
  }

  return {
    keep(pendingKey: PendingKey): string {
      dropOld()
      const id = newId()
      waiting.set(id, { pendingKey, until: clock.monotonic() + keptMs })
      return id
    },
    /** Those of the tickets that are still kept. */
    kept(ids: readonly string[]): PendingKey[] {
      dropOld()
      return ids.flatMap((id) => waiting.get(id)?.pendingKey ?? [])
    },
    /** Throws not_found: it was discarded or waited too long, and the key is to be typed again. It stays until discarded. */
    get(id: string): PendingKey {
      dropOld()
      const found = waiting.get(id)
      if (!found) throw new AppError('not_found', 'The tried key is no longer kept: type it again', { details: { what: 'ticket' } })
      return found.pendingKey
    },
    discard(ids: readonly string[]): void {
      for (const id of ids) waiting.delete(id)
    },
  }
}
export type PendingKeys = ReturnType<typeof createPendingKeys>
