import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowSlots, type RowSlotContent } from '#renderer/ui/table/recycle-rows.ts'

const rowAt = (index: number) => `row ${index}`

test('A row that scrolls into view takes the slot of one that left, and the others keep theirs', () => {
  const { slots, show } = createRowSlots<string>()
  show({ first: 0, last: 4, rowAt, active: -1, hovered: -1 })
  const before = slots.value.map((slot) => slot.value)
  show({ first: 2, last: 6, rowAt, active: -1, hovered: -1 })
  expect(slots.value.map((slot) => slot.value.index)).toEqual([5, 6, 2, 3, 4])
  expect(slots.value.slice(2).map((slot) => slot.value)).toEqual(before.slice(2))
  expect(slots.value.map((slot, index) => slot.value === before[index])).toEqual([false, false, true, true, true])
})

test('Only the active row and the row under the pointer have titles', () => {
  const { slots, show } = createRowSlots<string>()
  show({ first: 10, last: 13, rowAt, active: 11, hovered: 12 })
  const titled = slots.value.filter((slot) => slot.value.hasTitles).map((slot) => slot.value.index)
  expect(titled.toSorted()).toEqual([11, 12])
  expect(slots.value.filter((slot) => slot.value.isActive).map((slot) => slot.value.index)).toEqual([11])
})

test('Every row of a list that becomes longer or shorter has one slot', () => {
  const { slots, show } = createRowSlots<string>()
  for (const last of [12, 5, 0, -1, 20]) {
    show({ first: 0, last, rowAt, active: -1, hovered: -1 })
    expect(slots.value.map((slot) => slot.value.index)).toEqual(Array.from({ length: last + 1 }, (_, index) => index))
  }
  show({ first: 7, last: 13, rowAt, active: -1, hovered: -1 })
  expect(slots.value.map((slot) => slot.value.index).toSorted((a, b) => a - b)).toEqual([7, 8, 9, 10, 11, 12, 13])
})

test('Whatever range follows another, each of its rows has one slot, and rows of both keep theirs', () => {
  const range = fc.record({ first: fc.integer({ min: 0, max: 60 }), size: fc.integer({ min: 0, max: 20 }) })
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), (ranges) => {
      const { slots, show } = createRowSlots<string>()
      let before: RowSlotContent<string>[] = []
      for (const { first, size } of ranges) {
        show({ first, last: first + size - 1, rowAt, active: -1, hovered: -1 })
        const after = slots.value.map((slot) => slot.value)
        const indexes = after.map(({ index }) => index)
        expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, offset) => first + offset))
        for (const [slot, content] of before.slice(0, size).entries())
          if (content.index >= first && content.index < first + size) expect(after[slot]).toBe(content)
        before = after
      }
    }),
  )
})
