import { describe, expect, test } from 'vitest'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { describeAvailability } from '#renderer/features/orders/acquire-domain/describe-availability.ts'
import {
  countNamesByAvailability,
  describeAvailabilityCounts,
} from '#renderer/features/orders/acquire-domain/count-names-by-availability.ts'
import { i18n } from '#renderer/text/i18n.ts'
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
    expect(describeAvailability(found('registered'), new Set(), () => false, t).words).toBe('Already registered')
    expect(describeAvailability(found('moon_phase', 'Wrong moon'), new Set(), () => false, t).words).toBe('Wrong moon')
    expect(
      describeAvailability(
        { typed: 'a..b', name: null, availability: null, readAt: null, error: null },
        new Set(),
        () => false,
        t,
      ).kind,
    ).toBe('taken')
  })

  test('A name that could not be looked up has the error as its text only until the cause of the error ends', () => {
    const error = { kind: 'offline' as const, message: '', details: {} }
    const found: NameSearchResult = { typed: 'a.com', name: 'a.com', availability: null, readAt: null, error }
    const wordsIf = (hasCauseEnded: boolean) => describeAvailability(found, new Set(), () => hasCauseEnded, t).words
    expect(wordsIf(false)).toBe('Working offline')
    expect(wordsIf(true)).toBe('Not read')
  })

  test('A name that was ordered after the search is no longer shown as available', () => {
    const free: NameSearchResult = {
      typed: 'a.com',
      name: 'a.com',
      availability: { available: true, unpayable: null },
      readAt: 0,
      error: null,
    }
    expect(describeAvailability(free, new Set(), () => false, t).kind).toBe('available')
    expect(describeAvailability(free, new Set(['a.com']), () => false, t)).toMatchObject({
      kind: 'ordered',
      words: 'Has an order',
    })
  })

  test('Each name found is counted once, so that the counts add up to the number of names', () => {
    const row = (name: string | null, available: boolean | null): NameSearchResult => ({
      typed: name ?? 'a..b',
      name,
      availability: available === null ? null : { available, unpayable: null },
      readAt: available === null ? null : 0,
      error: null,
    })
    const found = [row('a.com', null), row('b.com', true), row('c.com', false), row('d.com', true), row(null, null)]
    const counts = countNamesByAvailability(found, new Set(['d.com']))
    expect(counts).toEqual({ free: 1, taken: 1, unchecked: 1, ordered: 1, invalid: 1 })
    expect(describeAvailabilityCounts(counts, i18n.global.t, 'en')).toBe(
      '5 names: 1 available · 1 cannot be acquired · 1 without a result · 1 with an order · 1 not a domain name',
    )
  })

  test('A name with a price in another currency or below zero is not shown as available', () => {
    const found = (reason: 'foreign_currency' | 'negative_price'): NameSearchResult => ({
      typed: 'a.com',
      name: 'a.com',
      availability: { available: true, prices: { register: null }, unpayable: { reason, stated: 'USD' } },
      readAt: 0,
      error: null,
    })
    expect(describeAvailability(found('foreign_currency'), new Set(), () => false, t)).toMatchObject({
      kind: 'unread',
      words: 'The price is not in yen',
      title: expect.stringContaining('USD'),
    })
    expect(describeAvailability(found('negative_price'), new Set(), () => false, t)).toMatchObject({
      kind: 'unread',
      words: 'The price is below zero',
    })
  })
})
