import { expect, test } from 'vitest'
import { createRowPlaces } from '#renderer/ui/table/recycle-rows.ts'

const rowAt = (index: number) => `row ${index}`

test('A row that scrolls into view takes the place of one that left, and the others keep theirs', () => {
  const { places, show } = createRowPlaces<string>()
  show({ first: 0, last: 4, rowAt, active: -1, hovered: -1 })
  const before = places.value.map((place) => place.value)
  show({ first: 2, last: 6, rowAt, active: -1, hovered: -1 })
  expect(places.value.map((place) => place.value.index)).toEqual([5, 6, 2, 3, 4])
  expect(places.value.slice(2).map((place) => place.value)).toEqual(before.slice(2))
  expect(places.value.map((place, index) => place.value === before[index])).toEqual([false, false, true, true, true])
})

test('Only the active row and the row under the pointer have titles', () => {
  const { places, show } = createRowPlaces<string>()
  show({ first: 10, last: 13, rowAt, active: 11, hovered: 12 })
  const titled = places.value.filter((place) => place.value.hasTitles).map((place) => place.value.index)
  expect(titled.toSorted()).toEqual([11, 12])
  expect(places.value.filter((place) => place.value.isActive).map((place) => place.value.index)).toEqual([11])
})

test('Every row of a list that becomes longer or shorter has one place', () => {
  const { places, show } = createRowPlaces<string>()
  for (const last of [12, 5, 0, -1, 20]) {
    show({ first: 0, last, rowAt, active: -1, hovered: -1 })
    expect(places.value.map((place) => place.value.index)).toEqual(
      Array.from({ length: last + 1 }, (_, index) => index),
    )
  }
  show({ first: 7, last: 13, rowAt, active: -1, hovered: -1 })
  expect(places.value.map((place) => place.value.index).toSorted((a, b) => a - b)).toEqual([7, 8, 9, 10, 11, 12, 13])
})
