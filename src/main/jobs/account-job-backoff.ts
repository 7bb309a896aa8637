import type { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'

/** Why the items of an account wait, and until when they are not tried again. */
interface Hold {
  /** Null after a call of the account succeeded. */
  error: AppError | null
  /** Monotonic milliseconds. */
  until: number
  /** Failures in a row; 0 for a setting that forbids calls. */
  failures: number
}

const firstPauseMs = 5_000
const maxPauseMs = 300_000

export type AccountJobBackoff = ReturnType<typeof createAccountJobBackoff>

/** Tracks the accounts that cannot work on items now. Each error in a row doubles the pause before the next attempt. */
export function createAccountJobBackoff(clock: Pick<Clock, 'monotonic'>) {
  const holds = new Map<string, Hold>()
  const successes = new Map<string, number>()
  const serverAccounts = new Map<string, string>()

  return {
    /**
     * The account of the server of a new site, by the job, while the job waits for this account and not for the account
     * of its domain; null if it does not.
     */
    serverAccountOf: (jobId: string): string | null => serverAccounts.get(jobId) ?? null,
    /** Call it when a call of the server's account failed (see `serverAccountOf`); with null, when a call succeeded. */
    setServerAccount(jobId: string, accountId: string | null): void {
      if (accountId === null) serverAccounts.delete(jobId)
      else serverAccounts.set(jobId, accountId)
    },
    error: (accountId: string): AppError | null => holds.get(accountId)?.error ?? null,
    /** Milliseconds until the account is tried again. */
    remainingMs: (accountId: string) => Math.max(0, (holds.get(accountId)?.until ?? 0) - clock.monotonic()),
    /**
     * Begins or prolongs a hold because a call failed. Errors at the same time, of items that ran side by side, count
     * once.
     */
    begin(accountId: string, error: AppError): void {
      const known = holds.get(accountId)
      if (known && known.until > clock.monotonic()) return void holds.set(accountId, { ...known, error })
      const failures = (known?.failures ?? 0) + 1
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1))
      holds.set(accountId, { error, until: clock.monotonic() + pauseMs, failures })
    },
    /** Call it when a setting forbids the calls of the account. `error`: what `findObstacle` returned. */
    beginForSetting: (accountId: string, error: AppError) =>
      void holds.set(accountId, { error, until: Number.POSITIVE_INFINITY, failures: 0 }),
    /** Ends the hold that `beginForSetting` began. Returns whether there was one. */
    endForSetting: (accountId: string): boolean =>
      holds.get(accountId)?.until === Number.POSITIVE_INFINITY && holds.delete(accountId),
    /**
     * Call it when a call succeeded. It ends the error. `failures` is kept until an item ends, so the next error still
     * doubles the pause.
     */
    recordSuccess(accountId: string): void {
      successes.set(accountId, (successes.get(accountId) ?? 0) + 1)
      const known = holds.get(accountId)
      if (known) Object.assign(known, { error: null, until: 0 })
    },
    /** How many calls of the account succeeded since the start. */
    successCount: (accountId: string) => successes.get(accountId) ?? 0,
    end: (accountId: string) => holds.delete(accountId),
    /**
     * Ends the pauses that failed calls caused, so these accounts try again immediately. Holds by a setting stay. The
     * errors stay known until an attempt succeeds.
     */
    retryAll(): void {
      for (const hold of holds.values()) if (hold.failures > 0) Object.assign(hold, { until: 0, failures: 1 })
    },
  }
}
