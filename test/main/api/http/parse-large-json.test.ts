import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createJsonLimitScanner } from '#main/json-limit-scanner.ts'
import { parseLargeJson } from '#main/api/http/parse-large-json.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { ResponseLimits } from '#shared/api/response-limits.ts'

const atOnce = async () => undefined
const roomy: ResponseLimits = {
  bytes: 1e8,
  values: 1e7,
  names: 1e6,
  depth: 500,
  textBytes: 1e6,
  atOnce: { bytes: 1e8, values: 1e7 },
}

/** Scans the text like a response, cuts arrays every `cutBytes` bytes, and parses it. */
function sliced(
  text: string,
  cutBytes: number | undefined,
  schema: z.ZodType = z.unknown(),
  rest: () => Promise<void> = atOnce,
) {
  const bytes = new TextEncoder().encode(text)
  const scanner = createJsonLimitScanner(roomy, cutBytes)
  expect([scanner.scan(bytes), scanner.isWhole()]).toEqual(['ok', true])
  return parseLargeJson({ bytes, chunkedArrays: scanner.chunkedArrays() }, schema, (piece) => piece, rest)
}

describe('parsing a large response in chunks', () => {
  test('Parsing in chunks gives the same result as parsing at once', async () => {
    const value = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 30 })))
    await fc.assert(
      fc.asyncProperty(value, fc.nat(40), fc.constantFrom(0, 2), async (object, cutBytes, indent) => {
        const text = JSON.stringify(object, null, indent)
        expect((await sliced(text, cutBytes)).data).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  test('Parsing in chunks gives the same result for repeated names', async () => {
    for (const text of [
      '{"a":[1,2,3],"a":[4]}',
      '{"a":[1],"a":[2,3,4]}',
      '{"a":[1,2,3],"a":null}',
      '{"__proto__":[1,2,3]}',
    ]) {
      expect((await sliced(text, 1)).data).toEqual(JSON.parse(text))
    }
  })

  test('Parsing in chunks accepts and rejects the same shapes as parsing at once', async () => {
    const schema = endpoints['domain.list'].output
    const item = fc.record(
      { domain_name: fc.oneof(fc.string(), fc.constant(7)), status: fc.string(), more: fc.integer() },
      { requiredKeys: ['domain_name', 'status'] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 12 }),
        fc.integer({ min: 1, max: 90 }),
        async (domains, cutBytes) => {
          const value = { domains, other: [1, 2, 3, 4, 5, 6, 7] }
          const expected = schema.safeParse(value)
          const result = await sliced(JSON.stringify(value), cutBytes, schema)
          expect([result.success, result.data]).toEqual([expected.success, expected.data])
        },
      ),
    )
  })

  test('Parsing in chunks accepts and rejects the same shapes for optional arrays and for arrays of the wrong type', async () => {
    const cases = [
      [endpoints['hosting.wordpress'].output, { wordpress: [{ url: 'https://one.example/' }, {}, {}] }],
      [endpoints['hosting.wordpress'].output, { wordpress: [1, 2, 3] }],
      [endpoints['account.me'].output, { expires_at: null, services: [1, 2, 3] }],
      [endpoints['domain.detail'].output, { domain_name: [1, 2, 3], status: 'active' }],
    ] as const
    for (const [schema, value] of cases) {
      const expected = schema.safeParse(value)
      const result = await sliced(JSON.stringify(value), 1, schema)
      expect([result.success, result.data]).toEqual([expected.success, expected.data])
    }
  })

  test('Parsing in chunks yields to the event loop', async () => {
    const domains = Array.from({ length: 20_000 }, (_, index) => ({
      domain_name: `example${index}.com`,
      status: 'active',
    }))
    let turns = 0
    const { data } = await sliced(
      JSON.stringify({ domains }),
      undefined,
      endpoints['domain.list'].output,
      async () => void (turns += 1),
    )
    expect(data).toEqual({ domains })
    expect(turns).toBeGreaterThan(12)
  })
})
