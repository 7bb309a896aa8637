import { findAccountCallObstacle } from '#shared/find-account-call-obstacle.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import { isAppError, AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { quoteProblemByAccountObstacle, type QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { paidEndpointByOrderKind } from '#shared/paid-endpoint-by-order-kind.ts'
import { createTldPriceLookup } from '#shared/tld-price-lookup.ts'
import { throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import { createNoUsableKeyError } from '#main/api/find-reason-key-is-unusable.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type {
  CheckedDomainAvailability,
  DomainAvailabilityChecker,
} from '#main/orders/availability-and-prices/domain-availability-checker.ts'
import { getOpenOrderProblem } from '#main/orders/get-open-order-problem.ts'
import { getOrderItemTarget } from '#shared/ipc/order-items.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import { mayOrderBeQuotedAgain } from '#main/orders/sending/refused-order-predicates.ts'
import type { PriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import { fetchOwnedDomains, fetchOwnedServers } from './fetch-owned-resources.ts'
import {
  findUnsupportedTldProblem,
  priceOrderItem,
  createQuoteProblem,
  type FetchedPricingData,
  type FetchedDataOrError,
} from './price-order-item.ts'

/** A row that is being priced, with the data that its intent will need. */
export interface QuoteRowWithIntentData {
  row: QuoteRow
  /**
   * The key that will send the request: first the usable key with the fewest rights; after a dry run, the key with
   * which the dry run succeeded. Null: no usable key.
   */
  keyId: string | null
  /** Id of the typed auth code. */
  authCodeId: string | null
  /** Id of the held intent that this order replaces. */
  replaces: string | null
}

export interface AccountForPricing {
  id: string
  label: string
  baseUrl: string
  isPaused: boolean
  isReadOnly: boolean
  keys: readonly Key[]
}

export interface FetchAndPriceQuoteRowsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  inventory: Pick<InventoryStore, 'storeListedDomains'>
  journal: Pick<Journal, 'findOpenFor'>
  priceLists: PriceAndHostingPlanLists
  domainAvailabilityChecker: DomainAvailabilityChecker
  clock: Pick<Clock, 'now'>
  /** Whether a stored list shows the server id. */
  isServerIdKnown: (baseUrl: string, serverId: string) => boolean
}

const entriesPerChunk = 100

/**
 * Prices the rows of one account. Checks without calls come first. Then the needed lists and prices are read once for
 * all rows. A reading error is written into the rows that need the data. Throws `cancelled`.
 */
export async function fetchAndPriceQuoteRows(
  deps: FetchAndPriceQuoteRowsDeps,
  account: AccountForPricing,
  entries: readonly QuoteRowWithIntentData[],
  {
    quoteId,
    replaces,
    signal,
    onProgress,
  }: { quoteId: string; replaces: ReadonlySet<string>; signal: AbortSignal; onProgress: (done: number) => void },
): Promise<void> {
  const { api, inventory, priceLists, domainAvailabilityChecker } = deps
  const accountId = account.id
  await forEachChunk(entries, entriesPerChunk, (part) => {
    for (const entry of part) checkWithoutCalls(deps, account, entry, replaces)
  })
  const entriesToPrice = entries.filter(({ row }) => row.problem === null)
  onProgress(entries.length - entriesToPrice.length)
  const has = (...kinds: OrderItem['kind'][]): boolean =>
    entriesToPrice.some(({ row }) => kinds.includes(row.item.kind))
  const skip = Promise.resolve(null)
  const itemsToAcquire = entriesToPrice.flatMap(({ row: { item } }) => (item.kind === 'acquire' ? [item] : []))
  const requestedAt = deps.clock.now()
  const [fetchedDomains, prices, plans, servers, availability] = await Promise.all([
    has('renew', 'acquire', 'transfer') ? resultOrError(fetchOwnedDomains({ api, accountId, signal })) : skip,
    has('renew', 'transfer') ? resultOrError(priceLists.fetchPrices(accountId, signal)) : skip,
    has('order') ? resultOrError(priceLists.fetchPlans(accountId, signal)) : skip,
    has('order') ? resultOrError(fetchOwnedServers({ api, accountId, signal })) : skip,
    fetchAvailability(
      domainAvailabilityChecker,
      accountId,
      itemsToAcquire,
      { quoteId, signal, isRecentEnough: itemsToAcquire.length > 1 },
      onProgress,
    ),
  ])
  throwIfCancelled(signal)
  // A renewal that the service executed after the request may be missing in the list.
  const domains =
    fetchedDomains === null || fetchedDomains instanceof AppError
      ? fetchedDomains
      : { ...fetchedDomains, readAt: requestedAt }
  const fetched: FetchedPricingData = {
    domains: mapResult(domains, ({ items }) => items),
    price: mapResult(prices, ({ data }) => createTldPriceLookup(data)),
    plans: mapResult(plans, ({ data }) => data),
    isServerIdTaken: mapResult(
      servers,
      ({ items }) =>
        (serverId: string) =>
          items.has(serverId) || deps.isServerIdKnown(account.baseUrl, serverId),
    ),
    availability: (name) => availability.get(name) ?? null,
  }
  await forEachChunk(entriesToPrice, entriesPerChunk, (part) => {
    for (const entry of part) entry.row = { ...entry.row, ...priceOrderItem(entry.row.item, fetched) }
  })
  // A name that is in the basket twice was looked up once.
  onProgress(entriesToPrice.length - new Set(itemsToAcquire.map(getOrderItemTarget)).size)
  if (domains && !(domains instanceof AppError)) {
    // Stores what was read, so that the domain table shows the same dates as the quote.
    const read = entriesToPrice.flatMap(({ row }) => domains.items.get(getOrderItemTarget(row.item)) ?? [])
    await inventory.storeListedDomains(accountId, read, requestedAt, null)
  }
}

/** Checks a row without calls and writes a problem into it. */
function checkWithoutCalls(
  { api, journal }: FetchAndPriceQuoteRowsDeps,
  account: AccountForPricing,
  entry: QuoteRowWithIntentData,
  replaces: ReadonlySet<string>,
): void {
  const { item } = entry.row
  const { id, baseUrl } = account
  const endpoint = paidEndpointByOrderKind[item.kind]
  const input = item.kind === 'order' ? {} : { domain_name: item.name }
  const obstacle = findAccountCallObstacle(account, getEndpoint(endpoint), input)?.reason ?? null
  const refuse = (problem: QuoteRow['problem']): void => {
    if (problem && entry.row.problem === null) entry.row = { ...entry.row, problem }
  }
  if (obstacle === 'paused' || obstacle === 'read_only') refuse(createQuoteProblem(obstacle))
  refuse(findUnsupportedTldProblem(item))
  const open = journal.findOpenFor(baseUrl, getOrderItemTarget(item))
  if (open && replaces.has(open.id) && open.state === 'planned' && mayOrderBeQuotedAgain(open)) entry.replaces = open.id
  else if (open) refuse(createQuoteProblem(getOpenOrderProblem(open), null, open.id))
  const { keys, unusableKeys } = api.usableKeys(id, endpoint, input)
  entry.keyId = keys[0]?.id ?? null
  if (entry.keyId === null)
    refuse(
      createQuoteProblem(
        quoteProblemByAccountObstacle[obstacle ?? 'keys_refused'],
        createNoUsableKeyError(id, unusableKeys),
      ),
    )
  if (item.kind === 'transfer' && entry.authCodeId === null) refuse(createQuoteProblem('auth_code_missing'))
}

async function fetchAvailability(
  domainAvailabilityChecker: DomainAvailabilityChecker,
  accountId: string,
  items: readonly OrderItem[],
  { quoteId, signal, isRecentEnough }: { quoteId: string; signal: AbortSignal; isRecentEnough: boolean },
  onProgress: (done: number) => void,
): Promise<ReadonlyMap<string, FetchedDataOrError<CheckedDomainAvailability['data']>>> {
  const known = new Map<string, FetchedDataOrError<CheckedDomainAvailability['data']>>()
  const questions = new Map(items.map((item) => [getOrderItemTarget(item), JSON.stringify(item)]))
  for (const [name, question] of questions) {
    const recent = isRecentEnough ? domainAvailabilityChecker.getRecent(accountId, name, question) : null
    if (recent) known.set(name, recent)
  }
  onProgress(known.size)
  await domainAvailabilityChecker.checkAll(
    accountId,
    [...questions.keys()].filter((name) => !known.has(name)),
    {
      batchId: quoteId,
      signal,
      onResult: (name, checked) => {
        known.set(name, checked)
        onProgress(1)
      },
    },
  )
  for (const [name, question] of questions) domainAvailabilityChecker.markAnswered(accountId, name, question)
  return known
}

/** Returns the answer or its error. Throws `cancelled`, and errors other than AppError. */
async function resultOrError<T>(answer: Promise<T>): Promise<T | AppError> {
  try {
    return await answer
  } catch (error) {
    if (!isAppError(error) || error.kind === 'cancelled') throw error
    return error
  }
}

function mapResult<T extends { readAt: number }, U>(
  read: T | AppError | null,
  change: (answer: T) => U,
): FetchedDataOrError<U> | null {
  if (read === null || read instanceof AppError) return read
  return { data: change(read), readAt: read.readAt }
}
