import { describe, expect, test } from 'vitest'
import type { NameSearchResult } from '#shared/ipc/name-search.ts'
import { sortNameSearchResults } from '#renderer/features/orders/acquire-domain/name-search-columns.ts'
import { availabilityStatus, countAvailability } from '#renderer/features/orders/acquire-domain/availability-status.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const t = setMessageLanguage('en')

describe('Name search results', () => {
  test('An unavailable name has a text for its reason; an unknown reason has the service’s message', () => {
    const found = (reason: string, reason_message?: string): NameSearchResult => ({
      typed: 'a.com',
      name: 'a.com',
      availability: { available: false, reason, unpayable: null, ...(reason_message && { reason_message }) },
      readAt: 0,
      error: null,
    })
    expect(availabilityStatus(found('registered'), new Set(), t).words).toBe('Already registered')
    expect(availabilityStatus(found('moon_phase', 'Wrong moon'), new Set(), t).words).toBe('Wrong moon')
    expect(
      availabilityStatus({ typed: 'a..b', name: null, availability: null, readAt: null, error: null }, new Set(), t)
        .kind,
    ).toBe('taken')
  })

  test('A name that was ordered after the search is no longer shown as available', () => {
    const free: NameSearchResult = {
      typed: 'a.com',
      name: 'a.com',
      availability: { available: true, unpayable: null },
      readAt: 0,
      error: null,
    }
    expect(availabilityStatus(free, new Set(), t).kind).toBe('available')
    expect(availabilityStatus(free, new Set(['a.com']), t)).toMatchObject({ kind: 'ordered', words: 'Ordered' })
  })

  test('Names that could not be checked or were ordered since are not counted among the checked names', () => {
    const row = (name: string | null, available: boolean | null): NameSearchResult => ({
      typed: name ?? 'a..b',
      name,
      availability: available === null ? null : { available, unpayable: null },
      readAt: available === null ? null : 0,
      error: null,
    })
    const found = [row('a.com', null), row('b.com', true), row('c.com', false), row('d.com', true), row(null, null)]
    expect(countAvailability(found, new Set(['d.com']))).toEqual({ checked: 3, unchecked: 1, ordered: 1 })
  })

  test('A name with a price in another currency or below zero is not shown as available', () => {
    const found = (reason: 'foreign_currency' | 'negative_price'): NameSearchResult => ({
      typed: 'a.com',
      name: 'a.com',
      availability: { available: true, prices: { register: null }, unpayable: { reason, stated: 'USD' } },
      readAt: 0,
      error: null,
    })
    expect(availabilityStatus(found('foreign_currency'), new Set(), t)).toMatchObject({
      kind: 'unread',
      words: 'The price is not in yen',
      title: expect.stringContaining('USD'),
    })
    expect(availabilityStatus(found('negative_price'), new Set(), t)).toMatchObject({
      kind: 'unread',
      words: 'The price is below zero',
    })
  })

  test('Text that cannot be a name is sorted after all names', () => {
    const row = (typed: string, name: string | null): NameSearchResult => ({
      typed,
      name,
      availability: null,
      readAt: null,
      error: null,
    })
    expect(
      sortNameSearchResults([row('a..b', null), row('z.com', 'z.com'), row('a.com', 'a.com')], 'asked', false).map(
        ({ typed }) => typed,
      ),
    ).toEqual(['z.com', 'a.com', 'a..b'])
  })
})
