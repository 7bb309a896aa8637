import { describe, expect, test } from 'vitest'
import { fieldRules } from '#shared/api/limits.ts'
import type { ListedPrice } from '#shared/ipc/quotes.ts'
import type { NameSearchResult } from '#shared/ipc/name-search.ts'
import { sortNameSearchResults } from '#renderer/features/orders/acquire-domain/name-search-columns.ts'
import { availabilityStatus } from '#renderer/features/orders/acquire-domain/availability-status.ts'
import { parseNameservers } from '#renderer/features/orders/acquire-domain/parse-nameservers.ts'
import {
  emptyServerOrderDraft,
  serverOrderItem,
  offeredMonths,
  formatPricePerMonth,
  serverOrderProblems,
} from '#renderer/features/orders/order-server/server-order-draft.ts'
import { checkTransferName } from '#renderer/features/orders/transfer-domain/check-transfer-name.ts'
import { setMessages } from '#test/renderer/set-messages.ts'

const t = setMessages('en')

describe('an order of a server', () => {
  const whole = { ...emptyServerOrderDraft(), planId: 'standard', months: 12, serverId: 'banto01' }

  test('always says auto-renew and carries a server id', () => {
    expect(serverOrderItem('a', whole)).toEqual({
      kind: 'order',
      accountId: 'a',
      planId: 'standard',
      months: 12,
      serverId: 'banto01',
      autoRenew: true,
      partnerCode: null,
    })
    expect(serverOrderItem('a', { ...whole, serverId: '' })).toBeNull()
  })

  test.each(['ab', '1abc', 'Abc', 'abc-d', 'abcdefghijklm', 'あいう'])(
    'is not asked for with the id %s',
    (serverId) => {
      expect(serverOrderProblems({ ...whole, serverId }).serverId).toBe(true)
      expect(serverOrderItem('a', { ...whole, serverId })).toBeNull()
    },
  )

  test('takes a partner code of letters and digits only', () => {
    expect(serverOrderProblems({ ...whole, partnerCode: ' ABC123 ' }).partnerCode).toBe(false)
    expect(serverOrderItem('a', { ...whole, partnerCode: ' ABC123 ' })).toMatchObject({ partnerCode: 'ABC123' })
    expect(serverOrderProblems({ ...whole, partnerCode: 'A-1' }).partnerCode).toBe(true)
    expect(serverOrderProblems({ ...whole, partnerCode: 'x'.repeat(fieldRules.partnerCode.max + 1) }).partnerCode).toBe(
      true,
    )
  })

  test('says a price per month as it is, and as rounded where the months do not divide it', () => {
    expect(formatPricePerMonth({ months: 12, total_price: 13_200 }, t)).toBe('¥1,100 / month')
    expect(formatPricePerMonth({ months: 36, total_price: 32_670 }, t)).toBe('about ¥908 / month')
  })

  test('shows every period that any plan has, shortest first', () => {
    const period = (months: number) => ({ months, total_price: 1, unpayable: null })
    expect(
      offeredMonths([
        { plan_id: 'a', plan_name: 'A', periods: [period(36), period(3)] },
        { plan_id: 'b', plan_name: 'B', periods: [period(12), period(3)] },
      ]),
    ).toEqual([3, 12, 36])
  })
})

describe('names that were looked up', () => {
  test('an unavailable name says why in plain words; a reason that is not known is shown as it came', () => {
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

  test('a name that was ordered since it was looked up is not called available any more', () => {
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

  test('a name whose price is not in yen, or below zero, is not called available', () => {
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

  test('what cannot be a name stands after all that was looked up', () => {
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

describe('name servers of an acquisition', () => {
  test('are the service’s own when none is typed', () => {
    expect(parseNameservers(' \n ')).toEqual({ nameservers: null, problem: null })
  })

  test('are refused when there are too many, or one is no host', () => {
    expect(
      parseNameservers(
        Array.from({ length: fieldRules.nameserversAtAcquisition.max + 1 }, (_, n) => `ns${n}.example.net`).join('\n'),
      ).problem,
    ).toBe('tooManyServers')
    expect(parseNameservers('ns1.example.net\nns2_example').problem).toBe('badServer')
    expect(parseNameservers('ns1.example.net, ns2.example.net').nameservers).toEqual([
      'ns1.example.net',
      'ns2.example.net',
    ])
  })
})

describe('a name to transfer', () => {
  const prices: ListedPrice[] = [
    { tld: 'com', transfer: 1650, unpayable: null },
    { tld: 'io', transfer: null, unpayable: null },
  ]

  test.each([
    ['Example.COM', 'example.com', null],
    ['日本語.com', 'xn--wgv71a119e.com', null],
    ['日本語。com', 'xn--wgv71a119e.com', null],
    ['example.jp', 'example.jp', 'jp'],
    ['example.co.jp', 'example.co.jp', 'attributeJp'],
    ['example.io', 'example.io', 'noTransfer'],
    ['example.nowhere', 'example.nowhere', 'unknownTld'],
    ['example', null, 'badName'],
    ['example.com.', 'example.com', null],
    ['https://www.example.com/path', 'example.com', null],
    ['exam\u200bple.com\u200e', 'example.com', null],
    ['「example.com」', 'example.com', null],
    ['a b.com', null, 'badName'],
    ['a.com b.com', null, 'badName'],
    ['192.0.2.1', null, 'badName'],
    ['a..com', null, 'badName'],
  ])('%s', (typed, name, problem) => {
    expect(checkTransferName(typed, prices)).toMatchObject({ name, problem })
  })

  test('has the price of its TLD, however the list writes the TLD', () => {
    for (const tld of ['com', '.com', 'COM'])
      expect(checkTransferName('example.com', [{ tld, transfer: 1650, unpayable: null }])).toMatchObject({
        yen: 1650,
        problem: null,
      })
  })

  test('of a price that is not in yen it is not said that transfers are not offered', () => {
    const dollars = { tld: 'com', transfer: null, unpayable: { reason: 'foreign_currency', stated: 'USD' } } as const
    expect(checkTransferName('example.com', [dollars])).toMatchObject({ yen: null, problem: null })
  })

  test('of an unread price list nothing is said', () => {
    expect(checkTransferName('example.io', [])).toMatchObject({ name: 'example.io', yen: null, problem: null })
  })
})
