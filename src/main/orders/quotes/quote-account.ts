import { isAppError, AppError } from '#shared/errors.ts'
import type { OrderItem, QuoteRow } from '#shared/ipc/orders.ts'
import { pricesByTld } from '#shared/prices.ts'
import { throwIfCancelled } from '../../api/cancelled.ts'
import { isOfState, noKeyError } from '../../api/key-state.ts'
import type { ApiClient } from '../../api/types.ts'
import { inSlices } from '../../pace/slices.ts'
import type { Inventory } from '../../inventory/inventory.ts'
import type { Checked, Checks } from './checks.ts'
import { paidEndpoints, targetOf } from '../intent.ts'
import type { Journal } from '../journal/journal.ts'
import { mayPriceAgain } from '../sending/price-again.ts'
import type { Offers } from '../shop/offers.ts'
import { readDomains, readServers } from './quote-lists.ts'
import { formProblem, priceItem, problemOf, type QuoteFacts, type Reading } from './quote-row.ts'

/** A row on its way, and what its intent will need. */
export interface Line {
  row: QuoteRow
  /** The key that will send it: the least powerful that may. */
  keyId: string | null
  /** Stands for the typed auth code. */
  ticket: string | null
  /** The intent on hold that gives way to it. */
  replaces: string | null
}

export interface QuotedAccount {
  id: string
  label: string
  baseUrl: string
  isPaused: boolean
  isReadOnly: boolean
}

export interface AccountQuoteDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  inventory: Pick<Inventory, 'writeDomainList'>
  journal: Pick<Journal, 'openFor'>
  offers: Offers
  checks: Checks
  /** A server id that a list of ours shows. */
  isServerIdKnown: (baseUrl: string, serverId: string) => boolean
}

const slice = 100

/**
 * Prices the lines of one account: what needs no call is looked at first, then the lists and prices that are needed are read once for all
 * lines. What cannot be read is told in the lines that need it. Throws cancelled.
 */
export async function quoteAccount(
  deps: AccountQuoteDeps,
  account: QuotedAccount,
  lines: readonly Line[],
  { quoteId, replaces, signal, tell }: { quoteId: string; replaces: ReadonlySet<string>; signal: AbortSignal; tell: (done: number) => void },
): Promise<void> {
  const { api, inventory, offers, checks } = deps
  const accountId = account.id
  await inSlices(lines, slice, (part) => {
    for (const line of part) lookAt(deps, account, line, replaces)
  })
  const asked = lines.filter(({ row }) => row.problem === null)
  tell(lines.length - asked.length)
  const has = (...kinds: OrderItem['kind'][]): boolean => asked.some(({ row }) => kinds.includes(row.item.kind))
  const skip = Promise.resolve(null)
  const acquired = asked.flatMap(({ row: { item } }) => (item.kind === 'acquire' ? [item] : []))
  const [domains, prices, plans, servers, availability] = await Promise.all([
    has('renew', 'acquire', 'transfer') ? reading(readDomains({ api, accountId, signal })) : skip,
    has('renew', 'transfer') ? reading(offers.readPrices(accountId, signal)) : skip,
    has('order') ? reading(offers.readPlans(accountId, signal)) : skip,
    has('order') ? reading(readServers({ api, accountId, signal })) : skip,
    readAvailability(checks, accountId, acquired, { quoteId, signal, isRecentEnough: acquired.length > 1 }, tell),
  ])
  throwIfCancelled(signal)
  const facts: QuoteFacts = {
    domains: changed(domains, ({ items }) => items),
    price: changed(prices, ({ data }) => pricesByTld(data)),
    plans: changed(plans, ({ data }) => data),
    isServerIdTaken: changed(servers, ({ items }) => (serverId: string) => items.has(serverId) || deps.isServerIdKnown(account.baseUrl, serverId)),
    availability: (name) => availability.get(name) ?? null,
  }
  await inSlices(asked, slice, (part) => {
    for (const line of part) line.row = { ...line.row, ...priceItem(line.row.item, facts) }
  })
  tell(asked.length - acquired.length)
  if (domains && !(domains instanceof AppError)) {
    // What was read on the way: the table of domains then shows the same dates as the quote.
    const read = asked.flatMap(({ row }) => domains.items.get(targetOf(row.item)) ?? [])
    await inventory.writeDomainList(accountId, read, domains.readAt, null)
  }
}

/** What can be said without a call. */
function lookAt({ api, journal }: AccountQuoteDeps, { id, baseUrl, isPaused, isReadOnly }: QuotedAccount, line: Line, replaces: ReadonlySet<string>): void {
  const { item } = line.row
  const refuse = (problem: QuoteRow['problem']): void => {
    if (problem && line.row.problem === null) line.row = { ...line.row, problem }
  }
  if (isPaused) refuse(problemOf('paused'))
  if (isReadOnly) refuse(problemOf('read_only'))
  refuse(formProblem(item))
  const open = journal.openFor(baseUrl, targetOf(item))
  if (open && replaces.has(open.id) && open.state === 'planned' && mayPriceAgain(open)) line.replaces = open.id
  else if (open) refuse(problemOf('open_intent', null, open.id))
  const { keys, refusals } = api.usableKeys(id, paidEndpoints[item.kind], item.kind === 'order' ? {} : { domain_name: item.name })
  line.keyId = keys[0]?.id ?? null
  if (line.keyId === null) refuse(problemOf(refusals.every(({ reason }) => isOfState(reason)) ? 'keys_refused' : 'no_key', noKeyError(refusals)))
  if (item.kind === 'transfer' && line.ticket === null) refuse(problemOf('auth_code_missing'))
}

async function readAvailability(
  checks: Checks,
  accountId: string,
  items: readonly OrderItem[],
  { quoteId, signal, isRecentEnough }: { quoteId: string; signal: AbortSignal; isRecentEnough: boolean },
  tell: (done: number) => void,
): Promise<ReadonlyMap<string, Reading<Checked['data']>>> {
  const known = new Map<string, Reading<Checked['data']>>()
  const questions = new Map(items.map((item) => [targetOf(item), JSON.stringify(item)]))
  for (const [name, question] of questions) {
    const recent = isRecentEnough ? checks.recent(accountId, name, question) : null
    if (recent) known.set(name, recent)
  }
  tell(known.size)
  await checks.ask(accountId, [...questions.keys()].filter((name) => !known.has(name)), {
    workId: quoteId,
    signal,
    tell: (name, checked) => {
      known.set(name, checked)
      tell(1)
    },
  })
  for (const [name, question] of questions) checks.answered(accountId, name, question)
  return known
}

/** The answer, or why there is none. Throws cancelled, and what is no error of ours. */
async function reading<T>(answer: Promise<T>): Promise<T | AppError> {
  try {
    return await answer
  } catch (error) {
    if (!isAppError(error) || error.kind === 'cancelled') throw error
    return error
  }
}

function changed<T extends { readAt: number }, U>(read: T | AppError | null, change: (answer: T) => U): Reading<U> | null {
  if (read === null || read instanceof AppError) return read
  return { data: change(read), readAt: read.readAt }
}
