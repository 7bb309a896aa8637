import { effectScope } from 'vue'
import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { createPagedRows, pageSize, type PagedRows } from '#renderer/ui/table/paged-rows.ts'

interface Asked {
  offset: number
  answer: (total: number, version?: string) => Promise<void>
  fail: () => Promise<void>
}

/** A source whose answers come when the test says so. */
function source() {
  const asked: Asked[] = []
  const scope = effectScope()
  const settle = () => new Promise<void>((done) => setTimeout(done))
  const rows = scope.run(() =>
    createPagedRows<string>((offset, limit) => {
      const { promise, resolve, reject } = Promise.withResolvers<PageOf<string>>()
      asked.push({
        offset,
        answer: (total, version = '') => {
          const count = Math.max(0, Math.min(limit, total - offset))
          resolve({ rows: Array.from({ length: count }, (_, index) => `${offset + index}${version}`), total, offset })
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

test('only the pages in sight are asked for, each once', async () => {
  const { rows, asked, last } = source()
  rows.want(0, 20)
  await last().answer(50_000)
  rows.want(5, 40)
  expect(asked.map(({ offset }) => offset)).toEqual([0])
  rows.want(390, 410)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 3 * pageSize, 4 * pageSize])
  expect(rows.total.value).toBe(50_000)
})

test('rows stay on screen while they are read again, until the new ones come', async () => {
  const { rows, last } = source()
  rows.want(0, 20)
  await last().answer(30)
  rows.reload(false)
  expect(rows.rowAt(7)).toBe('7')
  await last().answer(30, ' new')
  expect(rows.rowAt(7)).toBe('7 new')
})

test('rows of another question stay until the first answer to the new one, and none of them longer', async () => {
  const { rows, last } = source()
  rows.want(0, 120)
  await last().answer(500, ' old')
  rows.reload(true)
  expect(rows.rowAt(100)).toBeUndefined()
  rows.reload(true)
  await last().answer(3, ' new')
  expect([0, 2, 3].map(rows.rowAt)).toEqual(['0 new', '2 new', undefined])
})

test('a question that fails leaves no rows of the one before under its error', async () => {
  const { rows, last } = source()
  rows.want(0, 20)
  await last().answer(500)
  rows.reload(true)
  expect(rows.rowAt(0)).toBe('0')
  await last().fail()
  expect(rows.rowAt(0)).toBeUndefined()
})

test('after another question no row of the old one is shown, even if its answer comes last', async () => {
  const { rows, asked, last } = source()
  rows.want(0, 20)
  const old = last()
  rows.reload(true)
  await last().answer(10, ' new')
  await old.answer(500, ' old')
  expect(asked).toHaveLength(2)
  expect(rows.total.value).toBe(10)
  expect(rows.rowAt(0)).toBe('0 new')
})

test('a page out of sight is read again when it comes back after a reload', async () => {
  const { rows, last } = source()
  rows.want(0, 20)
  await last().answer(1000)
  rows.want(500, 520)
  await last().answer(1000)
  rows.reload(false)
  await last().answer(1000, ' new')
  expect(rows.rowAt(0)).toBeUndefined()
  rows.want(0, 20)
  await last().answer(1000, ' new')
  expect(rows.rowAt(0)).toBe('0 new')
})

test('a page that failed is named, keeps the others, and may be asked again', async () => {
  const { rows, asked, last } = source()
  rows.want(0, 20)
  await last().answer(1000)
  rows.want(100, 120)
  await last().fail()
  expect(rows.error.value?.kind).toBe('database_failed')
  expect(rows.rowAt(3)).toBe('3')
  rows.want(100, 120)
  await last().answer(1000)
  expect(asked).toHaveLength(3)
  expect(rows.error.value).toBeNull()
  expect(rows.rowAt(100)).toBe('100')
})

test('an answer after the view is gone changes nothing', async () => {
  const { rows, last, scope } = source()
  rows.want(0, 20)
  scope.stop()
  await last().answer(10)
  expect(rows.total.value).toBeNull()
})

test('rows of a range are taken from the pages that are here, and only the others are asked for', async () => {
  const { rows, asked, last } = source()
  rows.want(0, 0)
  await last().answer(1000)
  expect(await rows.between(5, 3, 100)).toEqual(['3', '4', '5'])
  expect(asked).toHaveLength(1)
  const far = rows.between(98, 101, 100)
  await last().answer(1000)
  expect(await far).toEqual(['98', '99', '100', '101'])
  expect(asked.map(({ offset }) => offset)).toEqual([0, 100])
  expect(await rows.between(0, 900, 3)).toEqual(['0', '1', '2'])
})

test('a range is read to its end while rows change in place', async () => {
  const { rows, asked, last } = source()
  rows.want(0, 0)
  await last().answer(1000)
  const range = rows.between(99, 700, 1000)
  const first = last()
  rows.reload(false)
  await first.answer(1000)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 0, 600])
  await last().answer(1000)
  expect((await range).length).toBe(602)
})

test('a range of an older question is empty', async () => {
  const { rows, asked, last } = source()
  rows.want(0, 0)
  await last().answer(1000)
  const range = rows.between(150, 160, 100)
  const before = last()
  rows.reload(true)
  await before.answer(1000)
  expect(asked).toHaveLength(3)
  expect(await range).toEqual([])
})
