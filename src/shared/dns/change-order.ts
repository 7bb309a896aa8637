import { orderSteps, type StepOrder } from './order-steps.ts'

export type ChangeOrder = ReturnType<typeof createChangeOrder>

/** Collects which changes come after which. Groups keep the number of orders linear. */
export function createChangeOrder() {
  const orders: { step: number; prerequisite: number; isRule: boolean }[] = []
  let groupCount = 0
  /** Groups have negative numbers here, changes their place. */
  function addGroup(members: readonly number[], isRule: boolean): number {
    groupCount += 1
    for (const prerequisite of members) orders.push({ step: -groupCount, prerequisite, isRule })
    return -groupCount
  }
  const addWish = (step: number, prerequisite: number) => orders.push({ step, prerequisite, isRule: false })
  return {
    addRule(later: readonly number[], earlier: readonly number[]): void {
      const group = addGroup(earlier, true)
      for (const step of later) orders.push({ step, prerequisite: group, isRule: true })
    },
    addGroup: (members: readonly number[]) => addGroup(members, false),
    addWish,
    sort(count: number): number[] {
      const stepOf = (place: number) => (place < 0 ? -1 - place : groupCount + place)
      const steps = orders.map(({ step, prerequisite, isRule }): StepOrder => ({
        step: stepOf(step),
        prerequisite: stepOf(prerequisite),
        isRule,
      }))
      const sorted = orderSteps(groupCount + count, groupCount, steps)
      return sorted.filter((step) => step >= groupCount).map((step) => step - groupCount)
    },
  }
}
