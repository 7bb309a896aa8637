import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'

export interface InventoryChangedEmitter {
  /** Call it after rows of an account changed. `domain`: the only domain that changed; null for any number. */
  notify(accountId: string, domain: string | null): void
  flush(): void
}

const notifyIntervalMs = 250

/** Emits `inventory.changed` for changed rows. Changes within `notifyIntervalMs` are merged into one event. */
export function createInventoryChangedEmitter(clock: Clock, emit: EmitEvent): InventoryChangedEmitter {
  let pending: { accountId: string | null; domain: string | null } | null = null
  const throttle = createThrottle(clock, notifyIntervalMs, () => {
    if (pending) emit('inventory.changed', pending)
    pending = null
  })
  return {
    notify(accountId, domain) {
      if (!pending) pending = { accountId, domain }
      else if (pending.accountId !== accountId) pending = { accountId: null, domain: null }
      else if (pending.domain !== domain) pending = { accountId, domain: null }
      throttle.trigger()
    },
    flush: () => throttle.flush(),
  }
}
