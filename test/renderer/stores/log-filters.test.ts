import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { useLogFilters } from '#renderer/stores/log-filters.ts'

beforeEach(() => setActivePinia(createPinia()))

test('The entries about a domain or server are listed without the reads of this app, as they are counted', () => {
  const filters = useLogFilters()
  filters.showAll()
  filters.showTarget({ kind: 'domain', name: 'one.com' })
  expect(filters.filterFor(null, () => ({ textEndpoints: [], textDryRunEndpoints: [] }))).toMatchObject({
    hidesOwnReads: true,
    target: { name: 'one.com' },
  })
})
