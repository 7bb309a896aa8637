import { minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/app-error.ts'
import type { ConsoleRequest } from '#shared/ipc/console.ts'
import type { Clock } from '#main/clock.ts'

const confirmationLastsMs = 5 * minuteMs
const maxConfirmations = 20

/**
 * The console sends a write request only with a confirmation of exactly this request. Each confirmation is used once.
 */
export interface ConfirmationsOfWriteRequests {
  /** Returns the ID of the confirmation. */
  add(request: ConsoleRequest): string
  /** Throws `unconfirmed`. */
  consume(confirmationId: string | null, request: ConsoleRequest): void
}

export function createConfirmationsOfWriteRequests({
  clock,
  newId,
}: {
  clock: Pick<Clock, 'monotonic'>
  newId: () => string
}): ConfirmationsOfWriteRequests {
  /** By ID, oldest first. The requests exist only in memory. */
  const confirmed = new Map<string, { request: string; until: number }>()

  return {
    add(request) {
      const id = newId()
      confirmed.set(id, { request: formOf(request), until: clock.monotonic() + confirmationLastsMs })
      const oldest = confirmed.keys().next().value
      if (confirmed.size > maxConfirmations && oldest !== undefined) confirmed.delete(oldest)
      return id
    },
    consume(confirmationId, request) {
      const confirmation = confirmationId === null ? undefined : confirmed.get(confirmationId)
      if (confirmationId !== null) confirmed.delete(confirmationId)
      if (confirmation?.request === formOf(request) && clock.monotonic() < confirmation.until) return
      throw new AppError('unconfirmed', 'Nothing was sent: the request changes something and was not confirmed', {
        details: { hasHappened: false },
      })
    },
  }
}

function formOf({ accountId, keyId, method, path, query, body }: ConsoleRequest): string {
  return JSON.stringify([accountId, keyId, method, path, query.map(({ name, value }) => [name, value]), body])
}
