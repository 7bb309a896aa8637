import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import type { FiltersToOpenListWith } from '#renderer/stores/create-list-filter-and-sort.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'

const others: FiltersToOpenListWith[] = [
  { statuses: ['active'] },
  { tags: ['shop'] },
  { expiry: '30' },
  { accountIds: ['a'] },
  { facts: { autoRenew: 'on' } },
  { facts: { tlds: ['com'] } },
]

test.each(others)('A name that is not listed may be hidden by another filter than the search: %j', (other) => {
  setActivePinia(createPinia())
  const filters = useDomainFilters()
  filters.replaceFilters({ text: 'name.com' })
  expect(filters.isTextTheOnlyFilter).toBe(true)
  filters.replaceFilters({ text: 'name.com', ...other })
  expect(filters.isTextTheOnlyFilter).toBe(false)
})
