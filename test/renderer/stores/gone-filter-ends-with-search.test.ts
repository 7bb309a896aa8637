import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { goneStatus } from '#shared/ipc/inventory.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'

beforeEach(() => setActivePinia(createPinia()))

function searchGone() {
  const filters = useDomainFilters()
  filters.statuses = [goneStatus]
  filters.text = 'first'
  return filters
}

test('A search among gone domains can be changed, and ends with its text', () => {
  const filters = searchGone()
  filters.text = 'firs'
  expect(filters.statuses).toEqual([goneStatus])
  filters.text = ''
  expect(filters.statuses).toEqual([goneStatus])
})

test('A new search starts without the filter for gone domains of the search before, and keeps the other statuses', () => {
  const filters = searchGone()
  filters.statuses = ['active', goneStatus]
  filters.text = ''
  filters.text = 'second'
  expect(filters.statuses).toEqual(['active'])
})

test('A new search keeps the filter for gone domains if it was chosen again', () => {
  const filters = searchGone()
  filters.text = ''
  filters.statuses = []
  filters.statuses = [goneStatus]
  filters.text = 'second'
  expect(filters.statuses).toEqual([goneStatus])
  filters.text = ''
  filters.replaceFilters({ statuses: [goneStatus] })
  filters.text = 'third'
  expect(filters.statuses).toEqual([goneStatus])
})
