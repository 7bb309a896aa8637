import { computed, shallowRef } from 'vue'
import type { PageOf } from '#shared/ipc/common-schemas.ts'

interface Source<Row, Counts, Query> {
  /** The query whose rows and counts the view shows. Must be a plain copy, because it is shown with the rows. */
  query: () => Query & { key: string }
  /** `listId`: see `LoadPage`. */
  loadPage: (offset: number, limit: number, listId: number | null) => Promise<PageOf<Row>>
  loadCounts: () => Promise<Counts>
  /** The counts are loaded once for all pages until this changes. */
  countsKey: () => string
}

/**
 * Pages of a list, each with its query and the counts that the view shows beside the rows. Rows, counts and all that
 * depends on the query then change together, and never show two queries side by side.
 */
export function usePagesAndCountsOfSameQuery<Row, Counts, Query>(source: Source<Row, Counts, Query>) {
  type Page = PageOf<Row> & { counts: Counts; query: Query & { key: string } }
  /** The newest page that the table accepted; null before the first, and after a query failed. */
  const shown = shallowRef<Page | null>(null)
  /**
   * Remains the same object until the query changes, so that a further page changes nothing that depends on the query.
   */
  const currentQuery = computed(source.query)
  let counting: { key: string; counts: Promise<Counts> } | null = null

  function countOnce(): Promise<Counts> {
    const key = source.countsKey()
    if (counting?.key === key) return counting.counts
    const mine = { key, counts: source.loadCounts() }
    counting = mine
    mine.counts.catch(() => {
      if (counting === mine) counting = null
    })
    return mine.counts
  }

  async function load(offset: number, limit: number, listId: number | null): Promise<Page> {
    const query = currentQuery.value
    const [page, counts] = await Promise.all([source.loadPage(offset, limit, listId), countOnce()])
    return { ...page, counts, query }
  }

  return {
    load,
    shown,
    show(page: PageOf<Row> | null): void {
      shown.value = page as Page | null
    },
    counts: computed(() => shown.value?.counts ?? null),
    /** The query of the shown rows; the current one before the first answer. */
    query: computed(() => shown.value?.query ?? currentQuery.value),
    /** True while the rows of an earlier query are shown, because the current query has no answer yet. */
    isEarlierQuery: computed(() => shown.value !== null && shown.value.query.key !== currentQuery.value.key),
  }
}
