import { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'

/** Typed auth codes. They are kept in memory only, for at most half an hour. */
export interface PendingAuthCodes {
  add(authCode: string): string
  /** Throws `not_found` when the code was discarded or has expired. The user then has to type the code again. */
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
    add(authCode) {
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
      // The timer may fire late.
      if (found && found.until > clock.monotonic()) return found.authCode
      discard(authCodeId)
      throw new AppError('not_found', 'The auth code is no longer kept: type it again', {
        details: { what: 'authCode' },
      })
    },
    discard,
    discardAll() {
      for (const authCodeId of [...waiting.keys()]) discard(authCodeId)
    },
  }
}
