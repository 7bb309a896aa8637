import { AppError } from '#shared/errors.ts'
import { inputIssue } from '#shared/input-issues.ts'
import type { OrderItem, Quote } from '#shared/ipc/orders.ts'
import { cancelledError, throwIfCancelled } from '../../api/cancelled.ts'
import { serviceOf } from '../../api/same-service.ts'
import type { ApiClient } from '../../api/types.ts'
import type { Clock } from '../../clock.ts'
import type { Emit } from '../../ipc/handlers.ts'
import { createThrottle } from '../../pace/throttle.ts'
import { createAuthCodes } from './auth-codes.ts'
import type { Balance } from '../books/balance.ts'
import { dryRun } from './dry-run.ts'
import type { Journal } from '../journal/journal.ts'
import { targetOf, type IntentDraft } from '../intent.ts'
import { quoteAccount, type AccountQuoteDeps, type Line, type QuotedAccount } from './quote-account.ts'
import { budgetsOf } from './quote-cost.ts'
import { problemOf } from './quote-row.ts'

export interface QuotesDeps extends AccountQuoteDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'gauges'>
  journal: Pick<Journal, 'open' | 'openFor'>
  accounts: { list(): QuotedAccount[] }
  balance: Balance
  clock: Clock
  newId: () => string
  emit: Emit
}

interface Kept {
  lines: Map<string, Line>
  accounts: Map<string, QuotedAccount>
  until: number
  /** Its intents are being written. */
  isTaken: boolean
}

const keptMs = 30 * 60_000
const keptQuotes = 20
const tellEveryMs = 100

export interface Quotes {
  keepAuthCode(authCode: string): string
  discardAuthCode(ticket: string): void
  /** `replaces`: ids of intents on hold that give way to the items. */
  quote(quoteId: string, items: readonly OrderItem[], authTickets: Readonly<Record<string, string>>, replaces: readonly string[]): Promise<Quote>
  drop(quoteId: string): void
  /** Nothing typed stays in memory, and nothing is asked any more. */
  close(): void
  /**
   * Hands what was confirmed to `place`, once: then the quote goes, and the auth codes typed for it. Throws not_found, conflict (another total;
   * `reason: confirmed_already`, then or before), invalid_input (a row with a problem), and what `place` throws, after which it can be confirmed again.
   */
  confirm<T>(quoteId: string, rowIds: readonly string[], totalYen: number, place: (drafts: IntentDraft[]) => Promise<T>): Promise<T>
}

/** Prices before paying, each for one key and one expiry, and what was confirmed of them. */
export function createQuotes(deps: QuotesDeps): Quotes {
  const { api, accounts, balance, checks, clock, newId, emit } = deps
  const authCodes = createAuthCodes(deps)
  const running = new Map<string, AbortController>()
  const kept = new Map<string, Kept>()
  /** The last that were confirmed: asked a second time, it is never said that nothing happened. */
  const confirmed = new Set<string>()

  function keep(quoteId: string, lines: readonly Line[], of: Map<string, QuotedAccount>): void {
    for (const [id, { until }] of kept) if (until <= clock.monotonic() || kept.size >= keptQuotes) kept.delete(id)
    kept.set(quoteId, { lines: new Map(lines.map((line) => [line.row.id, line])), accounts: of, until: clock.monotonic() + keptMs, isTaken: false })
  }

  function keptQuote(quoteId: string): Kept {
    if (confirmed.has(quoteId)) throw confirmedAlready(quoteId)
    const found = kept.get(quoteId)
    if (!found || found.until <= clock.monotonic()) throw new AppError('not_found', 'The quote is no longer kept: ask for the prices again', { details: { what: 'quote' } })
    return found
  }

  function drop(quoteId: string): void {
    running.get(quoteId)?.abort(cancelledError())
    kept.delete(quoteId)
  }

  function noteConfirmed(quoteId: string): void {
    confirmed.add(quoteId)
    const [oldest] = confirmed
    if (oldest !== undefined && confirmed.size > keptQuotes) confirmed.delete(oldest)
  }

  /** The same target twice in one basket would be two decisions on one thing: the later line waits for another basket. */
  function linesOf(items: readonly OrderItem[], of: ReadonlyMap<string, QuotedAccount>, tickets: Readonly<Record<string, string>>): Line[] {
    const targets = new Set<string>()
    return items.map((typed) => {
      const item = typed.kind === 'order' ? typed : { ...typed, name: typed.name.toLowerCase() }
      const account = of.get(item.accountId)
      if (!account) throw new AppError('not_found', 'The account is gone', { details: { what: 'account', accountId: item.accountId } })
      const target = `${serviceOf(account.baseUrl)} ${targetOf(item)}`
      const problem = targets.has(target) ? problemOf('twice') : null
      targets.add(target)
      const ticket = typed.kind === 'transfer' ? (tickets[typed.name] ?? tickets[targetOf(item)] ?? null) : null
      return { row: { id: newId(), item, ...unpriced, problem }, keyId: null, ticket: ticket !== null && isKept(ticket) ? ticket : null, replaces: null }
    })
  }

  function isKept(ticket: string): boolean {
    try {
      return authCodes.get(ticket) !== ''
    } catch {
      return false
    }
  }

  return {
    keepAuthCode: authCodes.keep,
    discardAuthCode: authCodes.discard,
    drop,
    close() {
      for (const ending of running.values()) ending.abort(cancelledError())
      authCodes.discardAll()
    },

    async quote(quoteId, items, tickets, replaces) {
      drop(quoteId)
      const ending = new AbortController()
      const { signal } = ending
      running.set(quoteId, ending)
      let done = 0
      const progress = createThrottle(clock, tellEveryMs, () => {
        if (!signal.aborted) emit('orders.quoting', { quoteId, done, total: items.length })
      })
      try {
        const of = new Map(accounts.list().map((account) => [account.id, account]))
        const lines = linesOf(items, of, tickets)
        const tell = (more: number): void => {
          done += more
          progress.poke()
        }
        tell(0)
        const byAccount = Map.groupBy(lines, ({ row }) => row.item.accountId)
        await Promise.all([...byAccount].map(([accountId, own]) => quoteAccount(deps, of.get(accountId) as QuotedAccount, own, { quoteId, replaces: new Set(replaces), signal, tell })))
        const [only] = lines
        if (only && lines.length === 1 && only.row.problem === null) await dryRun({ api, balance }, only, only.ticket === null ? null : authCodes.get(only.ticket), signal)
        throwIfCancelled(signal)
        progress.flush()
        keep(quoteId, lines, of)
        return quoteOf(quoteId, lines)
      } finally {
        ending.abort(cancelledError())
        if (running.get(quoteId) === ending) running.delete(quoteId)
      }
    },

    async confirm(quoteId, rowIds, totalYen, place) {
      const quote = keptQuote(quoteId)
      if (quote.isTaken) throw confirmedAlready(quoteId)
      const drafts = draftsOf(quote, rowIds)
      const actual = drafts.reduce((sum, { yen }) => sum + yen, 0)
      if (actual !== totalYen) throw new AppError('conflict', 'The rows cost another amount than was confirmed', { details: { expected: totalYen, actual } })
      quote.isTaken = true
      try {
        const placed = await place(drafts)
        for (const { ticket } of quote.lines.values()) if (ticket !== null) authCodes.discard(ticket)
        // Should it be refused, what was known of it was wrong.
        for (const { item } of drafts) checks.forget(item.accountId, targetOf(item))
        drop(quoteId)
        noteConfirmed(quoteId)
        return placed
      } finally {
        quote.isTaken = false
      }
    },
  }

  function draftsOf({ lines, accounts: of }: Kept, rowIds: readonly string[]): IntentDraft[] {
    return [...new Set(rowIds)].map((rowId) => {
      const line = lines.get(rowId)
      if (!line) throw new AppError('not_found', 'The quote has no such row', { details: { what: 'row', rowId } })
      const { keyId, ticket, replaces } = line
      const { id, item, yen, problem, expiryDate } = line.row
      const account = of.get(item.accountId)
      if (problem || yen === null || keyId === null || !account) {
        throw new AppError('invalid_input', 'A row with a problem cannot be bought', { details: { issues: [inputIssue('', 'cannotBeBought', `${targetOf(item)}: ${problem?.reason ?? 'no_price'}`, { name: targetOf(item) })], rowId: id } })
      }
      const { label: accountLabel, baseUrl } = account
      return { item, yen, keyId, accountLabel, baseUrl, expiryDate: item.kind === 'renew' ? expiryDate : null, authCode: ticket === null ? null : authCodes.get(ticket), replaces }
    })
  }

  function quoteOf(quoteId: string, lines: readonly Line[]): Quote {
    const rows = lines.map(({ row }) => row)
    const byAccount = Map.groupBy(rows, ({ item }) => item.accountId)
    const open = deps.journal.open()
    const replaced = new Set(lines.map(({ replaces }) => replaces))
    const sums = [...byAccount].map(([accountId, own]) => {
      const good = own.filter(({ problem }) => problem === null)
      return {
        accountId,
        rows: good.length,
        yen: good.reduce((sum, { yen }) => sum + (yen ?? 0), 0),
        hint: balance.hint(accountId),
        openBeside: open.filter(({ id, item }) => item.accountId === accountId && !replaced.has(id)).length,
        budgets: budgetsOf(api, accountId),
      }
    })
    return { quoteId, at: clock.now(), rows, accounts: sums, totalYen: sums.reduce((sum, { yen }) => sum + yen, 0) }
  }
}

function confirmedAlready(quoteId: string): AppError {
  return new AppError('conflict', 'It is confirmed already', { details: { quoteId, reason: 'confirmed_already' } })
}

const unpriced = { yen: null, yenPerYear: null, regularYen: null, isCampaign: null, expiryDate: null, newExpiryDate: null, isDryRun: false, pricedAt: null }
