import { AppError, isAppError, toWireError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import type { CommandOutput, ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import { maxNamesPerSearch, type NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { calculateQuotaCost } from '#shared/order-quota-cost.ts'
import type { ParsedDomainName } from '#shared/extract-and-parse-domain-names.ts'
import { createCancelledError } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { CheckedDomainAvailability, DomainAvailabilityChecker } from './domain-availability-checker.ts'
import { parseTypedDomainNames } from './parse-typed-domain-names.ts'
import { getAccountCallLimits } from '#main/api/get-account-call-limits.ts'

export interface DomainAvailabilitySearchDeps {
  api: Pick<ApiClient, 'call' | 'quotaUsage'>
  domainAvailabilityChecker: DomainAvailabilityChecker
  accounts: { account(accountId: string): unknown }
  clock: Clock
  emit: EmitEvent
}

export interface DomainAvailabilitySearch {
  /** Throws `not_found`, and `invalid_input` for too many names. Progress is emitted as `orders.searchProgress`. */
  start(search: ParsedCommandInput<'orders.search'>): CommandOutput<'orders.search'>
  cancel(searchId: string): void
  close(): Promise<void>
}

const progressIntervalMs = 100

/**
 * Checks many names. Each result is emitted once, shortly after it arrives. A search with the id of a running one
 * replaces it, and the replaced search emits nothing more.
 */
export function createDomainAvailabilitySearch({
  api,
  domainAvailabilityChecker,
  accounts,
  clock,
  emit,
}: DomainAvailabilitySearchDeps): DomainAvailabilitySearch {
  const running = new Map<string, { ending: AbortController; ended: Promise<void> }>()

  async function run(
    searchId: string,
    accountId: string,
    typed: readonly ParsedDomainName[],
    signal: AbortSignal,
  ): Promise<void> {
    const total = typed.length
    const typedOf = new Map(typed.flatMap(({ typed: text, name }) => (name === null ? [] : [[name, text]])))
    let done = 0
    let waiting: NameSearchResult[] = []
    const emitProgress = (isOver: boolean): void => {
      if (running.get(searchId)?.ending.signal !== signal) return
      const found = waiting
      waiting = []
      emit('orders.searchProgress', {
        searchId,
        found,
        done,
        total,
        isOver,
        minutesLeft: isOver
          ? null
          : calculateQuotaCost(total - done, getAccountCallLimits(api, accountId, 'domain')).minutes,
      })
    }
    const progress = createThrottle(clock, progressIntervalMs, () => emitProgress(false))
    const take = (found: NameSearchResult): void => {
      if (signal.aborted) return
      waiting.push(found)
      done += 1
      progress.trigger()
    }

    for (const { typed: text, name, problem } of typed) if (name === null) take(toInvalidName(text, problem))
    try {
      await domainAvailabilityChecker.checkAll(accountId, [...typedOf.keys()], {
        batchId: searchId,
        signal,
        onResult: (name, checked) => take(toFoundName(typedOf.get(name) ?? name, name, checked)),
      })
    } catch (error) {
      if (!isAppError(error, 'cancelled')) throw error
    } finally {
      // A pending throttled event would otherwise be emitted after the end.
      progress.flush()
      emitProgress(true)
    }
  }

  function cancel(searchId: string): void {
    running.get(searchId)?.ending.abort(createCancelledError())
  }

  return {
    start({ searchId, accountId, names, tlds, checked }) {
      accounts.account(accountId)
      const all = parseTypedDomainNames(names, tlds, maxNamesPerSearch)
      if (all.length > maxNamesPerSearch) throw tooManyNames()
      const isChecked = new Set(checked)
      const typed = checked.length === 0 ? all : all.filter(({ name }) => name !== null && !isChecked.has(name))
      cancel(searchId)
      const lookUpCount = typed.filter(({ name }) => name !== null).length
      const ending = new AbortController()
      const entry = { ending, ended: Promise.resolve() }
      running.set(searchId, entry)
      entry.ended = run(searchId, accountId, typed, ending.signal)
        .catch((bug: unknown) => console.error('search:', bug))
        .finally(() => {
          if (running.get(searchId) === entry) running.delete(searchId)
        })
      const { minutes, dayFraction } = calculateQuotaCost(lookUpCount, getAccountCallLimits(api, accountId, 'domain'))
      return { total: typed.length, minutes, dayFraction }
    },
    cancel,
    async close() {
      const all = [...running.values()]
      for (const { ending } of all) ending.abort(createCancelledError())
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

function tooManyNames(): AppError {
  const message = `at most ${maxNamesPerSearch} names`
  return new AppError('invalid_input', message, {
    details: { issues: [createInputIssue('names', 'tooMany', message, { max: maxNamesPerSearch })] },
  })
}

function toInvalidName(typed: string, problem: string | null): NameSearchResult {
  const error = new AppError('invalid_input', `${typed}: ${problem}`, {
    details: { issues: [createInputIssue('names', 'wrongForm', problem ?? 'no name')] },
  })
  return { typed, name: null, availability: null, readAt: null, error: toWireError(error) }
}

function toFoundName(typed: string, name: string, checked: CheckedDomainAvailability | AppError): NameSearchResult {
  if (checked instanceof AppError) return { typed, name, availability: null, readAt: null, error: toWireError(checked) }
  return { typed, name, availability: checked.data, readAt: checked.readAt, error: null }
}
