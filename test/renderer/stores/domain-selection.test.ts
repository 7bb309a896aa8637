import fc from 'fast-check'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { maxSelectedDomains, useDomainSelection } from '#renderer/stores/domain-selection.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'

function domain(name: string, fields: Partial<DomainRow> = {}): DomainRow {
  return {
    accountId: 'a',
    name,
    decodedName: null,
    status: 'active',
    expiryDate: '2027-03-31',
    autoRenew: null,
    records: null,
    readAt: 1,
    zoneReadAt: null,
    goneSince: null,
    tags: [],
    customer: '',
    ...fields,
  }
}

const listed = (...rows: DomainRow[]) => rows.map((row) => ({ row, matchesFilter: true }))
const [one, two, three] = ['one.com', 'two.com', 'three.com'].map((name) => domain(name)) as [
  DomainRow,
  DomainRow,
  DomainRow,
]

beforeEach(() => setActivePinia(createPinia()))

test('The same name in two accounts is selected separately', () => {
  const selection = useDomainSelection()
  selection.setSelected([one], true)
  expect(selection.has(domain('one.com', { accountId: 'b' }))).toBe(false)
  selection.setSelected([domain('one.com', { accountId: 'b' })], true)
  expect(selection.count).toBe(2)
})

test('The domains of a plan for several domains are deselected when its job is started', () => {
  const selection = useDomainSelection()
  selection.setSelected([one, two], true)
  selection.recordPlannedDomains('plan', [one, two])
  selection.recordPlannedDomains('single', [three])
  selection.setSelected([three], true)
  selection.deselectPlanned('other')
  selection.deselectPlanned('single')
  expect(selection.count).toBe(3)
  selection.deselectPlanned('plan')
  expect(selection.rows).toEqual([three])
})

test('Domains that the filters exclude stay selected and are counted separately', () => {
  const selection = useDomainSelection()
  selection.setSelected([one, two], true)
  selection.update(
    [one, two],
    [
      { row: one, matchesFilter: false },
      { row: two, matchesFilter: true },
    ],
  )
  expect([selection.count, selection.listedCount]).toEqual([2, 1])
  selection.setSelected([three], true)
  expect([selection.count, selection.listedCount]).toEqual([3, 2])
  selection.deselectListed()
  expect(selection.rows).toEqual([one])
  selection.update([one], listed(one))
  expect([selection.count, selection.listedCount]).toEqual([1, 1])
})

test('An update deselects domains that are no longer stored and keeps the newest row of the others', () => {
  const selection = useDomainSelection()
  selection.setSelected([one, two], true)
  const newer = domain('two.com', { status: 'expired', readAt: 2 })
  selection.update([one, two], listed(newer))
  expect(selection.rows).toEqual([newer])
})

test('An update deselects a domain that was renewed meanwhile, but not one whose expiry became known', () => {
  const selection = useDomainSelection()
  const pending = domain('new.com', { status: 'pending_create', expiryDate: null })
  selection.setSelected([one, two, pending], true)
  selection.update([one, two, pending], listed(domain('one.com', { expiryDate: '2028-03-31' }), two, domain('new.com')))
  expect(selection.rows.map(({ name }) => name)).toEqual(['two.com', 'new.com'])
})

test('An update deselects a domain that is gone since its selection, but not one that was selected as gone', () => {
  const selection = useDomainSelection()
  const old = domain('old.com', { goneSince: 5 })
  selection.setSelected([one, old], true)
  selection.update([one, old], listed(domain('one.com', { goneSince: 9 }), old))
  expect(selection.rows.map(({ name }) => name)).toEqual(['old.com'])
})

test('A selection or deselection made while an update is loading is kept', () => {
  const selection = useDomainSelection()
  selection.setSelected([one, two], true)
  const asked = selection.rows
  selection.setSelected([three], true)
  selection.setSelected([one], false)
  selection.update(asked, listed(one, two))
  expect(selection.rows).toEqual([two, three])
})

test('No more domains can be selected than one purchase accepts, until some are deselected', () => {
  const selection = useDomainSelection()
  const many = Array.from({ length: maxSelectedDomains + 3 }, (_, index) => domain(`n${index}.com`))
  selection.setSelected(many, true)
  expect([selection.count, selection.isFull]).toEqual([maxSelectedDomains, true])
  expect(selection.has(many[maxSelectedDomains] as DomainRow)).toBe(false)
  selection.setSelected([many[0] as DomainRow], false)
  selection.setSelected([many[maxSelectedDomains] as DomainRow], true)
  expect(selection.has(many[maxSelectedDomains] as DomainRow)).toBe(true)
  selection.clear()
  expect([selection.count, selection.listedCount, selection.maxListedSelection]).toEqual([0, 0, maxSelectedDomains])
})

test('The number of listed selected domains is never negative or larger than the selection', () => {
  const all = Array.from({ length: 6 }, (_, index) => domain(`n${index}.com`))
  const some = fc.subarray(all)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), rows: some, isOn: fc.boolean() }),
    fc.record({ kind: fc.constant('update' as const), stored: some, inFilter: some }),
    fc.record({ kind: fc.constant('unset' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      setActivePinia(createPinia())
      const selection = useDomainSelection()
      for (const each of steps) {
        if (each.kind === 'set') selection.setSelected(each.rows, each.isOn)
        else if (each.kind === 'unset') selection.deselectListed()
        else {
          const before = selection.rows
          selection.update(
            before,
            each.stored.map((row) => ({ row, matchesFilter: each.inFilter.includes(row) })),
          )
          expect(selection.rows).toEqual(before.filter((row) => each.stored.includes(row)))
          expect(selection.listedCount).toBe(selection.rows.filter((row) => each.inFilter.includes(row)).length)
        }
        expect(selection.listedCount).toBeGreaterThanOrEqual(0)
        expect(selection.listedCount).toBeLessThanOrEqual(selection.count)
        if (each.kind === 'unset') expect(selection.listedCount).toBe(0)
      }
    }),
  )
})
