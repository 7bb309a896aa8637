import { expect, test } from 'vitest'
import { parseTwoLabelDomainName } from '#renderer/ui/format/parse-single-domain-or-host-name.ts'

test('A single domain name in any notation is offered for acquisition; any other text is not', () => {
  expect(['shop.jp', ' https://Shop.JP/cart ', '日本語.jp'].map(parseTwoLabelDomainName)).toEqual([
    'shop.jp',
    'shop.jp',
    'xn--wgv71a119e.jp',
  ])
  expect(
    ['shop', 'www.shop.jp', 'shop.co.jp', 'one.jp two.jp', '192.0.2.1', '2001:db8::1', ''].map(parseTwoLabelDomainName),
  ).toEqual(Array(7).fill(null))
})
