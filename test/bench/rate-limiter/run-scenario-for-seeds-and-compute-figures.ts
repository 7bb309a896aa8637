import { createFigure, type Figure } from '#test/bench/bench-figures.ts'
import type { CreateLimiter } from './compared-limiters.ts'
import { defaultScenario, runScenario, type ScenarioResult, type Scenario } from './run-scenario.ts'

/** Differs from the seeds with which the rate limiter was tuned. */
const firstSeed = 101
export const seeds = Array.from({ length: 20 }, (_, index) => firstSeed + index)
export const quotaWindowKinds = ['sliding', 'fixed'] as const

export async function runForAllSeeds(
  limiter: CreateLimiter,
  scenario: Partial<Scenario>,
  of: readonly number[] = seeds,
): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = []
  for (const seed of of) results.push(await runScenario(limiter, { ...defaultScenario, ...scenario, seed }))
  return results
}

/** Prints progress on stderr, because the benchmark takes minutes. */
export const logProgress = (what: string) => console.error(`  … ${what}`)

interface Goal {
  goal?: number
  /** Explanation that is printed when the goal is missed. */
  why?: string
}

/** The median over the runs, with the seed of the worst run. A null value means that the run has no result. */
export function createFigureOfMedianOverSeeds(
  name: string,
  values: readonly (number | null)[],
  unit: string,
  { goal, why }: Goal = {},
): Figure {
  const known = values.filter((value) => value !== null)
  return {
    ...createFigure(name, known, unit, goal ?? null),
    worstRun: `seed ${firstSeed + values.indexOf(Math.max(...known))}`,
    why,
  }
}

export function createFigureOfOneValue(name: string, value: number, unit: string, { goal, why }: Goal = {}): Figure {
  return { ...createFigure(name, [value], unit, goal ?? null), why }
}

export const ratiosOfDurationToLowerBound = (results: readonly ScenarioResult[]) =>
  results.map(({ timesLowerBound }) => timesLowerBound)
export const refusalsPerThousand = (results: readonly ScenarioResult[]) =>
  results.map(({ refused, sent }) => (1000 * refused) / sent)

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Over the user's calls of all seeds, because one run has too few calls for a high quantile. */
export function userCallSlowdownAtQuantile(results: readonly ScenarioResult[], share: number): number {
  const [withLimiter, withoutLimiter] = [
    results.flatMap((result) => result.userCallMs),
    results.flatMap((result) => result.userCallMsWithoutLimiter),
  ]
  return quantile(withLimiter, share) / quantile(withoutLimiter, share)
}

/** Null for a run without any call of the user. */
export const slowdownBySeed = (results: readonly ScenarioResult[]) =>
  results.map((result) => (result.userCallMs.length > 0 ? userCallSlowdownAtQuantile([result], 0.95) : null))
