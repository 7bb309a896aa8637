import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIntegerMinPriorityQueue } from '#shared/dns/plan/integer-min-priority-queue.ts'

const size = 30

test('The queue gives the lowest of the waiting numbers, also one that is added after higher ones were taken', () => {
  const additions = fc.uniqueArray(fc.nat({ max: size - 1 }))
  const takes = fc.array(fc.boolean(), { minLength: size, maxLength: size })
  fc.assert(
    fc.property(additions, takes, (added, mayTake) => {
      const queue = createIntegerMinPriorityQueue(size)
      let waiting: number[] = []
      const takeLowest = () => {
        const lowest = waiting.length === 0 ? undefined : Math.min(...waiting)
        expect(queue.take()).toBe(lowest)
        waiting = waiting.filter((value) => value !== lowest)
      }
      for (const [index, value] of added.entries()) {
        queue.add(value)
        waiting.push(value)
        if (mayTake[index]) takeLowest()
      }
      while (waiting.length > 0) takeLowest()
      takeLowest()
    }),
  )
})
