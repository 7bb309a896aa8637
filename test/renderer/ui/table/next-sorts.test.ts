import { expect, test } from 'vitest'
import { nextSorts } from '#renderer/ui/table/next-sorts.ts'

const name = { key: 'name', isDescending: false }
const expiry = { key: 'expiry', isDescending: false }

test('A click on a title sorts by this column alone, and a second click turns the order', () => {
  expect(nextSorts([name, expiry], 'expiry', false)).toEqual([expiry])
  expect(nextSorts([name, expiry], 'name', false)).toEqual([{ key: 'name', isDescending: true }])
  expect(nextSorts([{ key: 'name', isDescending: true }], 'name', false)).toEqual([name])
})

test('A click with Shift adds a column, turns it, and takes it out; the first column is only turned', () => {
  const added = nextSorts([name], 'expiry', true)
  expect(added).toEqual([name, expiry])
  const turned = nextSorts(added, 'expiry', true)
  expect(turned).toEqual([name, { key: 'expiry', isDescending: true }])
  expect(nextSorts(turned, 'expiry', true)).toEqual([name])
  const first = nextSorts(added, 'name', true)
  expect(first).toEqual([{ key: 'name', isDescending: true }, expiry])
  expect(nextSorts(first, 'name', true)).toEqual([name, expiry])
})

test('At most four columns sort a table', () => {
  const four = ['a', 'b', 'c', 'd'].map((key) => ({ key, isDescending: false }))
  expect(nextSorts(four, 'e', true)).toEqual(four)
})
