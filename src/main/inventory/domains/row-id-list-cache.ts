/** The answer of a query: the IDs of its rows, in order. */
export interface CachedRowIdList {
  id: number
  /** Identifies the query. */
  queryKey: string
  rowIds: readonly number[]
}

export interface RowIdListCache {
  /** Undefined if the list is no longer kept, or is of another query. */
  get(id: number | null, queryKey: string): CachedRowIdList | undefined
  add(queryKey: string, rowIds: readonly number[]): CachedRowIdList
}

/**
 * Number of lists kept: several views are open at once, and a table reads the last pages of a list while it gets a new
 * one.
 */
const maxKept = 8

/** Keeps the lists that were used last. */
export function createRowIdListCache(): RowIdListCache {
  const lists = new Map<number, CachedRowIdList>()
  let lastId = 0
  return {
    get(id, queryKey) {
      const list = id === null ? undefined : lists.get(id)
      if (list?.queryKey !== queryKey) return undefined
      // A map iterates in the order of insertion: the list that was used last is dropped last.
      lists.delete(list.id)
      lists.set(list.id, list)
      return list
    },
    add(queryKey, rowIds) {
      const list = { id: (lastId += 1), queryKey, rowIds }
      lists.set(list.id, list)
      const [oldest] = lists.keys()
      if (lists.size > maxKept && oldest !== undefined) lists.delete(oldest)
      return list
    },
  }
}
