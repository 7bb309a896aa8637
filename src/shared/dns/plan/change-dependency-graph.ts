import { sortTopologically, type StepDependency } from './topological-sort.ts'

export type ChangeDependencyGraph = ReturnType<typeof createChangeDependencyGraph>

/**
 * Collects which changes of a plan come after which. Changes are given by their position in the plan. A group stands
 * for several changes, so that a change that depends on all of them needs one dependency: the number of dependencies
 * stays linear in the number of changes.
 */
export function createChangeDependencyGraph() {
  /** Changes have their position as the step, groups have negative numbers. */
  const dependencies: StepDependency[] = []
  let groupCount = 0

  function createGroup(members: readonly number[], isRequired: boolean): number {
    groupCount += 1
    for (const prerequisite of members) dependencies.push({ step: -groupCount, prerequisite, isRequired })
    return -groupCount
  }

  return {
    /** Each of the `later` changes comes after all `earlier` ones. */
    addRequired(later: readonly number[], earlier: readonly number[]): void {
      const group = createGroup(earlier, true)
      for (const step of later) dependencies.push({ step, prerequisite: group, isRequired: true })
    },
    /** Returns the group of the changes, for `addOptional`. */
    addGroup: (members: readonly number[]) => createGroup(members, false),
    /** The change comes after the whole group, unless optional dependencies contradict each other. */
    addOptional(step: number, group: number): void {
      dependencies.push({ step, prerequisite: group, isRequired: false })
    },
    /** The positions of all changes from 0 to `count` in an order that satisfies the dependencies. */
    sort(count: number): number[] {
      const toStep = (position: number) => (position < 0 ? -1 - position : groupCount + position)
      const sorted = sortTopologically(
        groupCount + count,
        groupCount,
        dependencies.map(({ step, prerequisite, isRequired }) => ({
          step: toStep(step),
          prerequisite: toStep(prerequisite),
          isRequired,
        })),
      )
      return sorted.filter((step) => step >= groupCount).map((step) => step - groupCount)
    },
  }
}
