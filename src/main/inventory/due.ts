import { dayMs } from '#shared/api/limits.ts'
import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { givenFacets } from '#shared/domain-facets.ts'
import type { DomainFacet } from '#shared/ipc/inventory.ts'
import { japanDate } from '#shared/japan-time.ts'
import type { Database } from '../store/database.ts'
import { readableJson, serverFacets, type ServerFacet } from './facets.ts'
import { breathe } from '../pace/slices.ts'

export type Detail = { thing: 'domain'; name: string; facet: DomainFacet } | { thing: 'server'; name: string; facet: ServerFacet }

export interface DueOptions {
  now: number
  /** What was read or refused since then is not asked again: the start of the run. */
  startedAt: number
  /** Whether a key of the account may read this part of this thing. */
  mayRead(detail: Detail): boolean
  /** Called for each detail that could not be read since `startedAt`, and is therefore not due again. */
  onFailed?: () => void
}

const freshMs = dayMs
const refusedMs = 7 * dayMs
const pendingFreshMs = dayMs / 24
const expirySoonMs = 60 * dayMs
/** Answers that will be the same tomorrow: not asked again for a week. */
const lasting: readonly string[] = [
  'WHOIS_NOT_EDITABLE', 'UNSUPPORTED_TLD_FOR_API', 'FORBIDDEN', 'METHOD_NOT_ALLOWED', 'NOT_FOUND', 'DOMAIN_NOT_FOUND',
] satisfies ProviderErrorCode[]
/** Whether the service will give the same answer tomorrow: it is not asked again for a week. */
export function isLastingRefusal(code: string | null): boolean {
  return code !== null && lasting.includes(code)
}

/** Of the key or the address, not of the thing: over as soon as a key was added or checked again. */
const ofTheKey: ProviderErrorCode = 'FORBIDDEN'
const notActive: ProviderErrorCode = 'DOMAIN_NOT_ACTIVE'
/** Whether the service says that the thing has no such part: an answer, no failure. */
export function isAbsence(code: string | null): boolean {
  return code === notActive || (code !== ofTheKey && isLastingRefusal(code))
}

/** Procedures that are not finished: their state is what a person waits for. */
const pendingStatuses: readonly string[] = ['pending_create', 'transferring', 'transfer_action_required']

/** Of what was never read, in this order after pending states and expiries; then everything else, the stalest first. */
const firstReads: readonly DomainFacet[] = ['zone', 'nameservers', 'whois', 'lock', 'detail']

interface DomainState {
  name: string
  status: string
  expiry_date: string | null
}

interface FacetState {
  name: string
  facet: string
  read_at: number | null
  error_at: number | null
  code: string | null
  /** Of a detail: what it said, to see that the list has moved on. */
  status: string | null
  expiry_date: string | null
  /** Whether it said anything of an expiry. */
  has_expiry: number
}

/**
 * The details of an account that are due, the most wanted first; none of what is gone. Read in slices; sorting is by buckets, because a quarter of a million entries would block.
 */
export async function dueDetails(database: Database, accountId: string, options: DueOptions): Promise<Detail[]> {
  const lanes = createLanes(options, keysCheckedAt(database, accountId))
  for (let after = ''; ; ) {
    const domains = database.all<DomainState>(
      `select name, status, expiry_date from domain where account_id = ? and name > ? and gone_since is null order by name limit ${atOnce}`,
      accountId,
      after,
    )
    const last = domains.at(-1)
    if (!last) break
    const facets = facetStates(database, accountId, 'domain', after, last.name)
    for (const domain of domains) addDomain(lanes, domain, facets, options)
    after = last.name
    await breathe()
  }
  const servers = database.all<{ name: string }>(`select name from server where account_id = ? and gone_since is null and status is not 'setup_pending' order by name`, accountId)
  const facets = facetStates(database, accountId, 'server', '', '\u{10ffff}')
  for (const { name } of servers) for (const facet of serverFacets) lanes.add({ thing: 'server', name, facet }, facets.get(`${name} ${facet}`), firstReads.length + 2)
  return lanes.inOrder()
}

const atOnce = 200

function facetStates(database: Database, accountId: string, thing: string, after: string, last: string): Map<string, FacetState> {
  const rows = database.all<FacetState>(
    `select name, facet, case when data is null or json_valid(data) then read_at end as read_at, error_at,
       json_extract(${readableJson('error')}, '$.code') as code,
       case facet when 'detail' then json_extract(${readableJson('data')}, '$.status') end as status,
       case facet when 'detail' then json_extract(${readableJson('data')}, '$.expiry_date') end as expiry_date,
       case facet when 'detail' then json_type(${readableJson('data')}, '$.expiry_date') is not null else 0 end as has_expiry
     from facet where account_id = ? and thing = ? and name > ? and name <= ?`,
    accountId,
    thing,
    after,
    last,
  )
  return new Map(rows.map((row) => [`${row.name} ${row.facet}`, row]))
}

function addDomain(lanes: Lanes, domain: DomainState, facets: Map<string, FacetState>, { now }: DueOptions): void {
  const isPending = pendingStatuses.includes(domain.status)
  const expiresSoon = domain.expiry_date !== null && domain.expiry_date <= japanDate(now + expirySoonMs)
  for (const facet of givenFacets(domain.status)) {
    const state = facets.get(`${domain.name} ${facet}`)
    const detail: Detail = { thing: 'domain', name: domain.name, facet }
    if (facet !== 'detail') lanes.add(detail, state, firstReads.indexOf(facet) + 2)
    else if (isPending) lanes.add(detail, state, 0, pendingFreshMs)
    else {
      const moved = hasMoved(domain, state)
      lanes.add(detail, state, expiresSoon ? 1 : firstReads.indexOf(facet) + 2, moved ? 0 : freshMs, expiresSoon || moved)
    }
  }
}

/** The list shows something else than the detail did. */
function hasMoved(domain: DomainState, state: FacetState | undefined): boolean {
  if (state === undefined || state.read_at === null) return false
  return state.status !== domain.status || (state.has_expiry === 1 && state.expiry_date !== domain.expiry_date)
}

interface Lanes {
  /** Takes the detail if it is due; with `freshForMs` 0, always. `rank` is its place when it was never read, or always if `isUrgent`. */
  add(detail: Detail, state: FacetState | undefined, rank: number, freshForMs?: number, isUrgent?: boolean): void
  inOrder(): Detail[]
}

const hourMs = dayMs / 24

function createLanes({ now, startedAt, mayRead, onFailed }: DueOptions, keysAt: number): Lanes {
  const ranks: Detail[][] = []
  const byAge = new Map<number, Detail[]>()
  return {
    add(detail, state, rank, freshForMs = freshMs, isUrgent = rank < 2) {
      if (!isDue(state, freshForMs, startedAt, now, keysAt)) {
        if (hasFailed(state, startedAt, keysAt) && !isAbsence(state?.code ?? null)) onFailed?.()
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
    inOrder() {
      const stale = [...byAge.entries()].sort(([one], [other]) => one - other).map(([, details]) => details)
      return [...ranks.filter((details) => details !== undefined), ...stale].flat()
    },
  }
}

/** When a key of the account was last added or looked at; 0 when there is none. */
function keysCheckedAt(database: Database, accountId: string): number {
  const row = database.get<{ at: number | null }>('select max(max(added_at, coalesce(checked_at, 0))) as at from api_key where account_id = ?', accountId)
  return row?.at ?? 0
}

/** Whether the newest try was at `since` or later and failed. What was refused to a key says nothing once a key was added or checked. */
function hasFailed(state: FacetState | undefined, since: number, keysAt: number): boolean {
  if (!state || state.error_at === null) return false
  return state.error_at >= since && !(state.code === ofTheKey && state.error_at <= keysAt)
}

function isDue(state: FacetState | undefined, freshForMs: number, startedAt: number, now: number, keysAt: number): boolean {
  if (!state) return true
  const { read_at: readAt, code } = state
  if (hasFailed(state, startedAt, keysAt)) return false
  if (hasFailed(state, now - refusedMs + 1, keysAt) && isLastingRefusal(code)) return false
  return readAt === null || freshForMs === 0 || (readAt < startedAt && readAt <= now - freshForMs)
}
