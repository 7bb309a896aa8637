import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '#main/api/client.ts'
import type { Transport, WireRequest } from '#main/api/transport.ts'
import { expiryAfter } from '#shared/expiry.ts'
import type { IntentDraft } from '#main/orders/intent.ts'
import { createRuns } from '#main/orders/sending/runs.ts'
import { openDatabase } from '#main/store/database.ts'
import { limits, minuteMs } from '#shared/api/limits.ts'
import { isAppError } from '#shared/errors.ts'
import { createAccountsInMemory } from '#test/main/api/accounts-in-memory.ts'
import { createJournalInMemory } from '#test/main/orders/journal-in-memory.ts'
import { wholeBody } from '#test/whole-body.ts'
import { figure, type Figure } from './figures.ts'
import { createOracle, totalMs, tripOf } from './schedule/oracle.ts'
import { atItAlways, looksIn, startPerson, type Habit } from './schedule/person.ts'
import { createRandom } from './schedule/random.ts'
import { createVirtualTime } from './schedule/virtual-time.ts'

const renewals = 500
const renewalMs = 8_000
const seeds = Array.from({ length: 20 }, (_, index) => index + 1)
const confirmed = '2027-03-31'
const baseUrl = 'https://service.example'

interface Course {
  totalMs: number
  /** Of the renewals themselves, one after the other. */
  sumMs: number
  sent: number
  done: number
  refused: number
  waited: number[]
  bare: number[]
}

/** A run of renewals through the whole request core, its journal in memory, in virtual time. */
async function play(seed: number, habit: Habit | null): Promise<Course> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-renewals-'))
  const database = openDatabase(join(folder, 'banto.db'))
  const random = createRandom(seed)
  const startsAt = Date.UTC(2026, 10, 20, 3, 0, 0) + Math.floor(random() * 10 * minuteMs)
  const time = createVirtualTime(startsAt)
  const oracle = createOracle(time, startsAt, { window: 'sliding', countsRefused: false, foreignPerMinute: 0 }, createRandom(seed + 1))
  const course: Course = { totalMs: 0, sumMs: 0, sent: 0, done: 0, refused: 0, waited: [], bare: [] }
  const expiries = new Map(Array.from({ length: renewals }, (_, index) => [`domain-${index}.com`, confirmed]))

  function bodyOf({ path }: WireRequest): object {
    if (path === '/v1/domain') return { domains: [...expiries].map(([domain_name, expiry_date]) => ({ domain_name, expiry_date, status: 'active' })) }
    const name = path.split('/')[3] as string
    const previous = expiries.get(name) as string
    if (!path.endsWith('/renew')) return { domain_name: name, status: 'active', expiry_date: previous }
    const expiry = expiryAfter(previous, 1) as string
    expiries.set(name, expiry)
    return { domain: { domain_name: name, status: 'active', expiry_date: expiry, epp_statuses: [], renewed: true, previous_expiry_date: previous } }
  }

  const transport: Transport = {
    async send(request) {
      const isRenewal = request.method === 'POST'
      const trip = { ...tripOf(random), ...(isRenewal && { servedMs: renewalMs }) }
      if (isRenewal) {
        course.sumMs += totalMs(trip)
        course.sent += 1
      }
      const { status, headers } = await oracle.send('a', trip)
      const body = status === 200 ? bodyOf(request) : { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'too many' } }
      if (request.secret === 'person') course.bare.push(totalMs(trip))
      return { status, headers, body: wholeBody(Buffer.from(JSON.stringify(body))) }
    },
    close: () => Promise.resolve(),
  }

  const accounts = createAccountsInMemory()
  accounts.add({ id: 'a', baseUrl })
  accounts.addKey('a', { id: 'k', me: null }, 'runs')
  accounts.addKey('a', { id: 'p', me: null }, 'person')
  const api = createApiClient({ accounts, database, clock: time.clock, random, transport, isOffline: () => false })
  let ids = 0
  const journal = createJournalInMemory()
  const ended = Promise.withResolvers<void>()
  const runs = createRuns({
    api,
    journal: {
      ...journal,
      async change(id, change) {
        const intent = await journal.change(id, change)
        if (intent.state === 'done') course.done += 1
        if (course.done === renewals) ended.resolve()
        return intent
      },
    },
    sealer: { seal: async (text) => text, open: async (text) => text },
    accounts,
    clock: time.clock,
    random,
    newId: () => `bench-id-${(ids += 1)}`,
    emit: () => undefined,
    onStep: () => undefined,
      isOvertaken: () => false,
      dismissed: { has: () => false, add: () => undefined },
  })

  async function ask(): Promise<void> {
    const askedAt = time.clock.monotonic()
    const [name] = [...expiries.keys()].slice(Math.floor(random() * renewals))
    await api.call({ accountId: 'a', keyId: 'p', endpoint: 'domain.detail', input: { domain_name: name as string }, priority: 'interactive' })
    course.waited.push(time.clock.monotonic() - askedAt)
  }

  const restore = time.install()
  try {
    const person = habit && startPerson(habit, time, createRandom(seed + 77), () => ask().catch(endOfRun))
    const drafts = [...expiries.keys()].map((name): IntentDraft => ({
      item: { kind: 'renew', accountId: 'a', name, years: 1 },
      yen: 1_650,
      keyId: 'k',
      accountLabel: 'Aoi',
      baseUrl,
      expiryDate: confirmed,
      authCode: null,
    }))
    await time.until(runs.place(drafts))
    await time.until(ended.promise)
    course.totalMs = time.clock.monotonic()
    course.refused = oracle.refused
    person?.stop()
    oracle.stop()
    await time.until(Promise.all([runs.close(), api.close()]))
    return course
  } finally {
    restore()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The run is over, and with it the call that a person still waits for. */
function endOfRun(thrown: unknown): void {
  if (!isAppError(thrown, 'cancelled')) throw thrown
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(0.95 * values.length)] as number
}

/** 500 renewals of 8 s each: how close the run comes to the places it may use, and what a person beside it feels. */
export async function benchRenewals(): Promise<Figure[]> {
  const alone: Course[] = []
  const beside: Course[] = []
  const glanced: Course[] = []
  for (const seed of seeds) {
    alone.push(await play(seed, null))
    beside.push(await play(seed, atItAlways))
    glanced.push(await play(seed, looksIn))
  }
  const { concurrent } = limits.domain
  const all = [...alone, ...beside, ...glanced]
  const overFour = (courses: readonly Course[]) => courses.map((course) => course.totalMs / (course.sumMs / (concurrent - 1)))
  // Over all seeds: who looks in asks for so little in one that its p95 is the second or third longest wait.
  const slowdown = (courses: readonly Course[]) => [p95(courses.flatMap(({ waited }) => waited)) / p95(courses.flatMap(({ bare }) => bare))]
  return [
    figure('total / (sum / 5), unattended', alone.map((course) => course.totalMs / (course.sumMs / concurrent)), '×', 1.02),
    figure('total / (sum / 4), a person looks in', overFour(glanced), '×', 1.02),
    figure('p95 of that person / bare, all seeds', slowdown(glanced), '×', 1.25),
    figure('total / (sum / 4), a person who never pauses', overFour(beside), '×', 1.02),
    figure('p95 of a person who never pauses / bare, all seeds', slowdown(beside), '×', 1.25),
    figure('renewals not sent once, all runs', [sum(all.map(({ sent }) => Math.abs(sent - renewals)))], 'calls', 0),
    figure('refused by the limits, all runs', [sum(all.map(({ refused }) => refused))], 'calls', 0),
  ]
}
