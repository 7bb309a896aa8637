import { expect, test } from 'vitest'
import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'

test('Two lists of name servers are the same in any order, letter case and with or without a trailing dot', () => {
  expect(hasSameNameservers(['ns1.example.net', 'NS2.example.net.'], ['ns2.example.net', 'ns1.example.net'])).toBe(true)
  expect(hasSameNameservers(['ns1.example.net'], ['ns1.example.net', 'ns2.example.net'])).toBe(false)
  expect(hasSameNameservers(['ns1.example.net', 'ns2.example.net'], ['ns1.example.net'])).toBe(false)
})
