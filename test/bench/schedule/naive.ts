import type { Figure } from '../figures.ts'
import { peers } from './limiters.ts'
import { one, overSeeds, ratios, refusals, runAll, say, seeds, slowdown, windows } from './measure.ts'
import { looksIn } from './person.ts'

/** In a sliding window each of them is refused that often, of 1,000 calls, and lets a person wait that much longer than bare. */
const leastRefused = 10
const leastSlowdown = 2

/**
 * What the peers do under the same service. Throws when one of them does not show the faults that are known of all of them: then the service
 * of this bench is wrong, and what it says of ours is worth nothing.
 */
export async function benchNaive(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, limiter] of Object.entries(peers)) {
    say(name)
    for (const window of windows) {
      const courses = await runAll(limiter, { window, person: looksIn }, seeds.slice(0, 5))
      const total = overSeeds(`${name}, ${window}: total / bound, 1,000 calls`, ratios(courses), '×')
      const refused = overSeeds(`${name}, ${window}: refused of 1,000`, refusals(courses), 'calls')
      const slower = one(`${name}, ${window}: p95 of a person / bare, all seeds`, slowdown(courses, 0.95), '×')
      if (window === 'sliding' && !(refused.value >= leastRefused && slower.value >= leastSlowdown)) {
        throw new Error(`The service of this bench is wrong: ${name} is refused ${refused.value} of 1,000 calls, and a person waits ${slower.value} times as long`)
      }
      figures.push(total, refused, slower)
    }
  }
  return figures
}
