import { AppError, isAppError, toWireError } from '#shared/errors.ts'
import { inputIssue } from '#shared/input-issues.ts'
import type { CommandOutput, CommandParsed } from '#shared/ipc/contract.ts'
import { mostSearched, type FoundName } from '#shared/ipc/orders.ts'
import { costOf } from '#shared/sending-cost.ts'
import type { TypedName } from '#shared/typed-names.ts'
import { cancelledError } from '../../api/cancelled.ts'
import type { ApiClient } from '../../api/types.ts'
import type { Clock } from '../../clock.ts'
import type { Emit } from '../../ipc/handlers.ts'
import { createThrottle } from '../../pace/throttle.ts'
import type { Checked, Checks } from '../quotes/checks.ts'
import { cleanNames } from './names.ts'
import { budgetOf } from '../quotes/quote-cost.ts'

export interface SearchDeps {
  api: Pick<ApiClient, 'call' | 'gauges'>
  checks: Checks
  accounts: { account(accountId: string): unknown }
  clock: Clock
  emit: Emit
}

export interface NameSearch {
  /** Throws not_found, and invalid_input when there are too many names. What goes on is told by `orders.found`. */
  start(search: CommandParsed<'orders.search'>): CommandOutput<'orders.search'>
  cancel(searchId: string): void
  close(): Promise<void>
}

const tellEveryMs = 100

/** Looks up many names; each result is told once, within a moment of its coming. A search that begins again under its id replaces the first, which tells no more. */
export function createNameSearch({ api, checks, accounts, clock, emit }: SearchDeps): NameSearch {
  const running = new Map<string, { ending: AbortController; ended: Promise<void> }>()

  async function run(searchId: string, accountId: string, typed: readonly TypedName[], signal: AbortSignal): Promise<void> {
    const total = typed.length
    const typedOf = new Map(typed.flatMap(({ typed: text, name }) => (name === null ? [] : [[name, text]])))
    let done = 0
    let waiting: FoundName[] = []
    const tellNow = (isOver: boolean): void => {
      if (running.get(searchId)?.ending.signal !== signal) return
      const found = waiting
      waiting = []
      emit('orders.found', { searchId, found, done, total, isOver, minutesLeft: isOver ? null : costOf(total - done, budgetOf(api, accountId, 'domain')).minutes })
    }
    const progress = createThrottle(clock, tellEveryMs, () => tellNow(false))
    const take = (found: FoundName): void => {
      if (signal.aborted) return
      waiting.push(found)
      done += 1
      progress.poke()
    }

    for (const { typed: text, name, problem } of typed) if (name === null) take(noName(text, problem))
    try {
      await checks.ask(accountId, [...typedOf.keys()], { workId: searchId, signal, tell: (name, checked) => take(foundOf(typedOf.get(name) ?? name, name, checked)) })
    } catch (error) {
      if (!isAppError(error, 'cancelled')) throw error
    } finally {
      // What was poked and waits would tell after the end.
      progress.flush()
      tellNow(true)
    }
  }

  function cancel(searchId: string): void {
    running.get(searchId)?.ending.abort(cancelledError())
  }

  return {
    start({ searchId, accountId, names, tlds }) {
      accounts.account(accountId)
      const typed = cleanNames(names, tlds, mostSearched)
      if (typed.length > mostSearched) throw tooMany()
      cancel(searchId)
      const lookUps = typed.filter(({ name }) => name !== null).length
      const ending = new AbortController()
      const entry = { ending, ended: Promise.resolve() }
      running.set(searchId, entry)
      entry.ended = run(searchId, accountId, typed, ending.signal)
        .catch((bug: unknown) => console.error('search:', bug))
        .finally(() => {
          if (running.get(searchId) === entry) running.delete(searchId)
        })
      const { minutes, dayShare } = costOf(lookUps, budgetOf(api, accountId, 'domain'))
      return { total: typed.length, minutes, dayShare }
    },
    cancel,
    async close() {
      const all = [...running.values()]
      for (const { ending } of all) ending.abort(cancelledError())
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

function tooMany(): AppError {
  const message = `at most ${mostSearched} names`
  return new AppError('invalid_input', message, { details: { issues: [inputIssue('names', 'tooMany', message, { max: mostSearched })] } })
}

function noName(typed: string, problem: string | null): FoundName {
  const error = new AppError('invalid_input', `${typed}: ${problem}`, { details: { issues: [inputIssue('names', 'wrongForm', problem ?? 'no name')] } })
  return { typed, name: null, availability: null, readAt: null, error: toWireError(error) }
}

function foundOf(typed: string, name: string, checked: Checked | AppError): FoundName {
  if (checked instanceof AppError) return { typed, name, availability: null, readAt: null, error: toWireError(checked) }
  return { typed, name, availability: checked.data, readAt: checked.readAt, error: null }
}
