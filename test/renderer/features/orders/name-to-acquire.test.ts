import { expect, test } from 'vitest'
import { nameToAcquire } from '#renderer/features/orders/acquire/name-to-acquire.ts'

test('one domain name, however it is typed, is offered to be acquired; anything else is not', () => {
  expect(['shop.jp', ' https://Shop.JP/cart ', '日本語.jp'].map(nameToAcquire)).toEqual(['shop.jp', 'shop.jp', 'xn--wgv71a119e.jp'])
  expect(['shop', 'www.shop.jp', 'shop.co.jp', 'one.jp two.jp', '192.0.2.1', '2001:db8::1', ''].map(nameToAcquire)).toEqual(Array(7).fill(null))
})
