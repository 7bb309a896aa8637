import { minuteMs } from '#shared/api/limits.ts'
import type { ErrorKind } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { Layer } from './pipeline.ts'

/** A connection that was cut off had stood. */
const unreached: readonly (ErrorKind | undefined)[] = ['no_network', 'tls', 'timeout']
/** What was known so long before the newest call says nothing of the network now. */
const countsMs = 2 * minuteMs

export interface Reachability {
  layer: Layer
  /** True while no account that was called lately reached the service with its newest call. */
  isUnreachable(): boolean
}

/** Whether the service can be reached at all; one account's trouble is not the network's. */
export function createReachability({ clock, onChange }: { clock: Pick<Clock, 'monotonic'>; onChange: () => void }): Reachability {
  const newest = new Map<string, { isReached: boolean; at: number }>()
  let isUnreachable = false

  function judge(): boolean {
    const last = Math.max(...[...newest.values()].map(({ at }) => at))
    const recent = [...newest.values()].filter(({ at }) => at >= last - countsMs)
    return recent.length > 0 && recent.every(({ isReached }) => !isReached)
  }

  return {
    isUnreachable: () => isUnreachable,
    layer: async (call, next) => {
      const outcome = await next(call)
      // A typed key is tried at an address that may be anything.
      if (call.accountId === null) return outcome
      const isReached = outcome.reply !== null || !unreached.includes(outcome.error?.kind)
      newest.set(call.accountId, { isReached, at: clock.monotonic() })
      if (judge() === isUnreachable) return outcome
      isUnreachable = !isUnreachable
      onChange()
      return outcome
    },
  }
}
