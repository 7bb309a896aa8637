import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findIpAddresses } from '#shared/find-ip-addresses.ts'
import { normalizeIpAddress } from '#shared/ip-address.ts'

test('an address is found wherever it stands whole, and never as a part of another', () => {
  expect(findIpAddresses('203.0.113.7')).toEqual(['203.0.113.7'])
  expect(findIpAddresses('旧サーバー203.0.113.7です')).toEqual(['203.0.113.7'])
  expect(findIpAddresses('["203.0.113.7","2001:DB8:0:0::7"]')).toEqual(['203.0.113.7', '2001:db8::7'])
  expect(findIpAddresses('http://203.0.113.7:8080/24, [2001:db8::7] and 203.0.113.8.')).toEqual([
    '203.0.113.7',
    '2001:db8::7',
    '203.0.113.8',
  ])
  expect(findIpAddresses('1203.0.113.7 203.0.113.7.example 203.0.113.7-old x203.0.113.7')).toEqual([])
})

test('a term of SPF names an address unless it names a network', () => {
  expect(
    findIpAddresses(
      'v=spf1 ip4:203.0.113.7 +ip4:203.0.113.8/32 ip6:2001:db8::1/128 ip4:203.0.113.0/24 ip6:2001:db8::/32 -all',
    ),
  ).toEqual(['203.0.113.7', '203.0.113.8', '2001:db8::1'])
})

test('an address after the quote or qualifier of a record is found, and one that ends in colons stays whole', () => {
  expect(findIpAddresses('"v=spf1 ~ip4:203.0.113.7 ?ip4:203.0.113.9"')).toEqual(['203.0.113.7', '203.0.113.9'])
  expect(findIpAddresses('2001:db8::')).toEqual(['2001:db8::'])
})

test('every address is found as itself, between whatever else', () => {
  const around = fc.constantFrom('', ' ', '"', ',', '(', '→', '、', '=')
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), around, (address, edge) => {
      expect(findIpAddresses(`${edge}${address}${edge}`)).toEqual([normalizeIpAddress(address)])
    }),
  )
})
