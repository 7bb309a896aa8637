import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeApiKeyItem, encodeApiKeyItem } from '#main/accounts/api-key-keychain-item-format.ts'

/** Characters that a header can contain (API description, section "Authentication"). */
const token = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 200,
})
const baseUrl = fc.webUrl({ validSchemes: ['https'] }).map((url) => url.replace(/\/+$/, ''))

const kindOf = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    return (error as { kind: string }).kind
  }
}

describe('a key in a keychain item', () => {
  test('A key is returned for its own origin, whatever the path', () => {
    fc.assert(
      fc.property(
        token,
        baseUrl,
        (key, url) => decodeApiKeyItem('key-1', encodeApiKeyItem(key, url), `${new URL(url).origin}/elsewhere`) === key,
      ),
    )
  })

  test.each([
    ['scheme', 'http://api.service.example'],
    ['host', 'https://api.service.example.attacker.example'],
    ['port', 'https://api.service.example:8443'],
  ])('A key is not returned for another %s', (_, other) => {
    const item = encodeApiKeyItem('the-key', 'https://api.service.example')
    expect(kindOf(() => decodeApiKeyItem('key-1', item, other))).toBe('secret_origin_mismatch')
  })

  test('A key is returned for another spelling of the same host', () => {
    expect(
      decodeApiKeyItem('key-1', encodeApiKeyItem('the-key', 'http://localhost:8080'), 'http://127.0.0.1:8080'),
    ).toBe('the-key')
  })

  test('A bound key and a bare key of an earlier version are never confused', () => {
    fc.assert(
      fc.property(token, baseUrl, (key, url) => {
        expect(encodeApiKeyItem(key, url)).toMatch(/\n/)
        expect(decodeApiKeyItem('b2a8', key, url)).toBe(key)
        expect(kindOf(() => decodeApiKeyItem('key-b2a8', key, url))).toBe('secret_missing')
      }),
    )
  })

  test.each(['orders-1', 'sentinel-1'])('The item %s is never returned as a key', (name) => {
    expect(kindOf(() => decodeApiKeyItem(name, 'a-data-key', 'https://api.service.example'))).toBe('secret_missing')
  })

  test('A key that is too long for one Windows keychain item is refused before it is tried', () => {
    expect(kindOf(() => encodeApiKeyItem('x'.repeat(2_500), 'https://api.service.example'))).toBe('none')
    expect(kindOf(() => encodeApiKeyItem('x'.repeat(2_560), 'https://api.service.example'))).toBe('invalid_input')
  })
})
