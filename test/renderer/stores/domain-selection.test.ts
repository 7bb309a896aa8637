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

test('An update deselects a domain that was renewed meanwhile, but not one whose expiry became known', () => {
  const selection = useDomainSelection()
  const pending = domain('new.com', { status: 'pending_create', expiryDate: null })
  selection.setSelected([one, two, pending], true)
  selection.update([one, two, pending], listed(domain('one.com', { expiryDate: '2028-03-31' }), two, domain('new.com')))
  expect(selection.rows.map(({ name }) => name)).toEqual(['two.com', 'new.com'])
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
  expect([selection.count, selection.shownSelectedCount, selection.maxSelectedAmongShown]).toEqual([
    0,
    0,
    maxSelectedDomains,
  ])
})
