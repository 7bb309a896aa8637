import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import { normalizeIpAddress } from '#shared/ip-address.ts'

test('A complete address is found anywhere in a text, but not as a part of a longer token', () => {
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

test('An SPF term contains an address unless it describes a network', () => {
  expect(
    findIpAddresses(
      'v=spf1 ip4:203.0.113.7 +ip4:203.0.113.8/32 ip6:2001:db8::1/128 ip4:203.0.113.0/24 ip6:2001:db8::/32 -all',
    ),
  ).toEqual(['203.0.113.7', '203.0.113.8', '2001:db8::1'])
})

test('An address after a quote or an SPF qualifier is found, and an address that ends in colons stays complete', () => {
  expect(findIpAddresses('"v=spf1 ~ip4:203.0.113.7 ?ip4:203.0.113.9"')).toEqual(['203.0.113.7', '203.0.113.9'])
  expect(findIpAddresses('2001:db8::')).toEqual(['2001:db8::'])
})

test('Every address is found in its canonical form between any separators', () => {
  const around = fc.constantFrom('', ' ', '"', ',', '(', '→', '、', '=')
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), around, (address, edge) => {
      expect(findIpAddresses(`${edge}${address}${edge}`)).toEqual([normalizeIpAddress(address)])
    }),
  )
})
