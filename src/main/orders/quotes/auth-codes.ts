import { AppError } from '#shared/errors.ts'
import type { Clock } from '../../clock.ts'

/** Typed auth codes, in memory only. */
export interface AuthCodes {
  keep(authCode: string): string
  /** Throws not_found: it was discarded or waited too long, and is to be typed again. */
  get(ticket: string): string
  discard(ticket: string): void
}

const keptMs = 30 * 60_000

export function createAuthCodes({ clock, newId }: { clock: Clock; newId: () => string }): AuthCodes {
  const waiting = new Map<string, { authCode: string; until: number }>()

  function dropOld(): void {
    for (const [ticket, { until }] of waiting) if (until <= clock.monotonic()) waiting.delete(ticket)
  }

  return {
    keep(authCode) {
      dropOld()
      const ticket = newId()
      waiting.set(ticket, { authCode, until: clock.monotonic() + keptMs })
      return ticket
    },
    get(ticket) {
      dropOld()
      const found = waiting.get(ticket)
      if (!found) throw new AppError('not_found', 'The auth code is no longer kept: type it again', { details: { what: 'authCode' } })
      return found.authCode
    },
    discard(ticket) {
      waiting.delete(ticket)
    },
  }
}
