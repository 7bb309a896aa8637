import { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'

/** Typed auth codes, in memory only, and no longer than half an hour. */
export interface PendingAuthCodes {
  keep(authCode: string): string
  /** Throws not_found: it was discarded or waited too long, and is to be typed again. */
  get(authCodeId: string): string
  discard(authCodeId: string): void
  discardAll(): void
}

const maxAgeMs = 30 * 60_000

export function createPendingAuthCodes({ clock, newId }: { clock: Clock; newId: () => string }): PendingAuthCodes {
  const waiting = new Map<string, { authCode: string; until: number; end: AbortController }>()

  function discard(authCodeId: string): void {
    waiting.get(authCodeId)?.end.abort()
    waiting.delete(authCodeId)
  }

  return {
    keep(authCode) {
      const authCodeId = newId()
      const end = new AbortController()
      waiting.set(authCodeId, { authCode, until: clock.monotonic() + maxAgeMs, end })
      clock.sleep(maxAgeMs, end.signal).then(
        () => discard(authCodeId),
        () => undefined,
      )
      return authCodeId
    },
    get(authCodeId) {
      const found = waiting.get(authCodeId)
      // A timer may ring late.
      if (found && found.until > clock.monotonic()) return found.authCode
      discard(authCodeId)
      throw new AppError('not_found', 'The auth code is no longer kept: type it again', { details: { what: 'authCode' } })
    },
    discard,
    discardAll() {
      for (const authCodeId of [...waiting.keys()]) discard(authCodeId)
    },
  }
}
