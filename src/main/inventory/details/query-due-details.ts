import { dayMs, hourMs } from '#shared/durations.ts'
import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import {
  availableDomainDetailKinds,
  firstReadRank,
  serverDetailKinds,
  serverStatusWithoutDetails,
  type DetailRef,
} from '#shared/detail-kinds.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { Database } from '#main/store/database.ts'
import { validJsonOrNull } from '#main/store/parse-stored-json.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'

export interface DueDetailsOptions {
  now: number
  /** Start of the run. A detail that was read or refused since then is not due. */
  syncStartedAt: number
  /** Whether a key of the account may read this detail. */
  mayRead(detail: DetailRef): boolean
  /** Called for each detail that failed since `syncStartedAt` and is therefore not due. */
  onFailed?: () => void
}

const detailFreshMs = dayMs
const refusalFreshMs = 7 * dayMs
const pendingFreshMs = hourMs
const expirySoonMs = 60 * dayMs
/** The service will give the same answer tomorrow, so these details are requested again after a week. */
const lastingRefusalCodes: readonly string[] = [
  'WHOIS_NOT_EDITABLE',
  'UNSUPPORTED_TLD_FOR_API',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'DOMAIN_NOT_FOUND',
] satisfies ServiceErrorCode[]
/** Whether the code is one of `lastingRefusalCodes`. */
export function isLastingRefusalCode(code: string | null): boolean {
  return code !== null && lastingRefusalCodes.includes(code)
}

/** A refusal of the key or the IP address, not of the resource. It is void as soon as a key was added or checked again. */
const keyRefusalCode: ServiceErrorCode = 'FORBIDDEN'
const domainNotActiveCode: ServiceErrorCode = 'DOMAIN_NOT_ACTIVE'
const domainNotFoundCode: ServiceErrorCode = 'DOMAIN_NOT_FOUND'
/**
 * Whether the service says that the resource has no such detail. That is an answer, not a failure. `DOMAIN_NOT_FOUND`
 * says so of a zone that the service does not manage; for another detail, the domain itself is gone.
 */
export function isDetailAbsentCode({ detailKind }: Pick<DetailRef, 'detailKind'>, code: string | null): boolean {
  if (code === domainNotFoundCode && detailKind !== 'zone') return false
  return code === domainNotActiveCode || (code !== keyRefusalCode && isLastingRefusalCode(code))
}

/** Statuses of an unfinished procedure, whose progress the user waits for. */
const pendingStatuses: readonly string[] = ['pending_create', 'transferring', 'transfer_action_required']

/** Ranks of details that are more urgent than any first reading. All other details follow, the oldest reading first. */
const pendingRank = 0
const expirySoonRank = 1
const lowestFirstReadRank = 2

interface DomainState {
  name: string
  status: string
  expiry_date: string | null
}

interface DetailState {
  name: string
  part: string
  read_at: number | null
  error_at: number | null
  code: string | null
  /** The stored status of the detail `detail`, to compare with the list. Null for other details. */
  status: string | null
  /** The stored expiry date of the detail `detail`. */
  expiry_date: string | null
  /** Whether the answer contained an expiry date. */
  has_expiry: number
}

/**
 * The due details of an account, the most urgent first; gone resources are left out. Read in chunks. Sorted by buckets, because
 * sorting 250,000 entries would block the event loop.
 */
export async function queryDueDetails(
  database: Database,
  accountId: string,
  options: DueDetailsOptions,
): Promise<DetailRef[]> {
  const dueQueue = createDueQueue(options, getKeysCheckedAt(database, accountId))
  for (let after = ''; ;) {
    const domains = database.all<DomainState>(
      `select name, status, expiry_date from domain where account_id = ? and name > ? and gone_since is null order by name limit ${domainsPerChunk}`,
      accountId,
      after,
    )
    const last = domains.at(-1)
    if (!last) break
    const detailStates = queryDetailStates(database, accountId, 'domain', after, last.name)
    for (const domain of domains) addDomain(dueQueue, domain, detailStates, options)
    after = last.name
    await yieldToEventLoop()
  }
  const servers = database.all<{ name: string }>(
    `select name from server where account_id = ? and gone_since is null and status is not ? order by name`,
    accountId,
    serverStatusWithoutDetails,
  )
  const detailStates = queryDetailStates(database, accountId, 'server', '', '\u{10ffff}')
  for (const { name } of servers)
    for (const detailKind of serverDetailKinds)
      dueQueue.add({ resourceKind: 'server', name, detailKind }, detailStates.get(`${name} ${detailKind}`))
  return dueQueue.toSorted()
}

const domainsPerChunk = 200

function queryDetailStates(
  database: Database,
  accountId: string,
  resourceKind: string,
  after: string,
  last: string,
): Map<string, DetailState> {
  const rows = database.all<DetailState>(
    `select name, facet as part, case when data is null or json_valid(data) then read_at end as read_at, error_at,
       json_extract(${validJsonOrNull('error')}, '$.code') as code,
       case facet when 'detail' then json_extract(${validJsonOrNull('data')}, '$.status') end as status,
       case facet when 'detail' then json_extract(${validJsonOrNull('data')}, '$.expiry_date') end as expiry_date,
       case facet when 'detail' then json_type(${validJsonOrNull('data')}, '$.expiry_date') is not null else 0 end as has_expiry
     from facet where account_id = ? and thing = ? and name > ? and name <= ?`,
    accountId,
    resourceKind,
    after,
    last,
  )
  return new Map(rows.map((row) => [`${row.name} ${row.part}`, row]))
}

function addDomain(
  dueQueue: DueQueue,
  domain: DomainState,
  detailStates: Map<string, DetailState>,
  { now }: DueDetailsOptions,
): void {
  const isPending = pendingStatuses.includes(domain.status)
  const expiresSoon = domain.expiry_date !== null && domain.expiry_date <= formatJapanDate(now + expirySoonMs)
  for (const detailKind of availableDomainDetailKinds(domain.status)) {
    const state = detailStates.get(`${domain.name} ${detailKind}`)
    const detail: DetailRef = { resourceKind: 'domain', name: domain.name, detailKind }
    if (detailKind !== 'detail') dueQueue.add(detail, state)
    else if (isPending) dueQueue.add(detail, state, { rank: pendingRank, freshForMs: pendingFreshMs, isUrgent: true })
    else {
      const isChangedInList = differsFromList(domain, state)
      dueQueue.add(detail, state, {
        ...(expiresSoon && { rank: expirySoonRank }),
        freshForMs: isChangedInList ? 0 : detailFreshMs,
        isUrgent: expiresSoon || isChangedInList,
      })
    }
  }
}

/** Whether the list shows a newer status or expiry date than the detail. */
function differsFromList(domain: DomainState, state: DetailState | undefined): boolean {
  if (state === undefined || state.read_at === null) return false
  return state.status !== domain.status || (state.has_expiry === 1 && state.expiry_date !== domain.expiry_date)
}

interface Urgency {
  rank: number
  freshForMs: number
  isUrgent: boolean
}

interface DueQueue {
  /**
   * Adds the detail if it is due. `freshForMs`: the age from which it is due; 0: always. `rank`: its place in the queue if
   * it was never read; with `isUrgent`, in any case. The default is the rank of its kind.
   */
  add(detail: DetailRef, state: DetailState | undefined, urgency?: Partial<Urgency>): void
  toSorted(): DetailRef[]
}

function createDueQueue({ now, syncStartedAt, mayRead, onFailed }: DueDetailsOptions, keysCheckedAt: number): DueQueue {
  const ranks: DetailRef[][] = []
  const byAge = new Map<number, DetailRef[]>()
  return {
    add(
      detail,
      state,
      { rank = lowestFirstReadRank + firstReadRank(detail), freshForMs = detailFreshMs, isUrgent = false } = {},
    ) {
      if (!isDue(state, freshForMs, syncStartedAt, now, keysCheckedAt)) {
        if (hasFailed(state, syncStartedAt, keysCheckedAt) && !isDetailAbsentCode(detail, state?.code ?? null))
          onFailed?.()
        return
      }
      if (!mayRead(detail)) return
      const readAt = state?.read_at ?? null
      if (readAt === null || isUrgent) (ranks[rank] ??= []).push(detail)
      else {
        const hour = Math.floor(readAt / hourMs)
        const bucket = byAge.get(hour)
        if (bucket) bucket.push(detail)
        else byAge.set(hour, [detail])
      }
    },
    toSorted() {
      const stale = [...byAge.entries()].sort(([one], [other]) => one - other).map(([, details]) => details)
      return [...ranks.filter((details) => details !== undefined), ...stale].flat()
    },
  }
}

/** When a key of the account was last added or checked; 0 without keys. */
function getKeysCheckedAt(database: Database, accountId: string): number {
  const row = database.get<{ at: number | null }>(
    'select max(max(added_at, coalesce(checked_at, 0))) as at from api_key where account_id = ?',
    accountId,
  )
  return row?.at ?? 0
}

/** Whether the newest attempt was at `since` or later and failed. A refusal of a key is void once a key was added or checked. */
function hasFailed(state: DetailState | undefined, since: number, keysCheckedAt: number): boolean {
  if (!state || state.error_at === null) return false
  return state.error_at >= since && !(state.code === keyRefusalCode && state.error_at <= keysCheckedAt)
}

function isDue(
  state: DetailState | undefined,
  freshForMs: number,
  syncStartedAt: number,
  now: number,
  keysCheckedAt: number,
): boolean {
  if (!state) return true
  const { read_at: readAt, code } = state
  if (hasFailed(state, syncStartedAt, keysCheckedAt)) return false
  if (hasFailed(state, now - refusalFreshMs + 1, keysCheckedAt) && isLastingRefusalCode(code)) return false
  return readAt === null || freshForMs === 0 || (readAt < syncStartedAt && readAt <= now - freshForMs)
}
