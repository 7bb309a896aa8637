import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { catalog } from '#shared/api/catalog.ts'
import { parseJson, safeParse } from '#main/api/slices.ts'

const atOnce = async () => undefined
const noJson = Symbol('no JSON')
const plain = (text: string) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return noJson
  }
}
const sliced = (text: string, chars: number) => parseJson(text, atOnce, chars).catch(() => noJson)

describe('a large answer in slices', () => {
  it('is what it would be at once', async () => {
    const value = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 30 })))
    await fc.assert(
      fc.asyncProperty(value, fc.nat(40), fc.constantFrom(0, 2), async (object, chars, indent) => {
        const text = JSON.stringify(object, null, indent)
        expect(await sliced(text, chars)).toEqual(plain(text))
      }),
      { numRuns: 500 },
    )
  })

  it('is refused where it would be refused at once: damaged anywhere', async () => {
    const text = JSON.stringify({ domains: [{ name: 'a"b\\', list: [1, [2]] }, { name: '],[' }, 3, 'x'], count: 4 })
    const damage = fc.record({ at: fc.nat(text.length), drop: fc.nat(3), put: fc.constantFrom('', ',', '"', '[', ']', '{', '}', '\\', ' ', ',,', ':') })
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(20), async ({ at, drop, put }, chars) => {
        const damaged = text.slice(0, at) + put + text.slice(at + drop)
        expect(await sliced(damaged, chars)).toEqual(plain(damaged))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is refused where a list begins with a comma', async () => {
    expect(await sliced('{"domains":[ ,1,2]}', 1)).toBe(noJson)
  })

  it('has the shape it would have at once, or the same lack of one', async () => {
    const schema = catalog['domain.list'].output
    const item = fc.record({ domain_name: fc.oneof(fc.string(), fc.constant(7)), status: fc.string(), more: fc.integer() }, { requiredKeys: ['domain_name', 'status'] })
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (domains, rows) => {
        const value = { domains, other: [1, 2, 3, 4, 5, 6, 7] }
        const expected = schema.safeParse(value)
        const result = await safeParse(schema, value, atOnce, rows)
        expect([result.success, result.data]).toEqual([expected.success, expected.data])
      }),
    )
    expect((await safeParse(z.unknown(), [1], atOnce, 1)).data).toEqual([1])
  })

  it('lets others have their turn', async () => {
    const domains = Array.from({ length: 20_000 }, (_, index) => ({ domain_name: `example${index}.com`, status: 'active' }))
    let turns = 0
    const count = async () => void (turns += 1)
    const json = await parseJson(JSON.stringify({ domains }), count)
    await safeParse(catalog['domain.list'].output, json, count)
    expect(json).toEqual({ domains })
    expect(turns).toBeGreaterThan(30)
  })
})
