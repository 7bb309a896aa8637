import { figure, type Figure } from '../figures.ts'
import type { CreateLimiter } from './limiters.ts'
import { plain, runScenario, type Course, type Scenario } from './scenario.ts'

/** Not those with which the schedule was tuned. */
const firstSeed = 101
export const seeds = Array.from({ length: 20 }, (_, index) => firstSeed + index)
export const windows = ['sliding', 'fixed'] as const

export async function runAll(limiter: CreateLimiter, scenario: Partial<Scenario>, of: readonly number[] = seeds): Promise<Course[]> {
  const courses: Course[] = []
  for (const seed of of) courses.push(await runScenario(limiter, { ...plain, ...scenario, seed }))
  return courses
}

/** It takes minutes: says on stderr how far it is. */
export const say = (what: string) => console.error(`  … ${what}`)

interface Goal {
  goal?: number
  /** Printed where the goal is missed. */
  why?: string
}

/** The median over the runs, and the worst of them with its seed; null: the run says nothing. */
export function overSeeds(name: string, values: readonly (number | null)[], unit: string, { goal, why }: Goal = {}): Figure {
  const told = values.filter((value) => value !== null)
  return { ...figure(name, told, unit, goal ?? null), worstRun: `seed ${firstSeed + values.indexOf(Math.max(...told))}`, why }
}

export function one(name: string, value: number, unit: string, { goal, why }: Goal = {}): Figure {
  return { ...figure(name, [value], unit, goal ?? null), why }
}

export const ratios = (courses: readonly Course[]) => courses.map(({ ratio }) => ratio)
export const refusals = (courses: readonly Course[]) => courses.map(({ refused, sent }) => (1000 * refused) / sent)

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Of all calls of a person over all seeds: one run has too few of them for the far end. */
export function slowdown(courses: readonly Course[], share: number): number {
  const [waited, bare] = [courses.flatMap((course) => course.waited), courses.flatMap((course) => course.bare)]
  return quantile(waited, share) / quantile(bare, share)
}

/** Null for a run in which nobody looked in. */
export const slowdownBySeed = (courses: readonly Course[]) => courses.map((course) => (course.waited.length > 0 ? slowdown([course], 0.95) : null))
