import {
  listAvailableDomainDetailKinds,
  serverDetailKinds,
  serverStatusWithoutDetails,
  type DetailRef,
} from '#shared/domain-and-server-detail-kinds.ts'
import { dayMs } from '#shared/durations.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { pendingDomainStatuses } from '#shared/pending-statuses.ts'
import type { Database } from '#main/store/database.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import type { LastFailedDetailRead } from './detail-read-refusal-rules.ts'
import type { ResourceKind } from './detail-store.ts'
import type { ObservedDetailChanges } from './estimate-detail-change-rate.ts'
import {
  detailChangeRateWindowMs,
  queryDetailChangeHistory,
  type DetailChangeHistory,
} from './query-change-history-of-detail.ts'
import type { DetailReadFactors } from './rank-detail-read.ts'

/** A detail that the service has of a listed domain or server, and the stored facts by which its reading is ranked. */
export interface DetailToRank {
  detail: DetailRef
  attempt: LastFailedDetailRead
  observed: ObservedDetailChanges
  factors: Omit<DetailReadFactors, 'changeRate' | 'isOnScreen'>
}

const expirySoonMs = 60 * dayMs
const pendingStatuses: readonly string[] = pendingDomainStatuses
/** Domains per chunk, which takes less than 16 ms. */
const domainsPerChunk = 100

interface ListedDomainRow {
  name: string
  status: string
  expiry_date: string | null
}

interface StoredDetailRow {
  name: string
  part: string
  read_at: number | null
  error_at: number | null
  error_kind: ErrorKind | null
  code: string | null
  /** The stored status of the detail `detail`, to compare with the list. Null for other details. */
  status: string | null
  /** The stored expiry date of the detail `detail`. */
  expiry_date: string | null
  /** Whether the answer contained an expiry date. */
  has_expiry: number
}

/**
 * Returns all details of each listed domain and server of an account, in chunks; the domains first, by name. Each chunk
 * takes less than a frame, so that a caller in the main process can yield between them.
 */
export function* queryDetailsToRank(database: Database, accountId: string, now: number): Generator<DetailToRank[][]> {
  const addedAt = database.get<{ at: number }>('select added_at as at from account where id = ?', accountId)?.at ?? now
  const observedFrom = Math.max(addedAt, now - detailChangeRateWindowMs)
  const clockLeadMs = queryServiceClockLeadOfAccountMs(database, accountId)
  const changeHistoryFinderOf = (resourceKind: ResourceKind, names: string[]) =>
    queryDetailChangeHistory(database, { accountId, resourceKind, names, observedFrom, clockLeadMs })
  for (let after = ''; ;) {
    const domains = database.all<ListedDomainRow>(
      `select name, status, expiry_date from domain where account_id = ? and name > ? and gone_since is null order by name limit ${domainsPerChunk}`,
      accountId,
      after,
    )
    const last = domains.at(-1)
    if (!last) break
    const states = queryDetailStates(database, accountId, 'domain', after, last.name)
    const findChangeHistory = changeHistoryFinderOf(
      'domain',
      domains.map(({ name }) => name),
    )
    yield domains.map((domain) =>
      listAvailableDomainDetailKinds(domain.status).map((detailKind) => {
        const state = states.get(`${domain.name} ${detailKind}`)
        return toScannedDetail(
          { resourceKind: 'domain', name: domain.name, detailKind },
          state,
          findChangeHistory(domain.name, detailKind),
          observedFrom,
          detailKind === 'detail' ? contractFacts(domain, state, now) : noContractFacts,
        )
      }),
    )
    after = last.name
  }
  const servers = database
    .all<{ name: string }>(
      `select name from server where account_id = ? and gone_since is null and status is not ? order by name`,
      accountId,
      serverStatusWithoutDetails,
    )
    .map(({ name }) => name)
  const states = queryDetailStates(database, accountId, 'server', '', '\u{10ffff}')
  const findChangeHistory = changeHistoryFinderOf('server', servers)
  yield servers.map((name) =>
    serverDetailKinds.map((detailKind) =>
      toScannedDetail(
        { resourceKind: 'server', name, detailKind },
        states.get(`${name} ${detailKind}`),
        findChangeHistory(name, detailKind),
        observedFrom,
        noContractFacts,
      ),
    ),
  )
}

function toScannedDetail(
  detail: DetailRef,
  state: StoredDetailRow | undefined,
  { changes, unannounced, changedByUsAt, writtenByKeyAt }: DetailChangeHistory,
  observedFrom: number,
  contract: ContractFacts,
): DetailToRank {
  const readAt = state?.read_at ?? null
  return {
    detail,
    attempt: { errorAt: state?.error_at ?? null, errorKind: state?.error_kind ?? null, code: state?.code ?? null },
    observed: { changes, unannounced, observedMs: Math.max(0, (readAt ?? observedFrom) - observedFrom) },
    factors: { readAt, changedByUsAt, writtenByKeyAt, ...contract },
  }
}

type ContractFacts = Pick<DetailReadFactors, 'differsFromList' | 'isPending' | 'expiresSoon'>
const noContractFacts: ContractFacts = { differsFromList: false, isPending: false, expiresSoon: false }

/** Only the detail `detail` shows the progress of a procedure, the status and the expiry date. */
function contractFacts(domain: ListedDomainRow, state: StoredDetailRow | undefined, now: number): ContractFacts {
  const isPending = pendingStatuses.includes(domain.status)
  return {
    isPending,
    differsFromList: !isPending && differsFromList(domain, state),
    expiresSoon: domain.expiry_date !== null && domain.expiry_date <= formatJapanDate(now + expirySoonMs),
  }
}

/** Returns whether the list shows a newer status or expiry date than the detail. */
function differsFromList(domain: ListedDomainRow, state: StoredDetailRow | undefined): boolean {
  if (state === undefined || state.read_at === null) return false
  return state.status !== domain.status || (state.has_expiry === 1 && state.expiry_date !== domain.expiry_date)
}

function queryDetailStates(
  database: Database,
  accountId: string,
  resourceKind: string,
  after: string,
  last: string,
): Map<string, StoredDetailRow> {
  const rows = database.all<StoredDetailRow>(
    `select name, facet as part, case when data is null or json_valid(data) then read_at end as read_at, error_at,
       json_extract(${validJsonOrNullSql('error')}, '$.kind') as error_kind,
       json_extract(${validJsonOrNullSql('error')}, '$.code') as code,
       case facet when 'detail' then json_extract(${validJsonOrNullSql('data')}, '$.status') end as status,
       case facet when 'detail' then json_extract(${validJsonOrNullSql('data')}, '$.expiry_date') end as expiry_date,
       case facet when 'detail' then json_type(${validJsonOrNullSql('data')}, '$.expiry_date') is not null else 0 end as has_expiry
     from facet where account_id = ? and thing = ? and name > ? and name <= ?`,
    accountId,
    resourceKind,
    after,
    last,
  )
  return new Map(rows.map((row) => [`${row.name} ${row.part}`, row]))
}

/**
 * Returns the service's clock minus the clock of this computer, by the newest check of the account's logs for writes.
 */
function queryServiceClockLeadOfAccountMs(database: Database, accountId: string): number {
  const row = database.get<{ clockLeadMs: number }>(
    `select c.clock_offset_ms as clockLeadMs from key_write_check c join api_key k on k.id = c.key_id
     where k.account_id = ? order by c.checked_at desc limit 1`,
    accountId,
  )
  return row?.clockLeadMs ?? 0
}

/** Returns when a key of the account was last added or checked; 0 without keys. */
export function queryLatestKeyCheckTime(database: Database, accountId: string): number {
  const row = database.get<{ at: number | null }>(
    'select max(max(added_at, coalesce(checked_at, 0))) as at from api_key where account_id = ?',
    accountId,
  )
  return row?.at ?? 0
}
