import fc from 'fast-check'
import { Disagreement, compareWithSimulator } from './compare-with-simulator.ts'
import { settingsArbitrary, stepArbitrary } from './step-arbitraries.ts'

export interface ComparisonResult {
  sequences: number
  calls: number
  outcomes: Record<string, number>
  /** Seed, difference and the shortest sequence on which simulator and model disagree, as text; null if none. */
  failure: string | null
}

/** Plays random sequences until at least `calls` calls are compared or one sequence disagrees. */
export async function compareRandomSequences({
  calls,
  seed,
  length,
}: {
  calls: number
  seed: number
  length: number
}): Promise<ComparisonResult> {
  const result: ComparisonResult = { sequences: 0, calls: 0, outcomes: {}, failure: null }
  const sequence = fc.array(stepArbitrary, { minLength: 1, maxLength: 2 * length, size: 'max' })
  for (let round = 0; result.calls < calls && result.failure === null; round += 1) {
    const details = await fc.check(
      fc.asyncProperty(settingsArbitrary, sequence, async (drawn, steps) => {
        const played = await compareWithSimulator(drawn, steps)
        result.sequences += 1
        result.calls += played.calls
        for (const [outcome, count] of Object.entries(played.outcomes))
          result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + count
      }),
      { seed: seed + round, numRuns: 10 },
    )
    if (details.failed) result.failure = describe(seed + round, details.errorInstance, details.counterexample)
  }
  return result
}

function describe(seed: number, error: unknown, counterexample: readonly unknown[] | null): string {
  const [drawn, steps] = (counterexample ?? [{}, []]) as [unknown, unknown[]]
  const text =
    error instanceof Disagreement
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  return [`seed ${seed}: ${text}`, JSON.stringify(drawn), ...steps.map((one) => JSON.stringify(one))].join('\n')
}
