import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { limits } from '#shared/api/limits.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { killAndGoOn } from '#test/bench/schedule/kill.ts'
import { ours } from '#test/bench/schedule/limiters.ts'
import { atItAlways, looksIn, type Habit } from '#test/bench/schedule/person.ts'
import { createRandom, type Random } from '#test/bench/schedule/random.ts'
import { plain, runScenario } from '#test/bench/schedule/scenario.ts'
import type { CampaignOptions } from './cli.ts'
import { atLeast, none, type CampaignFigure } from './figures.ts'
import { course, live, liveThroughDay, type Seen } from './schedule-lives.ts'

/** One call now and then, without any pattern. */
const nowAndThen: Habit = { atItMs: 0, awayMs: 30_000, thinkMs: 8_000 }
const tenYearsMs = 10 * 365 * 86_400_000
const { perMinute, perDay, concurrent } = limits.domain
const whole = { calls: 1_000_000, courses: 20_000, days: 20, kills: 2_000 }
const short = { calls: 50_000, courses: 1_000, days: 2, kills: 200 }

/** It takes minutes: says on stderr how far it is. */
const say = (what: string) => console.error(`  … ${what}`)

/** What the schedule promises, over all settings of the service, sizes of work, habits of a person, errors of the clock and kills. */
export async function campaignSchedule({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const goal = isShort ? short : whole
  const random = createRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'banto-campaign-'))
  const database = openDatabase(join(folder, 'banto.db'))
  try {
    return [...(await playLives(database, goal, seed)), ...(await playDays(database, goal, random)), ...(await playWorks(goal, random)), ...(await playKills(goal, seed))]
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function most(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0)
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const atMost = (name: string, value: number, allowed: number): CampaignFigure => ({ name, value, goal: `at most ${allowed}`, holds: value <= allowed })

const isUnderLimits = ({ refused, mostInMinute, mostInDay, mostAtOnce, faults }: Seen) =>
  refused === 0 && faults.length === 0 && mostInMinute <= perMinute && mostInDay <= perDay && mostAtOnce <= concurrent

/** Cancellations, deadlines, kills and clocks at random, up to the first course that breaks a promise. */
async function playLives(database: Database, { courses }: typeof whole, seed: number): Promise<CampaignFigure[]> {
  say(`${courses} courses of one to three lives`)
  const seen: Seen[] = []
  const property = fc.asyncProperty(course, async (planned) => {
    const one = await live(database, planned)
    seen.push(one)
    return isUnderLimits(one)
  })
  const { failed, counterexample } = await fc.check(property, { numRuns: courses, seed, endOnFailure: true })
  if (failed) {
    const lives = counterexample?.[0].lives.map(({ calls, ...rest }) => ({ calls: calls.length, ...rest }))
    console.log(`course ${seen.length} broke a promise:`, { ...counterexample?.[0], lives }, seen.at(-1))
  }
  return [
    atLeast('courses of lives', seen.length, courses),
    { name: 'calls in them', value: sum(seen.map(({ calls }) => calls)), goal: null, holds: null },
    none('refused', sum(seen.map(({ refused }) => refused))),
    atMost('most in any minute', most(seen.map(({ mostInMinute }) => mostInMinute)), perMinute),
    atMost('most at once', most(seen.map(({ mostAtOnce }) => mostAtOnce)), concurrent),
    none('lost, sent twice, or ended late or otherwise', sum(seen.map(({ faults }) => faults.length))),
  ]
}

async function playDays(database: Database, { days }: typeof whole, random: Random): Promise<CampaignFigure[]> {
  say(`${days} days whose share is spent`)
  const seen = []
  for (let day = 0; day < days; day += 1) seen.push(await liveThroughDay(database, random))
  return [
    none(`refused in ${days} days with kills and wrong clocks`, sum(seen.map(({ refused }) => refused))),
    atMost('most in any day', most(seen.map(({ mostInDay }) => mostInDay)), perDay),
    atMost('longest until the next day went on, hours', Math.ceil((10 * most(seen.map(({ tookMs }) => tookMs))) / 3_600_000) / 10, 24.2),
  ]
}

async function playWorks({ calls }: typeof whole, random: Random): Promise<CampaignFigure[]> {
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  let [sent, refused, told] = [0, 0, 0]
  while (sent < calls) {
    if (sent >= told) {
      say(`${sent} of ${calls} calls of works`)
      told += calls / 10
    }
    const scenario = {
      ...plain,
      seed: Math.floor(random() * 2 ** 30),
      calls: oneOf([30, 200, 1_000, 5_000]),
      accounts: oneOf([1, 1, 5]),
      person: oneOf([null, looksIn, atItAlways, nowAndThen]),
      window: oneOf(['sliding', 'fixed'] as const),
      countsRefused: oneOf([true, false]),
      wallErrorMs: oneOf([0, tenYearsMs, -tenYearsMs]),
      wallJumpMs: oneOf([0, 3_600_000]),
    }
    const work = await runScenario(ours(), scenario)
    sent += work.sent
    refused += work.refused
    if (work.refused > 0) console.log(`refused ${work.refused} in`, scenario)
  }
  return [atLeast('calls of works', sent, calls), none('refused of them', refused)]
}

async function playKills({ kills }: typeof whole, seed: number): Promise<CampaignFigure[]> {
  say(`${kills} works killed and started again`)
  let refused = 0
  for (let index = 0; index < kills; index += 1) refused += (await killAndGoOn(seed + index)).refused
  return [none(`refused after ${kills} kills`, refused)]
}
