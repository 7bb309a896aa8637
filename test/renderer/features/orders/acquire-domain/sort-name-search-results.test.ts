import { expect, test } from 'vitest'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { sortNameSearchResults } from '#renderer/features/orders/acquire-domain/sort-name-search-results.ts'

test('Text that cannot be a name is sorted after all names', () => {
  const row = (typed: string, name: string | null): NameSearchResult => ({
    typed,
    name,
    availability: null,
    readAt: null,
    error: null,
  })
  expect(
    sortNameSearchResults([row('a..b', null), row('z.com', 'z.com'), row('a.com', 'a.com')], 'searchOrder', false).map(
      ({ typed }) => typed,
    ),
  ).toEqual(['z.com', 'a.com', 'a..b'])
})
