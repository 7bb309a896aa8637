import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxTypedNameLength, maxNamesPerSearch } from '#shared/ipc/domain-availability-search.ts'
import { orderCommands } from '#shared/ipc/order-commands.ts'
import { extractHostNames } from '#shared/extract-and-parse-domain-names.ts'
import { parseTypedDomainNames } from '#main/orders/availability-and-prices/parse-typed-domain-names.ts'
import { parseNamesToSearch } from '#renderer/features/orders/acquire-domain/parse-names-to-search.ts'

const tlds = ['com', 'net', 'jp']
const asked = (texts: readonly string[], under: readonly string[]) =>
  parseTypedDomainNames(texts, under).flatMap(({ name }) => name ?? [])

describe('Names to search', () => {
  test.each([
    ['banto', ['banto'], 3],
    ['banto, 日本茶 shop.com', ['banto', '日本茶', 'shop.com'], 7],
    ['日本語。jp\nbanto\nbanto', ['日本語.jp', 'banto'], 4],
    ['日本語.com xn--wgv71a119e.com', ['日本語.com', 'xn--wgv71a119e.com'], 1],
    ['banto banto.com', ['banto', 'banto.com'], 3],
    ['foo.', ['foo'], 3],
    ['foo. bar.com', ['foo', 'bar.com'], 4],
    ['a..b good.com', ['a..b', 'good.com'], 1],
  ])(
    'The text %j is parsed as the names %j, and the number of calls is the same in main',
    (text, names, lookUpCount) => {
      expect(parseNamesToSearch(text, tlds)).toEqual({ names, lookUpCount, problem: null })
      expect(asked([text], tlds)).toHaveLength(lookUpCount)
    },
  )

  test.each([
    '1. foo.com\n2. bar.com',
    '1) foo.com 2) bar.com',
    '(1)foo.com\n(2)bar.com',
    '１．　foo.com\n２．　bar.com',
    '⑴ foo.com ⑵ bar.com',
    '1。 foo.com 2。 bar.com',
  ])('The numbers of a list are not parsed as names: %j', (text) => {
    expect(parseNamesToSearch(text, tlds)).toEqual({ names: ['foo.com', 'bar.com'], lookUpCount: 2, problem: null })
  })

  test('A name of digits only is a name', () => {
    expect(parseNamesToSearch('163 163.net', tlds).lookUpCount).toBe(3)
  })

  test.each([...' \n\t,;|"\'`<>()[]{}、，､；「」｢｣『』（）【】〔〕《》“”‘’＜＞［］｛｝｜　'])(
    'The character %j separates names',
    (separator) => {
      expect(parseNamesToSearch(`foo.com${separator}bar.com`, tlds)).toEqual({
        names: ['foo.com', 'bar.com'],
        lookUpCount: 2,
        problem: null,
      })
      expect(asked([`foo.com${separator}bar.com`], tlds)).toEqual(['foo.com', 'bar.com'])
    },
  )

  test('The shown number of calls is the number that main makes, for any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.domain(),
      fc.webUrl(),
      fc.constantFrom(
        '1.',
        '2)',
        '(3)',
        'foo.',
        'foo',
        '例え',
        '例え.jp',
        'xn--r8jz45g.jp',
        '。',
        '．com',
        'xn--',
        'xn--a.com',
        '%',
        '@',
        '://',
        ':80',
        '\u200b',
        '\u200e',
        '、',
        '【',
        '㈱',
        'ß.de',
        'faß.com',
        '0x7f',
        '192.0.2.1',
        'İ',
        'ﬀ',
        'ab--cd.com',
      ),
    )
    const text = fc
      .array(fc.tuple(piece, fc.constantFrom('', ' ', '\n', ', ', '、', '.')), { maxLength: 8 })
      .map((parts) => parts.flat().join(''))
    const under = fc.array(fc.constantFrom('com', '.net', 'みんな', 'x_y', 'co.jp', ''), { maxLength: 3 })
    fc.assert(
      fc.property(text, under, (typed, ends) => {
        const { names, lookUpCount } = parseNamesToSearch(typed, ends)
        expect(lookUpCount).toBe(asked(names, ends).length)
        expect(asked(names, ends)).toEqual(asked([typed], ends))
      }),
      { numRuns: 1_000 },
    )
  })

  test('A list of 3,000 names on one line is accepted', () => {
    const line = Array.from({ length: 3_000 }, (_, n) => `some-longer-name-${n}.com`).join(', ')
    const { names, lookUpCount, problem } = parseNamesToSearch(line, [])
    expect([lookUpCount, problem]).toEqual([3_000, null])
    expect(
      orderCommands.search.input.safeParse({ searchId: 'search', accountId: 'account', names, tlds: [] }).error,
    ).toBeUndefined()
  })

  test.each(['.', ':1', '@', '(', '1', 'a '])(
    'A text of 100,000 times %j is parsed without delay',
    (part) => {
      const text = `${part.repeat(100_000)}x`
      expect(extractHostNames(text).length).toBeLessThan(3)
    },
    5_000,
  )

  test.each([
    ['', tlds, 'needsName'],
    [' 1. \n ,', tlds, 'needsName'],
    ['banto', [], 'needsTld'],
    ['a..b', [], 'noName'],
    ['a'.repeat(maxTypedNameLength + 1), tlds, 'longName'],
    [
      Array.from({ length: maxNamesPerSearch / 2 + 1 }, (_, n) => `name-${n}`).join(' '),
      ['com', 'net'],
      'tooManyNames',
    ],
  ])('A text that cannot be searched is refused before it is sent (%#)', (text, under, problem) => {
    expect(parseNamesToSearch(text, under)).toMatchObject({ lookUpCount: 0, problem })
  })
})
