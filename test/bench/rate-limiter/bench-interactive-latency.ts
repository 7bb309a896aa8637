import type { Figure } from '#test/bench/bench-figures.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import { createBantoLimiter } from './compared-limiters.ts'
import {
  createFigureOfOneValue,
  createFigureOfMedianOverSeeds,
  ratiosOfDurationToLowerBound,
  runForAllSeeds,
  logProgress,
  seeds,
  userCallSlowdownAtQuantile,
  slowdownBySeed,
  quotaWindowKinds,
} from './run-scenario-for-seeds-and-compute-figures.ts'
import { continuousUse, occasionalSessions } from './simulated-user.ts'
import type { ScenarioResult, Scenario } from './run-scenario.ts'
import type { CountCallsOfRuns } from './call-counter.ts'

const { perMinute } = rateLimits.domain

const works = [
  [5_000, 1.015],
  [1_000, 1.03],
] as const
export const bulkRunWithUser = { calls: 5_000, person: occasionalSessions } satisfies Partial<Scenario>

/** Measures a user's calls during a bulk run. */
export async function benchInteractiveLatency(record: CountCallsOfRuns): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const window of quotaWindowKinds) {
    logProgress(`a person beside work, ${window} window`)
    for (const [calls, totalGoal] of works) {
      const results = record(await runForAllSeeds(createBantoLimiter(), { window, calls, person: occasionalSessions }))
      const isShort = calls === 1_000
      figures.push(
        createFigureOfMedianOverSeeds(
          `p95 of a person / bare, ${calls} calls, ${window}`,
          slowdownBySeed(results),
          '×',
          { goal: 1.15, ...(isShort && { why: whyFirstIsLate }) },
        ),
        createFigureOfOneValue(
          `p99.9 of a person / bare, all seeds, ${calls} calls, ${window}`,
          userCallSlowdownAtQuantile(results, 0.999),
          '×',
          { goal: 3, ...(isShort && { why: whySomeWaitLong }) },
        ),
        createFigureOfMedianOverSeeds(
          `total / bound beside that person, ${calls} calls, ${window}`,
          ratiosOfDurationToLowerBound(results),
          '×',
          { goal: totalGoal, why: whyNotBoth(results, totalGoal) },
        ),
      )
    }
  }
  const always = record(
    await runForAllSeeds(createBantoLimiter(), { ...bulkRunWithUser, person: continuousUse }, seeds.slice(0, 10)),
  )
  return [
    ...figures,
    createFigureOfMedianOverSeeds('p95 of a person who never pauses / bare, 5,000 calls', slowdownBySeed(always), '×', {
      goal: 1.15,
    }),
    createFigureOfOneValue('p99.9 of that person / bare, all seeds', userCallSlowdownAtQuantile(always, 0.999), '×', {
      goal: 3,
    }),
    createFigureOfMedianOverSeeds('total / bound beside that person', ratiosOfDurationToLowerBound(always), '×'),
  ]
}

const whyFirstIsLate =
  'In so short a run, nearly every session of the user is the first one. Nothing is known of a user who was not active before. The first chain of calls is a twentieth of all calls, and a ' +
  'slot reserved for it in every batch would cost 1.7 %. The 3 % are spent on even pacing, with which the first call waits for the next slot instead of the end of the minute.'

const whySomeWaitLong =
  'With so few calls, this is the second or third longest wait of all seeds. A batch of 1,000 calls ends with 40 calls in its last minute. In each minute, these 40 calls are sent in the first 24 seconds, ' +
  'which costs 2.4 %, and the other 20 in the rest, 1.8 seconds apart. A larger distance between the first 40 calls would cost more than the 3 %.'

/**
 * Explains why the two goals exclude each other. A call at a random time finds a free slot with a probability of at
 * most the mean number of free slots.
 */
function whyNotBoth(results: readonly ScenarioResult[], goal: number): string {
  const free = results.map(({ callDurationsMs, boundMs }) => {
    const answerMs = callDurationsMs.reduce((sum, ms) => sum + ms, 0) / callDurationsMs.length
    return perMinute - (callDurationsMs.length * (minuteMs + answerMs)) / (goal * boundMs)
  })
  const bare = results.flatMap((result) => result.userCallMsWithoutLimiter).toSorted((a, b) => a - b)
  const limitMs = 1.15 * (bare[Math.floor(0.95 * bare.length)] as number)
  const mayWait = 0.05 - bare.filter((ms) => ms > limitMs).length / bare.length
  const atIt = occasionalSessions.activeMs / (occasionalSessions.activeMs + occasionalSessions.awayMs)
  const firstShare = occasionalSessions.thinkMs / occasionalSessions.activeMs
  const between = 1 - mayWait / firstShare
  const middle = Math.max(0, free.toSorted((a, b) => a - b)[free.length >> 1] as number)
  return (
    `${goal} leaves ${middle.toFixed(2)} of ${perMinute} slots free on average with even pacing. At unpredictable times, the share of calls that find a free slot is at most ` +
    `the mean number of free slots. For p95 <= 1.15, only ${(100 * mayWait).toFixed(1)} % of the calls may wait (the rest of the 5 % are slow by themselves). Of the ${(100 * firstShare).toFixed(1)} % that follow a ` +
    `pause, ${(100 * between).toFixed(0)} % have to find a free slot, so ${between.toFixed(2)} slots have to be free between actions. Of chains of four calls, nearly all have to find one, so three or more slots have to be free while the user is active, ${(100 * atIt).toFixed(0)} % of the time. ` +
    `Together this is ${(between * (1 - atIt) + 3 * atIt).toFixed(2)} slots at the very least. The user's calls take precedence.`
  )
}
