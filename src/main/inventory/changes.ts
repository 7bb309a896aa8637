import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import { createThrottle } from '../pace/throttle.ts'

export interface Changes {
  /** Rows of an account changed; of one domain, if it is named. */
  tell(accountId: string, domain: string | null): void
  flush(): void
}

const everyMs = 250

/** Tells the windows that stored rows changed: what changes within a moment is told as one. */
export function createChanges(clock: Clock, emit: Emit): Changes {
  let pending: { accountId: string | null; domain: string | null } | null = null
  const throttle = createThrottle(clock, everyMs, () => {
    if (pending) emit('inventory.changed', pending)
    pending = null
  })
  return {
    tell(accountId, domain) {
      if (!pending) pending = { accountId, domain }
      else if (pending.accountId !== accountId) pending = { accountId: null, domain: null }
      else if (pending.domain !== domain) pending = { accountId, domain: null }
      throttle.poke()
    },
    flush: () => throttle.flush(),
  }
}
