import fc from 'fast-check'
import { reactive } from 'vue'
import { expect, test } from 'vitest'
import { createRowSelection } from '#renderer/stores/create-row-selection.ts'

interface Row {
  accountId: string
  name: string
  goneSince: number | null
  readAt: number
}

function row(name: string, fields: Partial<Row> = {}): Row {
  return { accountId: 'a', name, goneSince: null, readAt: 1, ...fields }
}

/** Creates a selection as a store exposes it. */
function createSelection(maxSelected = 100) {
  return reactive(createRowSelection<Row>({ maxSelected }))
}

const listed = (...rows: Row[]) => rows.map((each) => ({ row: each, matchesFilter: true }))
const [one, two, three] = ['one.com', 'two.com', 'three.com'].map((name) => row(name)) as [Row, Row, Row]

test('The same name in two accounts is selected separately', () => {
  const selection = createSelection()
  selection.setSelected([one], true)
  expect(selection.has(row('one.com', { accountId: 'b' }))).toBe(false)
  selection.setSelected([row('one.com', { accountId: 'b' })], true)
  expect(selection.count).toBe(2)
})

test('Rows that the filters exclude stay selected and are counted separately', () => {
  const selection = createSelection()
  selection.setSelected([one, two], true)
  selection.update(
    [one, two],
    [
      { row: one, matchesFilter: false },
      { row: two, matchesFilter: true },
    ],
  )
  expect([selection.count, selection.shownSelectedCount]).toEqual([2, 1])
  selection.setSelected([three], true)
  expect([selection.count, selection.shownSelectedCount]).toEqual([3, 2])
  selection.deselectShown()
  expect(selection.rows).toEqual([one])
  selection.update([one], listed(one))
  expect([selection.count, selection.shownSelectedCount]).toEqual([1, 1])
})

test('An update deselects rows that are no longer stored and keeps the newest row of the others', () => {
  const selection = createSelection()
  selection.setSelected([one, two], true)
  const newer = row('two.com', { readAt: 2 })
  selection.update([one, two], listed(newer))
  expect(selection.rows).toEqual([newer])
})

test('An update deselects a row that is gone since its selection, but not one that was selected as gone', () => {
  const selection = createSelection()
  const old = row('old.com', { goneSince: 5 })
  selection.setSelected([one, old], true)
  selection.update([one, old], listed(row('one.com', { goneSince: 9 }), old))
  expect(selection.rows.map(({ name }) => name)).toEqual(['old.com'])
})

test('A selection or deselection made while an update is loading is kept', () => {
  const selection = createSelection()
  selection.setSelected([one, two], true)
  const asked = selection.rows
  selection.setSelected([three], true)
  selection.setSelected([one], false)
  selection.update(asked, listed(one, two))
  expect(selection.rows).toEqual([two, three])
})

test('The number of listed selected rows is never negative or larger than the selection', () => {
  const all = Array.from({ length: 6 }, (_, index) => row(`n${index}.com`))
  const some = fc.subarray(all)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), rows: some, isOn: fc.boolean() }),
    fc.record({ kind: fc.constant('update' as const), stored: some, inFilter: some }),
    fc.record({ kind: fc.constant('unset' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const selection = createSelection()
      for (const each of steps) {
        if (each.kind === 'set') selection.setSelected(each.rows, each.isOn)
        else if (each.kind === 'unset') selection.deselectShown()
        else {
          const before = selection.rows
          selection.update(
            before,
            each.stored.map((row) => ({ row, matchesFilter: each.inFilter.includes(row) })),
          )
          expect(selection.rows).toEqual(before.filter((row) => each.stored.includes(row)))
          expect(selection.shownSelectedCount).toBe(selection.rows.filter((row) => each.inFilter.includes(row)).length)
        }
        expect(selection.shownSelectedCount).toBeGreaterThanOrEqual(0)
        expect(selection.shownSelectedCount).toBeLessThanOrEqual(selection.count)
        if (each.kind === 'unset') expect(selection.shownSelectedCount).toBe(0)
      }
    }),
  )
})
