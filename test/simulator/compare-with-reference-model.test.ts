import { expect, test } from 'vitest'
import { compareRandomSequences } from '#test/simulator/reference-model/compare-random-sequences.ts'

test('The simulator answers random sequences of valid and invalid calls as the reference model does', async () => {
  const result = await compareRandomSequences({ calls: 2_000, seed: Date.now() & 0x7fffffff, length: 60 })
  expect(result.failure).toBeNull()
  expect(result.calls).toBeGreaterThanOrEqual(1_000)
  // The sequences must reach many different outcomes, or the comparison would prove nothing.
  expect(Object.keys(result.outcomes).length).toBeGreaterThan(20)
  expect(result.outcomes['200'] ?? 0).toBeGreaterThan(result.calls / 5)
})
