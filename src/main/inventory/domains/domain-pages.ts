import type { KeptPageOf } from '#shared/ipc/common-schemas.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { createKeptLists } from './kept-lists.ts'
import { queryDomainIds, queryDomainRows, type DomainQuery } from './query-domains.ts'

export interface DomainPageQuery extends DomainQuery {
  offset: number
  limit: number
  /** The list of an earlier page. */
  listId?: number | null
}

/**
 * Returns a function that reads a page of domains. All pages of a list are slices of one answer: while a sync changes rows,
 * no row moves from one page to another. A row that was deleted since is missing.
 */
export function createDomainPages(database: Database, clock: Clock): (query: DomainPageQuery) => KeptPageOf<DomainRow> {
  const lists = createKeptLists()

  return ({ offset, limit, listId = null, ...query }) => {
    const queryKey = JSON.stringify(query)
    const list = lists.get(listId, queryKey) ?? lists.add(queryKey, queryDomainIds(database, query, clock.now()))
    return {
      rows: queryDomainRows(database, list.rowIds.slice(offset, offset + limit), query.filter.text),
      total: list.rowIds.length,
      offset,
      listId: list.id,
    }
  }
}
