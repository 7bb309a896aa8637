import type { ErrorKind } from '#shared/errors.ts'
import type { Layer } from './pipeline.ts'

const unreached: readonly (ErrorKind | undefined)[] = ['no_network', 'tls', 'timeout', 'cut_off']

export interface Reachability {
  layer: Layer
  /** True while no account that was called reached the service with its newest call. */
  isUnreachable(): boolean
}

/** Whether the service can be reached at all; one account's trouble is not the network's. */
export function createReachability(onChange: () => void): Reachability {
  const reached = new Map<string, boolean>()
  const isUnreachable = () => reached.size > 0 && ![...reached.values()].includes(true)

  return {
    isUnreachable,
    layer: async (call, next) => {
      const outcome = await next(call)
      const before = isUnreachable()
      reached.set(call.quota, outcome.reply !== null || !unreached.includes(outcome.error?.kind))
      if (isUnreachable() !== before) onChange()
      return outcome
    },
  }
}
