import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import type { StableListPage } from '#shared/ipc/common-schemas.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import type { BoundReadOnlyQueries } from '#main/store/bind-read-only-queries.ts'
import { createRowIdListCache, type CachedRowIdList } from './row-id-list-cache.ts'
import { findIndexWrappingAround } from './find-index-wrapping-around.ts'
import { queryDomainIdsByPrefix } from './query-domains-by-name-or-prefix.ts'
import { queryDomainRows, type DomainQuery, type queryDomainIds, type queryDomainIdsByName } from './query-domains.ts'

export interface DomainPageQuery extends DomainQuery {
  offset: number
  limit: number
  /** The list of an earlier page. */
  listId?: number | null
}

export interface WholeDomainListQuery extends DomainQuery {
  /** The list of an earlier page. */
  listId: number | null
  /** Only these domains, whether they match the filter or not. Null: all that match. */
  only: DomainRef[] | null
}

export interface StableDomainListPagesDeps {
  database: Database
  queries: BoundReadOnlyQueries<{ domainIds: typeof queryDomainIds; namedDomainIds: typeof queryDomainIdsByName }>
  clock: Pick<Clock, 'now'>
}

export interface StableDomainListPages {
  /**
   * Reads a page of domains. All pages of a list are slices of one answer: while a sync changes rows, no row moves from
   * one page to another. A row that was deleted since is missing.
   */
  page(query: DomainPageQuery): Promise<StableListPage<DomainRow>>
  /**
   * Returns the index of the next row whose name or decoded name begins with `prefix`. The search goes from `from` to
   * the end, and then from the start. Null: there is none.
   */
  indexOf(query: DomainQuery & { listId: number | null; prefix: string; from: number }): Promise<number | null>
  /** The IDs of all rows of a list, in order. */
  listRowIds(query: WholeDomainListQuery): Promise<readonly number[]>
}

export function createStableDomainListPages({
  database,
  queries,
  clock,
}: StableDomainListPagesDeps): StableDomainListPages {
  const lists = createRowIdListCache()

  async function getList(
    listId: number | null,
    { filter, sort, isDescending, thenBy = [] }: DomainQuery,
  ): Promise<CachedRowIdList> {
    const query = { filter, sort, isDescending, thenBy }
    const queryKey = JSON.stringify(query)
    return lists.get(listId, queryKey) ?? lists.add(queryKey, await queries.domainIds(query, clock.now()))
  }

  return {
    async page({ offset, limit, listId = null, ...query }) {
      const list = await getList(listId, query)
      return {
        rows: queryDomainRows(database, list.rowIds.slice(offset, offset + limit), query.filter),
        total: list.rowIds.length,
        offset,
        listId: list.id,
      }
    },
    async indexOf({ listId, prefix, from, ...query }) {
      const { rowIds } = await getList(listId, query)
      const ids = new Set(queryDomainIdsByPrefix(database, prefix))
      return findIndexWrappingAround(rowIds, from, (id) => ids.has(id))
    },
    listRowIds: async ({ listId, only, ...query }) =>
      only === null ? (await getList(listId, query)).rowIds : queries.namedDomainIds(only, query),
  }
}
