import { AppError } from '#shared/errors.ts'
import type { Clock } from '../../clock.ts'

/** Typed auth codes, in memory only, and no longer than half an hour. */
export interface AuthCodes {
  keep(authCode: string): string
  /** Throws not_found: it was discarded or waited too long, and is to be typed again. */
  get(ticket: string): string
  discard(ticket: string): void
  discardAll(): void
}

const keptMs = 30 * 60_000

export function createAuthCodes({ clock, newId }: { clock: Clock; newId: () => string }): AuthCodes {
  const waiting = new Map<string, { authCode: string; until: number; end: AbortController }>()

  function discard(ticket: string): void {
    waiting.get(ticket)?.end.abort()
    waiting.delete(ticket)
  }

  return {
    keep(authCode) {
      const ticket = newId()
      const end = new AbortController()
      waiting.set(ticket, { authCode, until: clock.monotonic() + keptMs, end })
      clock.sleep(keptMs, end.signal).then(
        () => discard(ticket),
        () => undefined,
      )
      return ticket
    },
    get(ticket) {
      const found = waiting.get(ticket)
      // A timer may ring late.
      if (found && found.until > clock.monotonic()) return found.authCode
      discard(ticket)
      throw new AppError('not_found', 'The auth code is no longer kept: type it again', { details: { what: 'authCode' } })
    },
    discard,
    discardAll() {
      for (const ticket of [...waiting.keys()]) discard(ticket)
    },
  }
}
