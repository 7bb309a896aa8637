import type { Me } from '#shared/api/account.ts'
import { AppError } from '#shared/errors.ts'
import type { Clock } from '#main/clock.ts'
import type { ListedNames } from './overlaps.ts'

/** A key that was tried and waits, in memory only, to be stored. */
export interface Ticket {
  /** Under which its calls were counted. */
  trial: string
  baseUrl: string
  secret: string
  me: Me
  expiresAt: number | null
  triedAt: number
  listedNames: ListedNames
}

const keptMs = 30 * 60_000

export function createTickets({ clock, newId }: { clock: Clock; newId: () => string }) {
  const waiting = new Map<string, { ticket: Ticket; until: number }>()

  function dropOld(): void {
    for (const [id, { until }] of waiting) if (until <= clock.monotonic()) waiting.delete(id)
  }

  return {
    keep(ticket: Ticket): string {
      dropOld()
      const id = newId()
      waiting.set(id, { ticket, until: clock.monotonic() + keptMs })
      return id
    },
    /** Those of the tickets that are still kept. */
    kept(ids: readonly string[]): Ticket[] {
      dropOld()
      return ids.flatMap((id) => waiting.get(id)?.ticket ?? [])
    },
    /** Throws not_found: it was discarded or waited too long, and the key is to be typed again. It stays until discarded. */
    get(id: string): Ticket {
      dropOld()
      const found = waiting.get(id)
      if (!found) throw new AppError('not_found', 'The tried key is no longer kept: type it again', { details: { what: 'ticket' } })
      return found.ticket
    },
    discard(ids: readonly string[]): void {
      for (const id of ids) waiting.delete(id)
    },
  }
}
export type Tickets = ReturnType<typeof createTickets>
