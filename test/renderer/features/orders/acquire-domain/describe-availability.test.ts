import { describe, expect, test } from 'vitest'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { describeAvailability } from '#renderer/features/orders/acquire-domain/describe-availability.ts'
import { countByAvailability } from '#renderer/features/orders/acquire-domain/count-by-availability.ts'
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
    expect(describeAvailability(found('registered'), new Set(), t).words).toBe('Already registered')
    expect(describeAvailability(found('moon_phase', 'Wrong moon'), new Set(), t).words).toBe('Wrong moon')
    expect(
      describeAvailability({ typed: 'a..b', name: null, availability: null, readAt: null, error: null }, new Set(), t)
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
    expect(describeAvailability(free, new Set(), t).kind).toBe('available')
    expect(describeAvailability(free, new Set(['a.com']), t)).toMatchObject({ kind: 'ordered', words: 'Has an order' })
  })

  test('What could not be checked, was ordered since or is no domain name is not counted among the checked names', () => {
    const row = (name: string | null, available: boolean | null): NameSearchResult => ({
      typed: name ?? 'a..b',
      name,
      availability: available === null ? null : { available, unpayable: null },
      readAt: available === null ? null : 0,
      error: null,
    })
    const found = [row('a.com', null), row('b.com', true), row('c.com', false), row('d.com', true), row(null, null)]
    expect(countByAvailability(found, new Set(['d.com']))).toEqual({ checked: 2, unchecked: 1, ordered: 1, invalid: 1 })
  })

  test('A name with a price in another currency or below zero is not shown as available', () => {
    const found = (reason: 'foreign_currency' | 'negative_price'): NameSearchResult => ({
      typed: 'a.com',
      name: 'a.com',
      availability: { available: true, prices: { register: null }, unpayable: { reason, stated: 'USD' } },
      readAt: 0,
      error: null,
    })
    expect(describeAvailability(found('foreign_currency'), new Set(), t)).toMatchObject({
      kind: 'unread',
      words: 'The price is not in yen',
      title: expect.stringContaining('USD'),
    })
    expect(describeAvailability(found('negative_price'), new Set(), t)).toMatchObject({
      kind: 'unread',
      words: 'The price is below zero',
    })
  })
})
