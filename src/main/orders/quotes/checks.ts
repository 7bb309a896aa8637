import { limits } from '#shared/api/limits.ts'
import { isAppError, type AppError, type ErrorKind } from '#shared/errors.ts'
import type { CheckedName } from '#shared/ipc/orders.ts'
import type { ApiClient } from '../../api/types.ts'
import type { Clock } from '../../clock.ts'
import { stopsAll } from '../../inventory/sync-lists.ts'
import { parseAvailability } from '../shop/parse-prices.ts'

export type Checked = { data: CheckedName; readAt: number }

export interface CheckOptions {
  /** Names the work among others of the account. */
  workId: string
  signal: AbortSignal
  /** Every name once, as it comes. */
  tell: (name: string, checked: Checked | AppError) => void
}

/** Availability, name by name: what was asked lately is remembered while the app runs. */
export interface Checks {
  /** Not older than a few minutes, and not the answer to the same question before: who asks that again wants it as it is now. */
  recent(accountId: string, name: string, question: string): Checked | null
  /** The question was answered with what is remembered of the name. */
  answered(accountId: string, name: string, question: string): void
  forget(accountId: string, name: string): void
  /**
   * Asks for each name, a few at once. A name that fails does not stop the rest; what would stop every other call too is told of each name
   * that is left, without a call. Throws cancelled.
   */
  ask(accountId: string, names: readonly string[], options: CheckOptions): Promise<void>
}

/** Up to here a person waits for the answers one by one; more than that is a job. */
const few = 20
const recentMs = 10 * 60_000
const remembered = 20_000
const network: readonly ErrorKind[] = ['no_network', 'tls', 'timeout', 'cut_off']
/** So many failures of the network in a row end it. */
const networkPatience = 5

export function createChecks({ api, clock }: { api: Pick<ApiClient, 'call'>; clock: Clock }): Checks {
  const memory = new Map<string, Checked & { until: number; answered: Set<string> }>()
  const keyOf = (accountId: string, name: string): string => `${accountId} ${name}`

  function remember(accountId: string, name: string, checked: Checked): void {
    memory.delete(keyOf(accountId, name))
    memory.set(keyOf(accountId, name), { ...checked, until: clock.monotonic() + recentMs, answered: new Set() })
    const [oldest] = memory.keys()
    if (memory.size > remembered && oldest !== undefined) memory.delete(oldest)
  }

  return {
    recent(accountId, name, question) {
      const known = memory.get(keyOf(accountId, name))
      return known && known.until > clock.monotonic() && !known.answered.has(question) ? { data: known.data, readAt: known.readAt } : null
    },

    answered(accountId, name, question) {
      memory.get(keyOf(accountId, name))?.answered.add(question)
    },

    forget(accountId, name) {
      memory.delete(keyOf(accountId, name))
    },

    async ask(accountId, names, { workId, signal, tell }) {
      const priority = names.length <= few ? 'interactive' : 'job'
      let at = 0
      let stopped: AppError | null = null
      let unreachable = 0

      async function askOne(name: string, following: number): Promise<void> {
        try {
          const { data: stated, readAt } = await api.call({ accountId, endpoint: 'domain.check', input: { domain_name: name }, priority, work: { id: workId, following }, signal })
          const data = parseAvailability(stated)
          unreachable = 0
          remember(accountId, name, { data, readAt })
          tell(name, { data, readAt })
        } catch (error) {
          if (!isAppError(error) || error.kind === 'cancelled') throw error
          unreachable = network.includes(error.kind) ? unreachable + 1 : 0
          if (stopsAll(error) || error.kind === 'no_key' || error.kind === 'secret_missing' || error.kind === 'secret_origin_mismatch' || unreachable >= networkPatience) stopped ??= error
          tell(name, error)
        }
      }

      async function work(): Promise<void> {
        for (let name = names[at]; name !== undefined; name = names[at]) {
          at += 1
          if (stopped) tell(name, stopped)
          else await askOne(name, names.length - at)
        }
      }

      await Promise.all(Array.from({ length: limits.domain.concurrent }, work))
    },
  }
}
