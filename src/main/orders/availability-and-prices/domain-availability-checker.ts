import { rateLimits } from '#shared/api/service-limits.ts'
import { isAppError, type AppError } from '#shared/app-error.ts'
import { isErrorCausedBy, hasErrorConsequence } from '#shared/error-kinds.ts'
import { maxInteractiveNames } from '#shared/ipc/domain-availability-search.ts'
import type { NameAvailability } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { ApiClient, ApiRequest } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import { removeUnpayablePricesOfDomainName } from './remove-unpayable-prices.ts'

export type CheckedDomainAvailability = { data: NameAvailability; readAt: number }

export interface DomainAvailabilityCheckOptions {
  /** Id of this batch among the batches of the account. */
  batchId: string
  signal: AbortSignal
  /** Called once for each name, as results arrive. */
  onResult: (name: string, checked: CheckedDomainAvailability | AppError) => void
}

/** Checks the availability of names. Recent results are remembered while the app runs. */
export interface DomainAvailabilityChecker {
  /**
   * Returns a result at most ten minutes old. Null if this result has already answered the same request: the user who
   * repeats a request wants a new result.
   */
  getRecent(accountId: string, name: string, requestKey: string): CheckedDomainAvailability | null
  /** Marks the request as answered with the remembered result. */
  markAnswered(accountId: string, name: string, requestKey: string): void
  forget(accountId: string, name: string): void
  /** Checks one name that the user waits for. Throws the errors of the call. */
  check(accountId: string, name: string, signal: AbortSignal): Promise<CheckedDomainAvailability>
  /**
   * Checks each name, a few at once. An error of one name does not stop the others. After an error that would stop
   * every other call, the remaining names get that error without a call. Throws `cancelled`.
   */
  checkAll(accountId: string, names: readonly string[], options: DomainAvailabilityCheckOptions): Promise<void>
}

const recentMs = 10 * 60_000
const maxRemembered = 20_000
/** This many network failures in a row stop the batch. */
const maxNetworkFailuresInARow = 5

export function createDomainAvailabilityChecker({
  api,
  clock,
}: {
  api: Pick<ApiClient, 'call'>
  clock: Clock
}): DomainAvailabilityChecker {
  const memory = new Map<string, CheckedDomainAvailability & { until: number; answered: Set<string> }>()
  const keyOf = (accountId: string, name: string): string => `${accountId} ${name}`

  function remember(accountId: string, name: string, checked: CheckedDomainAvailability): void {
    memory.delete(keyOf(accountId, name))
    memory.set(keyOf(accountId, name), { ...checked, until: clock.monotonic() + recentMs, answered: new Set() })
    const [oldest] = memory.keys()
    if (memory.size > maxRemembered && oldest !== undefined) memory.delete(oldest)
  }

  async function fetchAndRemember(
    accountId: string,
    name: string,
    options: Pick<ApiRequest<'domain.check'>, 'priority' | 'batch' | 'signal'>,
  ): Promise<CheckedDomainAvailability> {
    const { data: stated, readAt } = await api.call({
      accountId,
      endpoint: 'domain.check',
      input: { domain_name: name },
      ...options,
    })
    const checked = { data: removeUnpayablePricesOfDomainName(stated), readAt }
    remember(accountId, name, checked)
    return checked
  }

  return {
    getRecent(accountId, name, requestKey) {
      const known = memory.get(keyOf(accountId, name))
      return known && known.until > clock.monotonic() && !known.answered.has(requestKey)
        ? { data: known.data, readAt: known.readAt }
        : null
    },

    markAnswered(accountId, name, requestKey) {
      memory.get(keyOf(accountId, name))?.answered.add(requestKey)
    },

    forget(accountId, name) {
      memory.delete(keyOf(accountId, name))
    },

    check: (accountId, name, signal) => fetchAndRemember(accountId, name, { priority: 'interactive', signal }),

    async checkAll(accountId, names, { batchId, signal, onResult }) {
      const priority = names.length <= maxInteractiveNames ? 'interactive' : 'job'
      let at = 0
      let stopped: AppError | null = null
      let networkFailuresInARow = 0

      async function fetchAvailability(name: string, remainingCalls: number): Promise<void> {
        try {
          const batch = { id: batchId, remainingCalls }
          const checked = await fetchAndRemember(accountId, name, { priority, batch, signal })
          networkFailuresInARow = 0
          onResult(name, checked)
        } catch (error) {
          if (!isAppError(error) || error.kind === 'cancelled') throw error
          networkFailuresInARow = isErrorCausedBy(error, 'network') ? networkFailuresInARow + 1 : 0
          if (
            hasErrorConsequence(error, 'ends_run') ||
            isErrorCausedBy(error, 'key') ||
            networkFailuresInARow >= maxNetworkFailuresInARow
          )
            stopped ??= error
          onResult(name, error)
        }
      }

      async function work(): Promise<void> {
        for (let name = names[at]; name !== undefined; name = names[at]) {
          at += 1
          if (stopped) onResult(name, stopped)
          else await fetchAvailability(name, names.length - at)
        }
      }

      await Promise.all(Array.from({ length: rateLimits.domain.concurrent }, work))
    },
  }
}
