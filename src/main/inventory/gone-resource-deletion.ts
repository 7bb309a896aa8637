import { AppError } from '#shared/app-error.ts'
import type {
  ForgetGoneResourcesPreview,
  ForgetGoneResourcesResult,
} from '#shared/ipc/forget-gone-resources-schemas.ts'
import { goneStatus, type GoneResourceSelection } from '#shared/ipc/inventory.ts'
import { deleteAnnotation } from '#main/annotations/delete-or-reassign-annotations.ts'
import type { Clock } from '#main/clock.ts'
import { forEachChunk, sortInChunks, splitIntoChunks, yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { mergeSearchIndexSegments } from '#main/inventory/search-index/merge-search-index-segments.ts'
import type { ResourceKind } from '#main/inventory/details/detail-store.ts'
import { queryMatchingServers } from '#main/inventory/servers/query-servers.ts'
import type { Database } from '#main/store/database.ts'
import type { InventoryQueriesForQueryThread } from './inventory-queries-for-query-thread.ts'

export interface GoneResourceDeletion {
  /** Counts what is stored of gone domains or servers, and remembers these domains or servers for `forget`. */
  preview(targets: GoneResourceSelection): Promise<ForgetGoneResourcesPreview>
  /** Deletes the previewed rows in chunks. Rows that were listed again since are kept. Throws `not_found`. */
  forget(forgetId: number): Promise<ForgetGoneResourcesResult>
}

interface GoneResourceDeletionDeps {
  database: Database
  queries: Pick<InventoryQueriesForQueryThread, 'domainIds'>
  clock: Pick<Clock, 'now'>
  /**
   * Called when rows of these accounts were deleted. `hasAnnotations`: tags, customers or notes were deleted with them.
   */
  onForgotten: (accountIds: ReadonlySet<string>, hasAnnotations: boolean) => void
}

interface GoneRow {
  accountId: string
  name: string
  goneSince: number
  /** The row ID of the domain in the search index; null for a server. */
  entry: number | null
}

const namesPerQuery = 250
const rowsPerTransaction = 10

/**
 * Deletes what is stored of domains and servers that their accounts do not list any more. Nothing here calls the
 * service.
 */
export function createGoneResourceDeletion({
  database,
  queries,
  clock,
  onForgotten,
}: GoneResourceDeletionDeps): GoneResourceDeletion {
  let previewed: { id: number; kind: ResourceKind; rows: readonly GoneRow[] } | null = null
  let lastId = 0

  return {
    async preview(targets) {
      const rows = await queryGoneRows(targets)
      // The search index is written once for a chunk only if its entries are deleted in order.
      const inOrder = await sortInChunks(rows, (one, other) => (one.entry ?? 0) - (other.entry ?? 0))
      previewed = { id: (lastId += 1), kind: targets.kind, rows: inOrder }
      const { id } = previewed
      const counts = { records: 0, details: 0, usageReadings: 0, annotations: 0, zoneDrafts: 0 }
      await forEachChunk(rows, namesPerQuery, (chunk) => {
        const counted = countStored(database, targets.kind, chunk)
        for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += counted[key]
      })
      const accountIds = [...new Set(rows.map(({ accountId }) => accountId))]
      return { forgetId: id, rows: rows.length, accountIds, ...counts }
    },
    async forget(forgetId) {
      if (previewed?.id !== forgetId)
        throw new AppError('not_found', 'What is to be forgotten was counted again in the meantime')
      const { kind, rows } = previewed
      previewed = null
      const accountIds = new Set<string>()
      let [forgotten, listedAgain, annotated] = [0, 0, 0]
      try {
        for (const chunk of splitIntoChunks(rows, rowsPerTransaction)) {
          database.transaction(() => {
            for (const row of chunk) {
              const deleted = forgetRow(database, kind, row)
              if (deleted === 'listedAgain') listedAgain += 1
              if (deleted === 'listedAgain' || deleted === null) continue
              forgotten += 1
              annotated += Number(deleted.hasAnnotation)
              accountIds.add(row.accountId)
            }
          })
          await yieldToEventLoop()
          if (kind === 'domain') mergeSearchIndexSegments(database)
          await yieldToEventLoop()
        }
      } finally {
        onForgotten(accountIds, annotated > 0)
      }
      return { forgotten, listedAgain }
    },
  }

  async function queryGoneRows(targets: GoneResourceSelection): Promise<GoneRow[]> {
    if (targets.names !== null) return queryNamedGoneRows(database, targets.kind, targets.names)
    const statuses = [goneStatus]
    if (targets.kind === 'server')
      return queryMatchingServers(
        database,
        { filter: { ...targets.filter, statuses }, sort: 'name', isDescending: false },
        clock.now(),
      ).map(({ accountId, name, goneSince }) => ({ accountId, name, goneSince: goneSince ?? 0, entry: null }))
    const ids = await queries.domainIds(
      { filter: { ...targets.filter, statuses }, sort: 'name', isDescending: false },
      clock.now(),
    )
    const rows: GoneRow[] = []
    await forEachChunk(ids, namesPerQuery, (chunk) => {
      rows.push(
        ...database.all<GoneRow>(
          `select d.account_id as "accountId", d.name, d.gone_since as "goneSince", d.entry from json_each(?) i
           cross join search_entry e on e.rowid = i.value
           cross join domain d on d.account_id = e.account_id and d.name = e.target where d.gone_since is not null`,
          JSON.stringify(chunk),
        ),
      )
    })
    return rows
  }
}

async function queryNamedGoneRows(
  database: Database,
  kind: ResourceKind,
  names: readonly { accountId: string; name: string }[],
): Promise<GoneRow[]> {
  const rows: GoneRow[] = []
  await forEachChunk(names, namesPerQuery, (chunk) => {
    rows.push(
      ...database.all<GoneRow>(
        `select r.account_id as "accountId", r.name, r.gone_since as "goneSince", ${kind === 'domain' ? 'r.entry' : 'null as entry'} from json_each(?) n
         cross join ${kind} r on r.account_id = n.value ->> 'accountId' and r.name = n.value ->> 'name'
         where r.gone_since is not null`,
        JSON.stringify(chunk),
      ),
    )
  })
  return rows
}

type StoredCounts = Pick<
  ForgetGoneResourcesPreview,
  'records' | 'details' | 'usageReadings' | 'annotations' | 'zoneDrafts'
>

function countStored(database: Database, kind: ResourceKind, rows: readonly GoneRow[]): StoredCounts {
  const names = JSON.stringify(rows)
  const count = (table: string, nameColumn: string, condition = 'true'): number =>
    database.get<{ n: number }>(
      `select count(*) as n from json_each(?) n
       cross join ${table} r on r.account_id = n.value ->> 'accountId' and r.${nameColumn} = n.value ->> 'name' and ${condition}`,
      names,
    )?.n ?? 0
  return {
    records: kind === 'domain' ? count('record', 'domain') : 0,
    details: count('facet', 'name', `r.thing = '${kind}' and r.facet <> 'zone' and r.data is not null`),
    usageReadings: kind === 'server' ? count('usage_reading', 'server') : 0,
    annotations: count('annotation', 'name', `r.kind = '${kind}'`),
    zoneDrafts: kind === 'domain' ? count('zone_draft', 'domain') : 0,
  }
}

/**
 * Deletes a row that is still gone since the same time. Null if it is not stored any more, or went again since. Call it
 * in a transaction.
 */
function forgetRow(
  database: Database,
  kind: ResourceKind,
  { accountId, name, goneSince }: GoneRow,
): { hasAnnotation: boolean } | 'listedAgain' | null {
  const target = [accountId, name] as const
  const stored = database.get<{ goneSince: number | null }>(
    `select gone_since as "goneSince" from ${kind} where account_id = ? and name = ?`,
    ...target,
  )
  if (stored?.goneSince === null) return 'listedAgain'
  if (stored?.goneSince !== goneSince) return null
  database.run(`delete from facet where account_id = ? and thing = '${kind}' and name = ?`, ...target)
  if (kind === 'server') database.run('delete from usage_reading where account_id = ? and server = ?', ...target)
  else {
    database.run(
      'delete from search_entry where rowid = (select entry from domain where account_id = ? and name = ?)',
      ...target,
    )
    database.run('delete from record where account_id = ? and domain = ?', ...target)
    database.run('delete from zone_draft where account_id = ? and domain = ?', ...target)
  }
  database.run(`delete from ${kind} where account_id = ? and name = ?`, ...target)
  const hasAnnotation =
    database.get('select 1 from annotation where account_id = ? and kind = ? and name = ?', accountId, kind, name) !==
    undefined
  if (hasAnnotation) deleteAnnotation(database, { kind, accountId, name })
  return { hasAnnotation }
}
