import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'

const japanese = fc.constantFrom(...'日本語例えばドメイン名茶屋ーあアゑヱ々龥ü中文한국어')
const latin = fc.constantFrom(...'abcxyz0123456789')
const label = fc.array(fc.oneof(japanese, latin), { minLength: 1, maxLength: 20 }).map((letters) => letters.join(''))

describe('A name in Punycode', () => {
  test('A Punycode name is decoded as Node.js decodes it', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
        const name = domainToASCII(`${labels.join('.')}.jp`)
        fc.pre(name.includes('xn--'))
        expect(decodePunycode(name)).toBe(domainToUnicode(name))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['xn--wgv71a119e.jp', '日本語.jp'],
    ['XN--WGV71A119E.jp', '日本語.jp'],
    ['www.xn--r8jz45g.com', 'www.例え.com'],
  ])('The name %s is decoded as %s', (name, decoded) => {
    expect(decodePunycode(name)).toBe(decoded)
  })

  test.each(['example.com', 'xn--.jp', 'xn--99999999999.jp', 'xn--\u00e9.jp'])('The name %s is not decoded', (name) => {
    expect(decodePunycode(name)).toBeNull()
  })
})
