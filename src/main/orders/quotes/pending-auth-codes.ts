import { AppError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'

/** Typed auth codes. They are kept in memory only, for at most half an hour. */
export interface PendingAuthCodes {
  add(authCode: string): string
  /** Throws `not_found` when the code was discarded or has expired. The user then has to type the code again. */
  get(authCodeId: string): string
  discard(authCodeId: string): void
  discardAll(): void
}

const maxAgeMs = 30 * minuteMs
/** Timers and the monotonic clock may stop while the computer sleeps, so the wall clock is checked at this interval. */
const ageCheckIntervalMs = minuteMs

interface PendingAuthCode {
  authCode: string
  /** Wall time and monotonic time, in milliseconds. */
  addedAt: number
  addedAtMonotonic: number
  end: AbortController
}

export function createPendingAuthCodes({
  clock,
  newId,
  onExpired,
}: {
  clock: Clock
  newId: () => string
  /** Called with the id of a code that was discarded because of its age. */
  onExpired: (authCodeId: string) => void
}): PendingAuthCodes {
  const waiting = new Map<string, PendingAuthCode>()

  function discard(authCodeId: string): void {
    waiting.get(authCodeId)?.end.abort()
    waiting.delete(authCodeId)
  }

  function msLeft({ addedAt, addedAtMonotonic }: PendingAuthCode): number {
    return maxAgeMs - Math.max(clock.now() - addedAt, clock.monotonic() - addedAtMonotonic)
  }

  async function discardWhenOld(authCodeId: string, pending: PendingAuthCode): Promise<void> {
    for (let ms = msLeft(pending); ms > 0; ms = msLeft(pending))
      await clock.sleep(Math.min(ms, ageCheckIntervalMs), pending.end.signal)
    discard(authCodeId)
    onExpired(authCodeId)
  }

  return {
    add(authCode) {
      const authCodeId = newId()
      const pending = {
        authCode,
        addedAt: clock.now(),
        addedAtMonotonic: clock.monotonic(),
        end: new AbortController(),
      }
      waiting.set(authCodeId, pending)
      // The sleep ends with an error when the code is discarded.
      discardWhenOld(authCodeId, pending).catch(() => undefined)
      return authCodeId
    },
    get(authCodeId) {
      const found = waiting.get(authCodeId)
      // The timer may fire late.
      if (found && msLeft(found) > 0) return found.authCode
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
