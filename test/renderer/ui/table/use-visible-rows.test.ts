import fc from 'fast-check'
import { effectScope, ref, shallowRef } from 'vue'
import { expect, test } from 'vitest'
import { useVisibleRows } from '#renderer/ui/table/useVisibleRows.ts'

const rowHeight = 32
/** The height in px that `useVisibleRows` assumes until the element is rendered. */
const assumedHeight = 600

function openRows(total = 50_000) {
  const count = ref(total)
  const view = effectScope().run(() => useVisibleRows(shallowRef(null), () => count.value))
  if (!view) throw new Error('The scope has ended')
  let range = [view.first.value, view.last.value]
  return {
    count,
    range: () => [view.first.value, view.last.value] as const,
    /** Scrolls to a row and returns how many rows had to be rendered. */
    scrollTo(row: number): number {
      view.onScroll({ target: { scrollTop: row * rowHeight } } as unknown as Event)
      const [first, last] = [view.first.value, view.last.value]
      const [firstBefore = 0, lastBefore = -1] = range
      range = [first, last]
      const kept = Math.max(0, Math.min(last, lastBefore) - Math.max(first, firstBefore) + 1)
      return last - first + 1 - kept
    },
  }
}

test('Most frames of a slow scroll render no row, in both directions', () => {
  const rows = openRows()
  rows.scrollTo(1000)
  for (const step of [3, -3]) {
    const rendered = Array.from({ length: 40 }, (_, frame) => rows.scrollTo(1000 + step * frame))
    expect(rendered.filter((each) => each > 0).length).toBeLessThanOrEqual(13)
  }
})

test('A jump renders the rows in view and few beyond them', () => {
  const rows = openRows()
  expect(rows.scrollTo(20_000)).toBeLessThanOrEqual(assumedHeight / rowHeight + 7)
  expect(rows.scrollTo(20_040)).toBeLessThanOrEqual(assumedHeight / rowHeight + 7)
})

test('A list renders no more rows at the start than those in view and few beyond them', () => {
  const rows = openRows(12)
  expect(rows.range()).toEqual([0, 11])
  rows.count.value = 50_000
  expect(rows.range()[1]).toBeLessThanOrEqual(assumedHeight / rowHeight + 7)
})

test('The rows in view are rendered wherever the user scrolls to and however the list changes', () => {
  const move = fc.record({ row: fc.double({ min: 0, max: 400, noNaN: true }), count: fc.integer({ min: 0, max: 400 }) })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const rows = openRows(100)
      for (const { row, count } of moves) {
        rows.count.value = count
        const top = Math.min(row, Math.max(0, count - assumedHeight / rowHeight))
        rows.scrollTo(top)
        const [first, last] = rows.range()
        expect(first).toBeLessThanOrEqual(Math.floor(top))
        expect(last).toBeGreaterThanOrEqual(Math.min(count - 1, Math.ceil(top + assumedHeight / rowHeight) - 1))
        expect(first).toBeGreaterThanOrEqual(0)
        expect(last).toBeLessThan(count)
      }
    }),
  )
})
