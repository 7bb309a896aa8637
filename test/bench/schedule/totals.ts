import type { Figure } from '../figures.ts'
import { limits } from '#shared/api/limits.ts'
import { ours } from './limiters.ts'
import { overSeeds, ratios, runAll, say, windows } from './measure.ts'
import type { Course } from './scenario.ts'
import type { Keep } from './tally.ts'

const goals = [[5_000, 1.015], [1_000, 1.03], [60, 1.1], [30, 1.1], [10, 1.1]] as const
const { concurrent } = limits.domain

/** Work of its own: how near it comes to the least time that it can take. */
export async function benchTotals(keep: Keep): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const window of windows) {
    say(`work alone, ${window} window`)
    for (const [calls, goal] of goals) {
      const courses = keep(await runAll(ours(), { window, calls }))
      const why = calls <= 60 ? whySmall(courses) : undefined
      figures.push(overSeeds(`total / bound, ${calls} calls, ${window}`, ratios(courses), '×', { goal, ...(why && { why }) }))
    }
    const refusing = keep(await runAll(ours(), { window, calls: 5_000, countsRefused: true }))
    figures.push(overSeeds(`total / bound where refused calls count, 5,000 calls, ${window}`, ratios(refusing), '×', { goal: 1.05 }))
  }
  return figures
}

function whySmall(courses: readonly Course[]): string {
  const known = courses.map(({ durations, boundMs }) => longestFirst(durations) / boundMs).toSorted((a, b) => a - b)
  return (
    'Every place is in use until the last call has left, so none could leave earlier. What is above the bound is the wait for the longest of the last calls, and nobody ' +
    `knows before which that is. If all were known and the longest left first, it would be ${(known[known.length >> 1] as number).toFixed(2)} ×.`
  )
}

/** How long it would take if all durations were known before. */
function longestFirst(durations: readonly number[]): number {
  const places = new Array<number>(concurrent).fill(0)
  for (const ms of durations.toSorted((a, b) => b - a)) places[places.indexOf(Math.min(...places))]! += ms
  return Math.max(...places)
}
