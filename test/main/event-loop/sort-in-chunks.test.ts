import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortInChunks } from '#main/event-loop/chunked-work.ts'

test('Sorting in chunks gives the same stable order as sorting at once', async () => {
  const item = fc.record({ key: fc.nat(50), index: fc.nat() })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 3500, size: 'max' }), async (items) => {
      const compare = (one: { key: number }, other: { key: number }) => one.key - other.key
      expect(await sortInChunks(items, compare)).toEqual(items.toSorted(compare))
    }),
    { numRuns: 20 },
  )
})
