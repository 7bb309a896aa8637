import { effectScope, ref, watchEffect } from 'vue'
import { expect, test } from 'vitest'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { usePagesAndCountsOfSameQuery } from '#renderer/composables/usePagesAndCountsOfSameQuery.ts'
import { createPagedRows, loadedPageSize } from '#renderer/ui/table/paged-rows.ts'

/** A list with a text filter, whose rows and counts the test answers itself. */
function openList() {
  const text = ref('')
  const version = ref(0)
  const rowsAsked: ((rows: string[] | null) => Promise<void>)[] = []
  const countsAsked: ((count: number) => Promise<void>)[] = []
  let queries = 0
  const settle = () => new Promise<void>((done) => setTimeout(done))
  const list = effectScope().run(() => {
    const pages = usePagesAndCountsOfSameQuery<string, number, { isSearched: boolean }>({
      query: () => ({ key: text.value, isSearched: text.value !== '' }),
      loadPage: (offset) => {
        const { promise, resolve, reject } = Promise.withResolvers<PageOf<string>>()
        rowsAsked.push((rows) => {
          if (rows) resolve({ rows, total: rows.length, offset })
          else reject(new Error('no'))
          return settle()
        })
        return promise
      },
      loadCounts: () => {
        const { promise, resolve } = Promise.withResolvers<number>()
        countsAsked.push((count) => (resolve(count), settle()))
        return promise
      },
      countsKey: () => `${text.value} ${version.value}`,
    })
    watchEffect(() => (queries = pages.query.value ? queries + 1 : queries), { flush: 'sync' })
    return { ...pages, rows: createPagedRows(pages.load, pages.show) }
  })
  if (!list) throw new Error('The scope has ended')
  const { rows, counts, query, isEarlierQuery } = list
  return {
    rows,
    version,
    search(wanted: string) {
      text.value = wanted
      rows.reload(true)
    },
    answerRows: (given: string[] | null) => rowsAsked.at(-1)?.(given),
    answerCounts: (count: number) => countsAsked.at(-1)?.(count),
    countsAsked,
    /** How many queries the view has had. */
    countQueries: () => queries,
    shown: () => ({
      row: rows.rowAt(0),
      total: rows.total.value,
      counts: counts.value,
      isSearched: query.value.isSearched,
      isEarlier: isEarlierQuery.value,
    }),
  }
}

test('Rows, counts and columns of a list change together, and are marked until they fit the filters', async () => {
  const { rows, search, answerRows, answerCounts, shown } = openList()
  rows.requestRange(0, 10)
  await answerRows(['first'])
  expect(shown()).toMatchObject({ row: undefined, counts: null })
  await answerCounts(4_500)
  const all = { row: 'first', total: 1, counts: 4_500, isSearched: false }
  expect(shown()).toEqual({ ...all, isEarlier: false })
  search('kaze')
  expect(shown()).toEqual({ ...all, isEarlier: true })
  await answerRows(['kaze', 'kaze-2'])
  expect(shown()).toEqual({ ...all, isEarlier: true })
  await answerCounts(128)
  expect(shown()).toEqual({ row: 'kaze', total: 2, counts: 128, isSearched: true, isEarlier: false })
})

test('A query that fails shows neither the rows nor the counts of the query before it', async () => {
  const { rows, search, answerRows, answerCounts, shown } = openList()
  rows.requestRange(0, 10)
  await answerCounts(4_500)
  await answerRows(['first'])
  search('kaze')
  await answerRows(null)
  expect(shown()).toMatchObject({ row: undefined, counts: null, isEarlier: false })
})

test('Counts are loaded once for all pages, and again when rows may have changed', async () => {
  const { rows, version, answerRows, answerCounts, countsAsked } = openList()
  rows.requestRange(0, 10)
  await answerCounts(500)
  await answerRows(['first'])
  rows.requestRange(200, 210)
  expect(countsAsked).toHaveLength(1)
  await answerRows(['third page'])
  version.value += 1
  rows.reload(false)
  expect(countsAsked).toHaveLength(2)
})

test('A further page of the same query changes nothing that depends on the query', async () => {
  const { rows, search, answerRows, answerCounts, countQueries } = openList()
  rows.requestRange(0, 10)
  await answerRows(Array.from({ length: 2 * loadedPageSize }, String))
  await answerCounts(2 * loadedPageSize)
  const before = countQueries()
  rows.requestRange(loadedPageSize, loadedPageSize + 10)
  await answerRows(['next'])
  expect(rows.rowAt(loadedPageSize)).toBe('next')
  expect(countQueries()).toBe(before)
  search('other')
  await answerRows(['found'])
  await answerCounts(1)
  expect(countQueries()).toBe(before + 1)
})
