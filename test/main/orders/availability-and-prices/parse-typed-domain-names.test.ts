import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainNameSchema } from '#shared/api/domain-schemas.ts'
import { parseTypedDomainNames } from '#main/orders/availability-and-prices/parse-typed-domain-names.ts'

const names = (texts: string[], tlds: string[] = []) => parseTypedDomainNames(texts, tlds).map(({ name }) => name)

describe('Typed and pasted domain names', () => {
  test.each([
    ['Example.COM', 'example.com'],
    ['  example.com. ', 'example.com'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['ｈｔｔｐｓ：／／ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ／ｐａｔｈ', 'example.com'],
    ['例え。ｊｐ', 'xn--r8jz45g.jp'],
    ['日本語.com', 'xn--wgv71a119e.com'],
    ['https://www.Example.com/path?query#part', 'example.com'],
    ['http://user@example.com:8080/', 'example.com'],
    ['www.com', 'www.com'],
    ['someone@example.com', 'example.com'],
    ['"example.com"', 'example.com'],
    ['*.example.com', 'example.com'],
    ['exam\u200bple.com\ufeff', 'example.com'],
    ['xn--r8jz45g.jp', 'xn--r8jz45g.jp'],
  ])('The text %j is parsed as %s', (typed, name) => {
    expect(names([typed])).toEqual([name])
  })

  test('Names are separated by blanks, commas, line breaks and semicolons, and each name is returned once, in order', () => {
    expect(names(['b.com, a.com\n例え.jp、a.com;B.COM', 'https://b.com'])).toEqual(['b.com', 'a.com', 'xn--r8jz45g.jp'])
  })

  test('A name without a dot is combined with each TLD, and a name with a dot is kept', () => {
    expect(names(['shop', 'other.org'], ['.com', 'みんな', 'NET'])).toEqual([
      'shop.com',
      'shop.xn--q9jyb4c',
      'shop.net',
      'other.org',
    ])
  })

  test.each([
    'nodot',
    '-a.com',
    'a-.com',
    'under_score.com',
    'a..com',
    'per%63ent.com',
    '192.0.2.1',
    '0x7f.1',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    'xn--a.com',
    // Decodes to two brackets (U+2045), which are not valid in a name.
    'xn--nwga.a.aa',
    'a.123',
  ])('The text %j is no domain name, and the result says why', (typed) => {
    const found = parseTypedDomainNames([typed], [])
    expect(found).toEqual([{ typed, name: null, problem: expect.any(String) }])
    expect(found[0]?.problem).not.toBe('')
  })

  test('Whatever is pasted, the result has only names that the service accepts, each once', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.domain(),
      fc.webUrl(),
      fc.constantFrom('例え.jp', '。', '．com', 'xn--', '%', '@', '://', '\u200b'),
    )
    fc.assert(
      fc.property(
        fc.array(
          fc.array(piece, { maxLength: 4 }).map((parts) => parts.join('')),
          { maxLength: 6 },
        ),
        fc.array(fc.constantFrom('com', '.net', 'みんな', 'x_y', ''), { maxLength: 3 }),
        (texts, tlds) => {
          const found = parseTypedDomainNames(texts, tlds)
          const good = found.flatMap(({ name }) => (name === null ? [] : [name]))
          expect(new Set(good).size).toBe(good.length)
          for (const name of good) {
            expect(domainNameSchema.safeParse(name).success).toBe(true)
            expect(name).toBe(name.toLowerCase())
            // A parsed name, and its decoded form, is parsed to itself.
            expect(names([name])).toEqual([name])
            expect(names([domainToUnicode(name)])).toEqual([name])
          }
          for (const { name, problem } of found) expect(name === null).toBe(problem !== null)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('Every valid name in a list is found', () => {
    const separator = fc.constantFrom(' ', '\n', ', ', '; ', '\t', '、', '\r\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.domain(), separator), { minLength: 1, maxLength: 20 }), (list) => {
        const wanted = [...new Set(list.map(([name]) => name.toLowerCase()))]
        const found = names([list.map(([name, between]) => name + between).join('')])
        for (const name of wanted) if (!name.includes('xn--')) expect(found).toContain(name)
      }),
    )
  })
})
