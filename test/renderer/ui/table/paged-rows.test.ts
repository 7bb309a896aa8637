import { effectScope } from 'vue'
import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { createPagedRows, loadedPageSize, type PagedRows } from '#renderer/ui/table/paged-rows.ts'

interface Asked {
  offset: number
  listId: number | null
  answer: (total: number, version?: string, listId?: number) => Promise<void>
  fail: () => Promise<void>
}

/** Paged rows whose page requests the test answers itself. */
function source() {
  const asked: Asked[] = []
  const scope = effectScope()
  const settle = () => new Promise<void>((done) => setTimeout(done))
  const rows = scope.run(() =>
    createPagedRows<string>((offset, limit, listId) => {
      const { promise, resolve, reject } = Promise.withResolvers<PageOf<string>>()
      asked.push({
        offset,
        listId,
        answer: (total, version = '', list) => {
          const count = Math.max(0, Math.min(limit, total - offset))
          resolve({
            rows: Array.from({ length: count }, (_, index) => `${offset + index}${version}`),
            total,
            offset,
            ...(list !== undefined && { listId: list }),
          })
          return settle()
        },
        fail: () => {
          reject(new AppError('database_failed', 'no'))
          return settle()
        },
      })
      return promise
    }),
  ) as PagedRows<string>
  return { rows, asked, scope, last: () => asked.at(-1) as Asked }
}

test('Only visible pages are loaded, each page once', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 20)
  await last().answer(50_000)
  rows.requestRange(5, 40)
  expect(asked.map(({ offset }) => offset)).toEqual([0])
  rows.requestRange(390, 410)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 3 * loadedPageSize, 4 * loadedPageSize])
  expect(rows.total.value).toBe(50_000)
})

test('Rows stay visible during a reload until the new rows arrive', async () => {
  const { rows, last } = source()
  rows.requestRange(0, 20)
  await last().answer(30)
  rows.reload(false)
  expect(rows.rowAt(7)).toBe('7')
  await last().answer(30, ' new')
  expect(rows.rowAt(7)).toBe('7 new')
})

test('Rows that change during each load are shown, and are loaded again once', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 20)
  await last().answer(30)
  rows.reload(false)
  for (const version of [' a', ' b', ' c']) {
    const loading = last()
    rows.reload(false)
    rows.reload(false)
    await loading.answer(30, version)
    expect(rows.rowAt(7)).toBe(`7${version}`)
  }
  await last().answer(30, ' d')
  expect(rows.rowAt(7)).toBe('7 d')
  expect(asked).toHaveLength(5)
})

test('Rows of an older query are all removed at the first answer to the new query', async () => {
  const { rows, last } = source()
  rows.requestRange(0, 120)
  await last().answer(500, ' old')
  rows.reload(true)
  expect(rows.rowAt(100)).toBeUndefined()
  rows.reload(true)
  await last().answer(3, ' new')
  expect([0, 2, 3].map(rows.rowAt)).toEqual(['0 new', '2 new', undefined])
})

test('A failed query removes the rows of the query before it', async () => {
  const { rows, last } = source()
  rows.requestRange(0, 20)
  await last().answer(500)
  rows.reload(true)
  expect(rows.rowAt(0)).toBe('0')
  await last().fail()
  expect(rows.rowAt(0)).toBeUndefined()
})

test('A late answer to an older query is dropped', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 20)
  const old = last()
  rows.reload(true)
  await last().answer(10, ' new')
  await old.answer(500, ' old')
  expect(asked).toHaveLength(2)
  expect(rows.total.value).toBe(10)
  expect(rows.rowAt(0)).toBe('0 new')
})

test('A page out of view is loaded again when it becomes visible after a reload', async () => {
  const { rows, last } = source()
  rows.requestRange(0, 20)
  await last().answer(1000)
  rows.requestRange(500, 520)
  await last().answer(1000)
  rows.reload(false)
  await last().answer(1000, ' new')
  expect(rows.rowAt(0)).toBeUndefined()
  rows.requestRange(0, 20)
  await last().answer(1000, ' new')
  expect(rows.rowAt(0)).toBe('0 new')
})

test('A page that could not be loaded sets the error, keeps the other pages and can be loaded again', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 20)
  await last().answer(1000)
  rows.requestRange(100, 120)
  await last().fail()
  expect(rows.error.value?.kind).toBe('database_failed')
  expect(rows.rowAt(3)).toBe('3')
  rows.requestRange(100, 120)
  await last().answer(1000)
  expect(asked).toHaveLength(3)
  expect(rows.error.value).toBeNull()
  expect(rows.rowAt(100)).toBe('100')
})

test('An answer that arrives after the view closed changes nothing', async () => {
  const { rows, last, scope } = source()
  rows.requestRange(0, 20)
  scope.stop()
  await last().answer(10)
  expect(rows.total.value).toBeNull()
})

test('A range uses rows of loaded pages and loads only the missing rows', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 0)
  await last().answer(1000)
  expect(await rows.loadRowsBetween(5, 3, 100)).toEqual(['3', '4', '5'])
  expect(asked).toHaveLength(1)
  const far = rows.loadRowsBetween(98, 101, 100)
  await last().answer(1000)
  expect(await far).toEqual(['98', '99', '100', '101'])
  expect(asked.map(({ offset }) => offset)).toEqual([0, 100])
  expect(await rows.loadRowsBetween(0, 900, 3)).toEqual(['0', '1', '2'])
})

test('A range is read completely while rows reload under the same query', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 0)
  await last().answer(1000)
  const range = rows.loadRowsBetween(99, 700, 1000)
  const first = last()
  rows.reload(false)
  await first.answer(1000)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 0, 600])
  await last().answer(1000)
  expect((await range).length).toBe(602)
})

test('A range of an older query is empty', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 0)
  await last().answer(1000)
  const range = rows.loadRowsBetween(150, 160, 100)
  const before = last()
  rows.reload(true)
  await before.answer(1000)
  expect(asked).toHaveLength(3)
  expect(await range).toEqual([])
})

test('All pages are of the list that the first page names, and a reload asks for a new list', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(90, 110)
  expect(asked.map(({ offset, listId }) => [offset, listId])).toEqual([[0, null]])
  await last().answer(1000, ' of 7', 7)
  expect(asked.slice(1).map(({ offset, listId }) => [offset, listId])).toEqual([[100, 7]])
  await last().answer(1000, ' of 7', 7)
  rows.reload(false)
  expect(last()).toMatchObject({ offset: 0, listId: null })
  await last().answer(1001, ' of 8', 8)
  expect([rows.rowAt(99), rows.rowAt(100), rows.total.value]).toEqual(['99 of 7', '100 of 7', 1000])
  await last().answer(1001, ' of 8', 8)
  expect([rows.rowAt(99), rows.rowAt(100), rows.total.value]).toEqual(['99 of 8', '100 of 8', 1001])
})

test('If a list is no longer kept, the rows of the new list replace those of the old one', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 20)
  await last().answer(1000, ' of 7', 7)
  rows.requestRange(190, 210)
  const [, first, second] = asked
  await first?.answer(1000, ' of 9', 9)
  expect(asked.slice(3).map(({ offset, listId }) => [offset, listId])).toEqual([[200, 9]])
  await second?.answer(1000, ' of 7', 7)
  await last().answer(1000, ' of 9', 9)
  expect([0, 190, 210].map(rows.rowAt)).toEqual([undefined, '190 of 9', '210 of 9'])
})

test('While the user scrolls, the pages that the next steps reach are loaded', async () => {
  const { rows, asked, last } = source()
  rows.requestRange(0, 20)
  await last().answer(50_000)
  rows.requestRange(600, 620)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 600])
  rows.requestRange(1200, 1220)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 600, 1200, 1800, 2400, 3000, 3600])
})

test('A table keeps a limited number of pages, those nearest to the visible rows', async () => {
  const { rows, asked } = source()
  rows.requestRange(0, 20)
  await asked[0]?.answer(50_000)
  for (let page = 1; page <= 40; page += 1) {
    rows.requestRange(page * loadedPageSize, page * loadedPageSize + 20)
    for (const one of asked.splice(0)) await one.answer(50_000)
  }
  const loaded = Array.from({ length: 60 }, (_, page) => page).filter(
    (page) => rows.rowAt(page * loadedPageSize) !== undefined,
  )
  expect(loaded.length).toBeLessThanOrEqual(20)
  expect(loaded).toContain(40)
})
