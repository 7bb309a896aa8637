import { createIntegerMinPriorityQueue } from './integer-min-priority-queue.ts'

/** `step` comes after `prerequisite`. In a cycle, an optional dependency is ignored; a required one never is. */
export interface StepDependency {
  step: number
  prerequisite: number
  isRequired: boolean
}

/**
 * Sorts the steps from 0 to below `count`: each after its prerequisites, otherwise the lowest number first. The
 * required dependencies must not contain a cycle. In a cycle with optional ones, the lowest step without an open
 * required prerequisite goes first. The steps below `groupStepCount` represent groups of other steps and are never
 * chosen in a cycle; an optional dependency has a group at one end.
 */
export function sortTopologically(
  count: number,
  groupStepCount: number,
  dependencies: readonly StepDependency[],
): number[] {
  if (dependencies.length === 0) return Array.from({ length: count }, (_, step) => step)
  /** The dependencies of each prerequisite as linked lists, because maps of lists are slow for thousands of steps. */
  const firstDependency = new Int32Array(count).fill(-1)
  const nextDependency = new Int32Array(dependencies.length)
  /** Prerequisites that are not done yet, by step. */
  const openRequired = new Int32Array(count)
  const openOptional = new Int32Array(count)
  const openOf = ({ isRequired }: StepDependency) => (isRequired ? openRequired : openOptional)
  for (const [index, dependency] of dependencies.entries()) {
    ;(openOf(dependency)[dependency.step] as number) += 1
    nextDependency[index] = firstDependency[dependency.prerequisite] as number
    firstDependency[dependency.prerequisite] = index
  }

  const isDone = new Uint8Array(count)
  const isFree = (step: number) => isDone[step] === 0 && openRequired[step] === 0 && openOptional[step] === 0
  const free = createIntegerMinPriorityQueue(count)
  for (let step = 0; step < count; step += 1) if (isFree(step)) free.add(step)
  const findStepOfCycle = createCycleSearch(groupStepCount, dependencies, { isDone, openRequired })
  const sorted: number[] = []
  while (sorted.length < count) {
    const done = free.take() ?? findStepOfCycle()
    isDone[done] = 1
    sorted.push(done)
    for (let index = firstDependency[done] as number; index !== -1; index = nextDependency[index] as number) {
      const dependency = dependencies[index] as StepDependency
      ;(openOf(dependency)[dependency.step] as number) -= 1
      if (isFree(dependency.step)) free.add(dependency.step)
    }
  }
  return sorted
}

/**
 * Returns a search for the step to take when every step waits for another one. It follows open prerequisites until a
 * step repeats. Required prerequisites are followed first, so every cycle that is found has an optional dependency.
 */
function createCycleSearch(
  groupStepCount: number,
  dependencies: readonly StepDependency[],
  { isDone, openRequired }: { isDone: Uint8Array; openRequired: Int32Array },
): () => number {
  let dependenciesByStep: Map<number, StepDependency[]> | null = null
  let lowestOpen = 0
  return () => {
    dependenciesByStep ??= Map.groupBy(dependencies, ({ step }) => step)
    while (isDone[lowestOpen] === 1) lowestOpen += 1
    const path: number[] = []
    const places = new Map<number, number>()
    let current = lowestOpen
    while (!places.has(current)) {
      places.set(current, path.length)
      path.push(current)
      const open = (dependenciesByStep.get(current) ?? []).filter(({ prerequisite }) => isDone[prerequisite] === 0)
      current = (open.find(({ isRequired }) => isRequired) ?? (open[0] as StepDependency)).prerequisite
    }
    const cycle = path.slice(places.get(current))
    return cycle
      .filter((step) => step >= groupStepCount && openRequired[step] === 0)
      .reduce((one, other) => Math.min(one, other))
  }
}
