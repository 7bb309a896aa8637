import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBooksStore } from '#main/api/books-store.ts'
import { openDatabase } from '#main/store/database.ts'
import { figure, median, type Figure } from '../figures.ts'
import { killAndGoOn } from './kill.ts'
import { ours, peers, type CreateLimiter } from './limiters.ts'
import { atItAlways, looksIn } from './person.ts'
import { plain, runScenario, type Course, type Scenario } from './scenario.ts'

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)
const kills = 200
const windows = ['sliding', 'fixed'] as const
const tenYearsMs = 10 * 365 * 86_400_000
const hourMs = 3_600_000

async function runAll(limiter: CreateLimiter, scenario: Partial<Scenario>, of: readonly number[] = seeds): Promise<Course[]> {
  const courses: Course[] = []
  for (const seed of of) courses.push(await runScenario(limiter, { ...plain, ...scenario, seed }))
  return courses
}

const ratios = (courses: readonly Course[]) => courses.map(({ ratio }) => ratio)
const refusals = (courses: readonly Course[]) => courses.map(({ refused, sent }) => (1000 * refused) / sent)

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Of all calls of a person over all seeds: one run has too few of them for the far end. */
function slowdown(courses: readonly Course[], share: number): number {
  const [waited, bare] = [courses.flatMap((course) => course.waited), courses.flatMap((course) => course.bare)]
  return quantile(waited, share) / quantile(bare, share)
}

function slowdownBySeed(courses: readonly Course[]): number[] {
  return courses.filter(({ waited }) => waited.length > 0).map(({ waited, bare }) => quantile(waited, 0.95) / quantile(bare, 0.95))
}

/** It takes minutes: says on stderr how far it is. */
const say = (what: string) => console.error(`  … ${what}`)

const one = (name: string, value: number, unit: string, goal: number | null = null) => figure(name, [value], unit, goal)

/** Our schedule and its peers against the limits of the service, in virtual time. */
export async function benchSchedule(): Promise<Figure[]> {
  const figures: Figure[] = []
  let [calls, refused] = [0, 0]
  const keep = (courses: Course[]) => {
    for (const course of courses) {
      calls += course.sent
      refused += course.refused
    }
    return courses
  }

  for (const window of windows) {
    say(`work and a person, ${window} window`)
    for (const [count, goal] of [[5_000, 1.015], [1_000, 1.03], [60, 1.1], [30, 1.1], [10, 1.1]] as const) {
      figures.push(figure(`total / bound, ${count} calls, ${window}`, ratios(keep(await runAll(ours(), { window, calls: count }))), '×', goal))
    }
    figures.push(figure(`total / bound where refused calls count, ${window}`, ratios(keep(await runAll(ours(), { window, countsRefused: true }))), '×', 1.05))
    for (const [count, totalGoal] of [[5_000, 1.015], [1_000, 1.03]] as const) {
      const beside = keep(await runAll(ours(), { window, calls: count, person: looksIn }))
      figures.push(
        figure(`total / bound, ${count} calls, a person looks in, ${window}`, ratios(beside), '×', totalGoal),
        figure(`p95 of that person / bare, ${count} calls, ${window}`, slowdownBySeed(beside), '×', 1.15),
        one(`p99.9 of that person / bare, all seeds, ${count} calls, ${window}`, slowdown(beside, 0.999), '×', 3),
      )
    }
  }

  const always = keep(await runAll(ours(), { calls: 5_000, person: atItAlways }, seeds.slice(0, 5)))
  figures.push(
    figure('p95 of a person who never pauses / bare', slowdownBySeed(always), '×'),
    figure('total / bound beside that person', ratios(always), '×'),
  )

  say('wrong clocks')
  const right = median(ratios(await runAll(ours(), {})))
  for (const wallErrorMs of [tenYearsMs, -tenYearsMs]) {
    const wrong = keep(await runAll(ours(), { wallErrorMs, wallJumpMs: hourMs }))
    figures.push(figure(`total, clock ${wallErrorMs > 0 ? 'ahead' : 'behind'} ten years and jumping an hour / right clock`, ratios(wrong).map((ratio) => ratio / right), '×', 1.01))
  }
  figures.push(one(`refused of ${calls} calls, no foreign traffic`, refused, 'calls', 0))

  say('a foreign client')
  for (const window of windows) {
    for (const countsRefused of [false, true]) {
      const shared = await runAll(ours(), { window, countsRefused, calls: 1_000, person: looksIn, foreignPerMinute: 12 })
      const where = `${window}${countsRefused ? ', refused count' : ''}`
      figures.push(
        figure(`refused of 1,000 with a foreign client, ${where}`, refusals(shared), 'calls', 2),
        one(`p95 of a person with a foreign client / bare, all seeds, ${where}`, slowdown(shared, 0.95), '×', 3),
      )
    }
  }

  say('kills')
  const killed = []
  for (let seed = 1; seed <= kills; seed += 1) killed.push(await killAndGoOn(seed))
  figures.push(
    one(`refused after ${kills} kills`, killed.reduce((sum, each) => sum + each.refused, 0), 'calls', 0),
    figure('unused of the 60 calls of the first minute after a kill', killed.map(({ unused }) => unused), 'calls', 3),
  )

  say('50 accounts')
  figures.push(...(await manyAccounts()))
  for (const [name, limiter] of Object.entries(peers)) {
    say(name)
    for (const window of windows) {
      const courses = await runAll(limiter, { window, person: looksIn }, seeds.slice(0, 5))
      figures.push(
        figure(`${name}, ${window}: total / bound, 1,000 calls`, ratios(courses), '×'),
        figure(`${name}, ${window}: refused of 1,000`, refusals(courses), 'calls'),
        one(`${name}, ${window}: p95 of a person / bare, all seeds`, slowdown(courses, 0.95), '×'),
      )
    }
  }
  return figures
}

async function cpuOf(limiter: CreateLimiter, scenario: Partial<Scenario>): Promise<{ course: Course; msPerCall: number }> {
  const before = process.cpuUsage()
  const [course] = await runAll(limiter, scenario, [1])
  const { user, system } = process.cpuUsage(before)
  return { course: course as Course, msPerCall: (user + system) / 1000 / (course as Course).sent }
}

async function manyAccounts(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-schedule-'))
  const database = openDatabase(join(folder, 'banto.db'))
  const many = { accounts: 50, calls: 1_000 }
  const passThrough: CreateLimiter = () => ({ keepsRetryAfter: false, run: (_account, _kind, send) => send(), close: () => undefined })
  try {
    const alone = await runAll(ours(), {}, [1])
    const rounds = []
    for (let round = 0; round < 1; round += 1) {
      // The clockwork of the bench itself costs time, too: the same calls without any limiter, at a service without limits.
      const bare = await cpuOf(passThrough, { ...many, isUnlimited: true })
      const inMemory = await cpuOf(ours(), many)
      const onDisk = await cpuOf(ours((clock) => createBooksStore(database, clock)), many)
      const peer = await cpuOf(peers['bottleneck minTime'] as CreateLimiter, many)
      rounds.push({ bare: bare.msPerCall, inMemory, onDisk, peer: peer.msPerCall })
    }
    const rates = rounds.flatMap(({ onDisk }) => onDisk.course.rates)
    const sum = rates.reduce((all, rate) => all + rate, 0)
    const squares = rates.reduce((all, rate) => all + rate * rate, 0)
    return [
      figure('50 accounts × 1,000 calls / one account alone', rounds.map(({ onDisk }) => onDisk.course.totalMs / (alone[0] as Course).totalMs), '×', 1.01),
      one('unfairness between them (1 − Jain index)', 1 - (sum * sum) / (rates.length * squares), '', 0.001),
      figure('CPU of a call, books on disk', rounds.map(({ onDisk, bare }) => onDisk.msPerCall - bare), 'ms', 0.05),
      figure('CPU of a call, books in memory', rounds.map(({ inMemory, bare }) => inMemory.msPerCall - bare), 'ms'),
      figure('CPU of a call, bottleneck minTime', rounds.map(({ peer, bare }) => peer - bare), 'ms'),
    ]
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
