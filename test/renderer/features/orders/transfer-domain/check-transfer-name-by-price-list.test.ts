import { describe, expect, test } from 'vitest'
import type { ListedPrice } from '#shared/ipc/quote-and-offer-schemas.ts'
import { checkTransferNameByPriceList } from '#renderer/features/orders/transfer-domain/check-transfer-name-by-price-list.ts'

describe('A name to transfer', () => {
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
  ])('The input %s is checked as the name %s with the problem %s', (typed, name, problem) => {
    expect(checkTransferNameByPriceList(typed, prices)).toMatchObject({ name, problem })
  })

  test('The transfer price of a name is found for every notation of its TLD: "com", ".com" and "COM"', () => {
    for (const tld of ['com', '.com', 'COM'])
      expect(checkTransferNameByPriceList('example.com', [{ tld, transfer: 1650, unpayable: null }])).toMatchObject({
        yen: 1650,
        problem: null,
      })
  })

  test('A price that is not in yen does not mean that transfers are not offered', () => {
    const dollars = { tld: 'com', transfer: null, unpayable: { reason: 'foreign_currency', stated: 'USD' } } as const
    expect(checkTransferNameByPriceList('example.com', [dollars])).toMatchObject({ yen: null, problem: null })
  })

  test('An unread price list causes no problem', () => {
    expect(checkTransferNameByPriceList('example.io', [])).toMatchObject({
      name: 'example.io',
      yen: null,
      problem: null,
    })
  })
})
