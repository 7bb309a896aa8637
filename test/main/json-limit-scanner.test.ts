import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createJsonLimitScanner, type JsonLimitScanner } from '#main/json-limit-scanner.ts'
import type { ResponseLimits } from '#shared/api/response-limits.ts'

const roomy: ResponseLimits = {
  bytes: 1e6,
  values: 1e6,
  names: 1e6,
  depth: 500,
  textBytes: 1e6,
  atOnce: { bytes: 1e6, values: 1e6 },
}

/** Passes the bytes in pieces; the given lengths repeat. */
function scan(
  scanner: JsonLimitScanner,
  bytes: Uint8Array,
  lengths: readonly number[],
): ReturnType<JsonLimitScanner['scan']> {
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const to = from + (lengths[turn % lengths.length] as number)
    const verdict = scanner.scan(bytes.subarray(from, to))
    if (verdict !== 'ok') return verdict
    from = to
  }
  return 'ok'
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

function isTaken(bytes: Uint8Array, lengths: readonly number[] = [1 << 20]): boolean {
  const scanner = createJsonLimitScanner(roomy)
  return scan(scanner, bytes, lengths) === 'ok' && scanner.isWhole()
}

function isParsed(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return true
  } catch {
    return false
  }
}

function measure(value: unknown): { values: number; depth: number } {
  const inner = (typeof value === 'object' && value !== null ? Object.values(value) : []).map(measure)
  const isNested = typeof value === 'object' && value !== null
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    depth: (isNested ? 1 : 0) + Math.max(0, ...inner.map(({ depth }) => depth)),
  }
}

const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 })
const text = fc
  .tuple(fc.jsonValue(), fc.constantFrom(0, 2))
  .map(([value, indent]) => JSON.stringify(value, null, indent))
const token = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '"\\u00e9"',
  '"\\',
  '\\u12',
  '"\\x"',
  ' ',
  '\n',
  '\u00a0',
  '\u0000',
  '0',
  '-',
  '-0',
  '01',
  '1.',
  '.5',
  '1.5',
  '1e',
  '2E+7',
  '3e-',
  'true',
  'tru',
  'null',
  'False',
  '"é日本"',
  '"\t"',
  '\ufeff',
)

describe('the JSON scanner', () => {
  test('The scanner accepts what JSON.parse accepts, however the text is split', () => {
    fc.assert(
      fc.property(text, lengths, (json, chunks) => void expect(isTaken(bytesOf(json), chunks)).toBe(true)),
      { numRuns: 500 },
    )
  })

  test('The scanner agrees with JSON.parse on texts made of JSON tokens', () => {
    const pieces = fc.array(token, { maxLength: 9 }).map((tokens) => tokens.join(''))
    fc.assert(
      fc.property(
        pieces,
        lengths,
        (json, chunks) => void expect([json, isTaken(bytesOf(json), chunks)]).toEqual([json, isParsed(bytesOf(json))]),
      ),
      { numRuns: 5_000 },
    )
  })

  test('The scanner agrees with JSON.parse on JSON that was damaged anywhere, also inside a character', () => {
    const whole = bytesOf(JSON.stringify({ 'a"b\\é': [1.5e-7, -0, true, null, 'x\n日本', {}, []], b: { c: [[]] } }))
    const damage = fc.record({ at: fc.nat(whole.length), drop: fc.nat(3), put: fc.uint8Array({ maxLength: 2 }) })
    fc.assert(
      fc.property(damage, lengths, ({ at, drop, put }, chunks) => {
        const damaged = new Uint8Array([...whole.subarray(0, at), ...put, ...whole.subarray(at + drop)])
        expect([damaged, isTaken(damaged, chunks)]).toEqual([damaged, isParsed(damaged)])
      }),
      { numRuns: 2_000 },
    )
  })

  test('The scanner counts values and depth, and reports which limit was exceeded at which byte', () => {
    fc.assert(
      fc.property(fc.jsonValue(), lengths, (value, chunks) => {
        const { values, depth } = measure(value)
        const bytes = bytesOf(JSON.stringify(value))
        const within = (limits: Partial<ResponseLimits>) =>
          scan(createJsonLimitScanner({ ...roomy, ...limits }), bytes, chunks)
        expect(within({ values, depth, bytes: bytes.length })).toBe('ok')
        expect(within({ values: values - 1 })).toMatchObject({ measure: 'values', limit: values - 1 })
        if (depth > 0) expect(within({ depth: depth - 1 })).toMatchObject({ measure: 'depth', limit: depth - 1 })
        expect(within({ bytes: bytes.length - 1 })).toEqual({
          measure: 'bytes',
          limit: bytes.length - 1,
          at: bytes.length - 1,
        })
      }),
    )
  })

  test('The length of a text is counted in bytes as written, and a number counts like a text', () => {
    const within = (json: string, textBytes: number, chunks = [1]) =>
      scan(createJsonLimitScanner({ ...roomy, textBytes }), bytesOf(json), chunks)
    for (const [json, length] of [
      ['{"key":"\\u0041é"}', 8],
      ['[12345.5e7]', 9],
      ['{"a long key":1}', 10],
    ] as const) {
      expect(within(json, length)).toBe('ok')
      expect(within(json, length - 1)).toMatchObject({ measure: 'text', limit: length - 1 })
      expect(within(json, length - 1, [1000])).toMatchObject({ measure: 'text' })
    }
  })

  test('The scanner counts different names, however they are written', () => {
    const within = (json: string, names: number) =>
      scan(createJsonLimitScanner({ ...roomy, names }), bytesOf(json), [3])
    for (const json of [
      '[{"a":1,"b":2},{"b":3,"a":4}]',
      '{"\\u0061":1,"\\u0062":{"\\u0061":2}}',
      '{"\\n":1,"\\t":2}',
    ]) {
      expect(within(json, 2)).toBe('ok')
      expect(within(json, 1)).toMatchObject({ measure: 'names', limit: 1 })
    }
  })

  test('The result of a scan does not depend on how the text is split', () => {
    const tight: ResponseLimits = {
      bytes: 60,
      values: 12,
      names: 4,
      depth: 3,
      textBytes: 8,
      atOnce: { bytes: 30, values: 8 },
    }
    const verdict = (bytes: Uint8Array, chunks: readonly number[]) => {
      const scanner = createJsonLimitScanner(tight, 5)
      const outcome = scan(scanner, bytes, chunks)
      return [
        typeof outcome === 'string' ? outcome : outcome.measure,
        scanner.isWhole() && outcome === 'ok',
        outcome === 'ok' ? scanner.chunkedArrays() : null,
      ]
    }
    const any = fc.oneof(
      text,
      fc.array(token, { maxLength: 20 }).map((tokens) => tokens.join('')),
      fc.array(fc.nat(99), { maxLength: 40 }).map((list) => JSON.stringify({ list })),
    )
    fc.assert(
      fc.property(
        any,
        lengths,
        (json, chunks) => void expect(verdict(bytesOf(json), chunks)).toEqual(verdict(bytesOf(json), [1 << 20])),
      ),
      { numRuns: 3_000 },
    )
  })

  test('Only the rows of a long array in the outermost object are counted separately', () => {
    const limits: ResponseLimits = { ...roomy, atOnce: { bytes: 200, values: 30 } }
    const rows = JSON.stringify({ rows: Array.from({ length: 100 }, (_, row) => ({ row })) })
    expect(scan(createJsonLimitScanner(limits, 50), bytesOf(rows), [7])).toBe('ok')
    expect(
      scan(
        createJsonLimitScanner(limits, 50),
        bytesOf(rows.replace('"rows":', '"rows":{"in":').replace(']', ']}')),
        [7],
      ),
    ).toMatchObject({ measure: 'values', limit: 30 })
    expect(scan(createJsonLimitScanner(limits, 50), bytesOf(`{"rows":[${' '.repeat(300)}1]}`), [7])).toMatchObject({
      measure: 'bytes',
      limit: 200,
    })
  })
})
