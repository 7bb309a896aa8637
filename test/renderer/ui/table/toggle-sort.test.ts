import { expect, test } from 'vitest'
import { toggleSort } from '#renderer/ui/table/toggle-sort.ts'

const name = { key: 'name', isDescending: false }
const expiry = { key: 'expiry', isDescending: false }

test('A click on a title sorts by this column alone, and a second click turns the order', () => {
  expect(toggleSort([name, expiry], 'expiry', false)).toEqual([expiry])
  expect(toggleSort([name, expiry], 'name', false)).toEqual([{ key: 'name', isDescending: true }])
  expect(toggleSort([{ key: 'name', isDescending: true }], 'name', false)).toEqual([name])
})

test('The first click with Shift sorts by a further column, the second reverses it, the third removes it; the first column is only reversed', () => {
  const added = toggleSort([name], 'expiry', true)
  expect(added).toEqual([name, expiry])
  const turned = toggleSort(added, 'expiry', true)
  expect(turned).toEqual([name, { key: 'expiry', isDescending: true }])
  expect(toggleSort(turned, 'expiry', true)).toEqual([name])
  const first = toggleSort(added, 'name', true)
  expect(first).toEqual([{ key: 'name', isDescending: true }, expiry])
  expect(toggleSort(first, 'name', true)).toEqual([name, expiry])
})

test('At most four columns sort a table', () => {
  const four = ['a', 'b', 'c', 'd'].map((key) => ({ key, isDescending: false }))
  expect(toggleSort(four, 'e', true)).toEqual(four)
})
