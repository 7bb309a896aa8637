import type { Figure } from '../figures.ts'
import { limits, minuteMs } from '#shared/api/limits.ts'
import { ours } from './limiters.ts'
import { one, overSeeds, ratios, refusals, runAll, say, seeds, slowdown, slowdownBySeed, windows } from './measure.ts'
import { atItAlways, looksIn } from './person.ts'
import type { Course, Scenario } from './scenario.ts'
import type { Keep } from './tally.ts'

const { perMinute } = limits.domain
const hourMs = 60 * minuteMs
const tenYearsMs = 10 * 365 * 24 * hourMs

const works = [[5_000, 1.015], [1_000, 1.03]] as const
const besideWork = { calls: 5_000, person: looksIn } satisfies Partial<Scenario>
const besideOthers = { calls: 1_000, person: looksIn, foreignPerMinute: 12 } satisfies Partial<Scenario>

/** A person beside a bulk run. */
export async function benchPersons(keep: Keep): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const window of windows) {
    say(`a person beside work, ${window} window`)
    for (const [calls, totalGoal] of works) {
      const courses = keep(await runAll(ours(), { window, calls, person: looksIn }))
      const isShort = calls === 1_000
      figures.push(
        overSeeds(`p95 of a person / bare, ${calls} calls, ${window}`, slowdownBySeed(courses), '×', { goal: 1.15, ...(isShort && { why: whyFirstIsLate }) }),
        one(`p99.9 of a person / bare, all seeds, ${calls} calls, ${window}`, slowdown(courses, 0.999), '×', { goal: 3, ...(isShort && { why: whySomeWaitLong }) }),
        overSeeds(`total / bound beside that person, ${calls} calls, ${window}`, ratios(courses), '×', { goal: totalGoal, why: whyNotBoth(courses, totalGoal) }),
      )
    }
  }
  const always = keep(await runAll(ours(), { ...besideWork, person: atItAlways }, seeds.slice(0, 10)))
  return [
    ...figures,
    overSeeds('p95 of a person who never pauses / bare, 5,000 calls', slowdownBySeed(always), '×', { goal: 1.15 }),
    one('p99.9 of that person / bare, all seeds', slowdown(always, 0.999), '×', { goal: 3 }),
    overSeeds('total / bound beside that person', ratios(always), '×'),
  ]
}

const whyFirstIsLate =
  'In so short a run nearly every look-in is the first. Of a person who was not seen before nothing is known, the first chain of calls is a twentieth of all of them, and a ' +
  'place kept for it in every work would cost 1.7 %: the 3 % are spent on the even pace, by which the first call waits for the next place and not for the end of the minute.'

const whySomeWaitLong =
  'Of so few calls this is the second or third longest wait of all seeds. A work of 1,000 ends with 40 calls in its last minute: in each minute these 40 leave in the first 24 seconds, ' +
  'which cost 2.4 %, and the other 20 in the rest, 1.8 seconds apart. More distance between the first would cost more than the 3 %.'

/** The share of calls that come at unforeseeable moments and find a place is at most the mean number of places that are free. */
function whyNotBoth(courses: readonly Course[], goal: number): string {
  const free = courses.map(({ durations, boundMs }) => {
    const answerMs = durations.reduce((sum, ms) => sum + ms, 0) / durations.length
    return perMinute - (durations.length * (minuteMs + answerMs)) / (goal * boundMs)
  })
  const bare = courses.flatMap((course) => course.bare).toSorted((a, b) => a - b)
  const limitMs = 1.15 * (bare[Math.floor(0.95 * bare.length)] as number)
  const mayWait = 0.05 - bare.filter((ms) => ms > limitMs).length / bare.length
  const atIt = looksIn.atItMs / (looksIn.atItMs + looksIn.awayMs)
  const firstShare = looksIn.thinkMs / looksIn.atItMs
  const between = 1 - mayWait / firstShare
  const middle = Math.max(0, free.toSorted((a, b) => a - b)[free.length >> 1] as number)
  return (
    `${goal} leaves ${middle.toFixed(2)} of ${perMinute} places free on the mean when the pace is even. At moments that nobody can foresee, the share of calls that find a place is at most ` +
    `the mean number free. For p95 <= 1.15 only ${(100 * mayWait).toFixed(1)} % of the calls may wait (the others of the 5 % are slow by themselves): of the ${(100 * firstShare).toFixed(1)} % that follow a ` +
    `pause ${(100 * between).toFixed(0)} % must find one, so ${between.toFixed(2)} are free between looks; of chains of four nearly all, so three or more are free while the person is at it, ${(100 * atIt).toFixed(0)} % of the time. ` +
    `Together ${(between * (1 - atIt) + 3 * atIt).toFixed(2)} at the very least. The person goes first.`
  )
}

/** Another program on the same quota. */
export async function benchOthers(): Promise<Figure[]> {
  const figures: Figure[] = []
  say('a foreign client')
  for (const window of windows) {
    for (const countsRefused of [false, true]) {
      const shared = await runAll(ours(), { ...besideOthers, window, countsRefused })
      const where = `a foreign client, ${window}${countsRefused ? ', refused count' : ''}`
      figures.push(
        overSeeds(`refused of 1,000 with ${where}`, refusals(shared), 'calls', { goal: 2 }),
        overSeeds(`p95 of a person / bare with ${where}`, slowdownBySeed(shared), '×', { goal: 3 }),
      )
    }
  }
  return figures
}

/** All of it again by wrong clocks: each figure over that by the right one. */
export async function benchClocks(keep: Keep): Promise<Figure[]> {
  const figures: Figure[] = []
  const measure = async (clock: Partial<Scenario>) => {
    const alone = keep(await runAll(ours(), { calls: 1_000, ...clock }))
    const beside = keep(await runAll(ours(), { ...besideWork, ...clock }))
    return { alone, beside, shared: await runAll(ours(), { ...besideOthers, ...clock }) }
  }
  say('the right clock')
  const right = await measure({})
  for (const wallErrorMs of [tenYearsMs, -tenYearsMs]) {
    const which = `clock ${wallErrorMs > 0 ? 'ahead' : 'behind'} ten years and jumping an hour`
    say(which)
    const wrong = await measure({ wallErrorMs, wallJumpMs: hourMs })
    const by = (name: string, values: (runs: typeof right) => readonly (number | null)[]) => {
      const before = values(right)
      const compared = values(wrong).map((value, index) => (value === null ? null : value / (before[index] as number)))
      figures.push(overSeeds(`${name} by a ${which} / right clock`, compared, '×', { goal: 1.01 }))
    }
    by('total of 1,000 calls', ({ alone }) => ratios(alone))
    by('total of 5,000 beside a person', ({ beside }) => ratios(beside))
    by('p95 of that person', ({ beside }) => slowdownBySeed(beside))
    by('p95 of a person with a foreign client', ({ shared }) => slowdownBySeed(shared))
    figures.push(overSeeds(`refused of 1,000 with a foreign client by a ${which}`, refusals(wrong.shared), 'calls', { goal: 2 }))
  }
  return figures
}
