import { expect, test } from 'vitest'
import { compareRandomSequences } from '#test/simulator/reference-model/compare-random-sequences.ts'

test('random sequences of valid and invalid calls agree with the reference model on status, code, body, state and ledger', async () => {
  const result = await compareRandomSequences({ calls: 2_000, seed: Date.now() & 0x7fffffff, length: 60 })
  expect(result.failure).toBeNull()
  expect(result.calls).toBeGreaterThanOrEqual(1_000)
  // Sequences that reach nothing prove nothing.
  expect(Object.keys(result.outcomes).length).toBeGreaterThan(20)
  expect(result.outcomes['200'] ?? 0).toBeGreaterThan(result.calls / 5)
})
