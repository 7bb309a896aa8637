import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { rateLimits } from '#shared/api/service-limits.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { killAndRestartBulkRun } from '#test/bench/rate-limiter/kill-and-restart-bulk-run.ts'
import { createBantoLimiter } from '#test/bench/rate-limiter/compared-limiters.ts'
import { continuousUse, occasionalSessions, type UserActivity } from '#test/bench/rate-limiter/simulated-user.ts'
import { createUniformRandom, type Random } from '#test/bench/rate-limiter/random-distributions.ts'
import { defaultScenario, runScenario } from '#test/bench/rate-limiter/run-scenario.ts'
import type { CampaignOptions } from './cli.ts'
import { createMinimumFigure, createZeroFigure, type CampaignFigure } from './campaign-figures.ts'
import {
  appLifetimesArbitrary,
  playAppLifetimes,
  sendMoreThanDailyQuotaWithKills,
  type ObservedCalls,
} from './play-app-lifetimes-on-rate-limiter.ts'

/** A single call now and then, without a pattern. */
const randomSingleCalls: UserActivity = { activeMs: 0, awayMs: 30_000, thinkMs: 8_000 }
const tenYearsMs = 10 * 365 * 86_400_000
const { perMinute, perDay, concurrent } = rateLimits.domain
const whole = { calls: 1_000_000, courses: 20_000, days: 20, kills: 2_000 }
const short = { calls: 50_000, courses: 1_000, days: 2, kills: 200 }

/** Prints progress on stderr, because the campaign takes minutes. */
const logProgress = (what: string) => console.error(`  … ${what}`)

/**
 * Tests the guarantees of the rate limiter over all settings of the service, batch sizes, user activities, clock errors
 * and kills.
 */
export async function runRateLimiterCampaign({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const goal = isShort ? short : whole
  const random = createUniformRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'banto-campaign-'))
  const database = openDatabase(join(folder, 'banto.db'))
  try {
    return [
      ...(await playLives(database, goal, seed)),
      ...(await playDays(database, goal, random)),
      ...(await playWorks(goal, random)),
      ...(await playKills(goal, seed)),
    ]
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function maxOf(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0)
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const atMost = (name: string, value: number, allowed: number): CampaignFigure => ({
  name,
  value,
  goal: `at most ${allowed}`,
  holds: value <= allowed,
})

const isUnderLimits = ({ refused, maxInMinute, maxInDay, maxAtOnce, faults }: ObservedCalls) =>
  refused === 0 && faults.length === 0 && maxInMinute <= perMinute && maxInDay <= perDay && maxAtOnce <= concurrent

/** Plays random cancellations, deadlines, kills and clock errors, up to the first case that breaks a guarantee. */
async function playLives(database: Database, { courses }: typeof whole, seed: number): Promise<CampaignFigure[]> {
  logProgress(`${courses} courses of one to three lives`)
  const seen: ObservedCalls[] = []
  const property = fc.asyncProperty(appLifetimesArbitrary, async (planned) => {
    const one = await playAppLifetimes(database, planned)
    seen.push(one)
    return isUnderLimits(one)
  })
  const { failed, counterexample } = await fc.check(property, { numRuns: courses, seed, endOnFailure: true })
  if (failed) {
    const lives = counterexample?.[0].lives.map(({ calls, ...rest }) => ({ calls: calls.length, ...rest }))
    console.log(`course ${seen.length} broke a promise:`, { ...counterexample?.[0], lives }, seen.at(-1))
  }
  return [
    createMinimumFigure('courses of lives', seen.length, courses),
    { name: 'calls in them', value: sum(seen.map(({ calls }) => calls)), goal: null, holds: null },
    createZeroFigure('refused', sum(seen.map(({ refused }) => refused))),
    atMost('most in any minute', maxOf(seen.map(({ maxInMinute }) => maxInMinute)), perMinute),
    atMost('most at once', maxOf(seen.map(({ maxAtOnce }) => maxAtOnce)), concurrent),
    createZeroFigure('lost, sent twice, or ended late or otherwise', sum(seen.map(({ faults }) => faults.length))),
  ]
}

async function playDays(database: Database, { days }: typeof whole, random: Random): Promise<CampaignFigure[]> {
  logProgress(`${days} days whose share is spent`)
  const seen = []
  for (let day = 0; day < days; day += 1) seen.push(await sendMoreThanDailyQuotaWithKills(database, random))
  return [
    createZeroFigure(`refused in ${days} days with kills and wrong clocks`, sum(seen.map(({ refused }) => refused))),
    atMost('most in any day', maxOf(seen.map(({ maxInDay }) => maxInDay)), perDay),
    atMost(
      'longest until the next day went on, hours',
      Math.ceil((10 * maxOf(seen.map(({ tookMs }) => tookMs))) / 3_600_000) / 10,
      24.2,
    ),
  ]
}

async function playWorks({ calls }: typeof whole, random: Random): Promise<CampaignFigure[]> {
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  let [sent, refused, logged] = [0, 0, 0]
  while (sent < calls) {
    if (sent >= logged) {
      logProgress(`${sent} of ${calls} calls of works`)
      logged += calls / 10
    }
    const scenario = {
      ...defaultScenario,
      seed: Math.floor(random() * 2 ** 30),
      calls: oneOf([30, 200, 1_000, 5_000]),
      accounts: oneOf([1, 1, 5]),
      person: oneOf([null, occasionalSessions, continuousUse, randomSingleCalls]),
      window: oneOf(['sliding', 'fixed'] as const),
      countsRefused: oneOf([true, false]),
      wallErrorMs: oneOf([0, tenYearsMs, -tenYearsMs]),
      wallJumpMs: oneOf([0, 3_600_000]),
    }
    const work = await runScenario(createBantoLimiter(), scenario)
    sent += work.sent
    refused += work.refused
    if (work.refused > 0) console.log(`refused ${work.refused} in`, scenario)
  }
  return [createMinimumFigure('calls of works', sent, calls), createZeroFigure('refused of them', refused)]
}

async function playKills({ kills }: typeof whole, seed: number): Promise<CampaignFigure[]> {
  logProgress(`${kills} works killed and started again`)
  let refused = 0
  for (let index = 0; index < kills; index += 1) refused += (await killAndRestartBulkRun(seed + index)).refused
  return [createZeroFigure(`refused after ${kills} kills`, refused)]
}
