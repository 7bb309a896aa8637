import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '#main/api/client.ts'
import type { Transport, TransportRequest } from '#main/api/http/transport.ts'
import { addYears } from '#shared/renewal-expiry.ts'
import type { IntentDraft } from '#main/orders/stored-intent-schema.ts'
import { createOrderRunService } from '#main/orders/sending/order-run-service.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import { isAppError } from '#shared/app-error.ts'
import { openNewDatabase } from '#test/open-new-database.ts'
import { createAccountsInMemory } from '#test/main/api/accounts-in-memory.ts'
import { createInMemoryJournal } from '#test/main/orders/in-memory-journal.ts'
import { createResponseBodyWithoutLimits } from '#test/create-scanned-response-body-without-size-limits.ts'
import { createFigure, type Figure } from './bench-figures.ts'
import {
  createVirtualRateLimitedService,
  totalLatencyMs,
  drawLatency,
} from '#test/bench/rate-limiter/virtual-service-rate-limits.ts'
import {
  continuousUse,
  occasionalSessions,
  startSimulatedUser,
  type UserActivity,
} from '#test/bench/rate-limiter/simulated-user.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import { createVirtualTime } from '#test/bench/rate-limiter/virtual-time.ts'

const renewals = 500
const renewalMs = 8_000
const seeds = Array.from({ length: 20 }, (_, index) => index + 1)
const confirmed = '2027-03-31'
const baseUrl = 'https://service.example'

interface RenewalRunResult {
  totalMs: number
  /** Sum of the durations of the renewals. */
  sumMs: number
  sent: number
  done: number
  refused: number
  userCallMs: number[]
  userCallMsWithoutLimiter: number[]
}

/** Runs renewals through the whole request pipeline, with the journal in memory, in virtual time. */
async function runRenewals(seed: number, habit: UserActivity | null): Promise<RenewalRunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-renewals-'))
  const database = openNewDatabase(join(folder, 'banto.db'))
  const random = createUniformRandom(seed)
  const startsAt = Date.UTC(2026, 10, 20, 3, 0, 0) + Math.floor(random() * 10 * minuteMs)
  const time = createVirtualTime(startsAt)
  const oracle = createVirtualRateLimitedService(
    time,
    startsAt,
    { window: 'sliding', countsRefused: false, foreignPerMinute: 0 },
    createUniformRandom(seed + 1),
  )
  const result: RenewalRunResult = {
    totalMs: 0,
    sumMs: 0,
    sent: 0,
    done: 0,
    refused: 0,
    userCallMs: [],
    userCallMsWithoutLimiter: [],
  }
  const expiries = new Map(Array.from({ length: renewals }, (_, index) => [`domain-${index}.com`, confirmed]))

  function bodyOf({ path }: TransportRequest): object {
    if (path === '/v1/domain')
      return {
        domains: [...expiries].map(([domain_name, expiry_date]) => ({ domain_name, expiry_date, status: 'active' })),
      }
    const name = path.split('/')[3] as string
    const previous = expiries.get(name) as string
    if (!path.endsWith('/renew')) return { domain_name: name, status: 'active', expiry_date: previous }
    const expiry = addYears(previous, 1) as string
    expiries.set(name, expiry)
    return {
      domain: {
        domain_name: name,
        status: 'active',
        expiry_date: expiry,
        epp_statuses: [],
        renewed: true,
        previous_expiry_date: previous,
      },
    }
  }

  const transport: Transport = {
    async send(request) {
      const isRenewal = request.method === 'POST'
      const trip = { ...drawLatency(random), ...(isRenewal && { servedMs: renewalMs }) }
      if (isRenewal) {
        result.sumMs += totalLatencyMs(trip)
        result.sent += 1
      }
      const { status, headers } = await oracle.send('a', trip)
      const body = status === 200 ? bodyOf(request) : { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'too many' } }
      if (request.secret === 'person') result.userCallMsWithoutLimiter.push(totalLatencyMs(trip))
      return { status, headers, body: createResponseBodyWithoutLimits(Buffer.from(JSON.stringify(body))) }
    },
    close: () => Promise.resolve(),
  }

  const accounts = createAccountsInMemory()
  accounts.add({ id: 'a', baseUrl })
  accounts.addKey('a', { id: 'k', me: null }, 'runs')
  accounts.addKey('a', { id: 'p', me: null }, 'person')
  const api = createApiClient({ accounts, database, clock: time.clock, random, transport, isOffline: () => false })
  let ids = 0
  const journal = createInMemoryJournal()
  const ended = Promise.withResolvers<void>()
  const runs = createOrderRunService({
    api,
    journal: {
      ...journal,
      async change(id, change) {
        const intent = await journal.change(id, change)
        if (intent.state === 'done') result.done += 1
        if (result.done === renewals) ended.resolve()
        return intent
      },
    },
    bodyCipher: { encrypt: async (text) => text, decrypt: async (text) => text },
    accounts,
    clock: time.clock,
    random,
    newId: () => `bench-id-${(ids += 1)}`,
    emit: () => undefined,
    onStep: () => undefined,
    isObsolete: () => false,
    hasErrorCauseEnded: () => false,
    dismissed: { has: () => false, add: () => undefined, delete: () => undefined },
  })

  async function ask(): Promise<void> {
    const askedAt = time.clock.monotonic()
    const [name] = [...expiries.keys()].slice(Math.floor(random() * renewals))
    await api.call({
      accountId: 'a',
      keyId: 'p',
      endpoint: 'domain.detail',
      input: { domain_name: name as string },
      priority: 'interactive',
    })
    result.userCallMs.push(time.clock.monotonic() - askedAt)
  }

  const restore = time.install()
  try {
    const person = habit && startSimulatedUser(habit, time, createUniformRandom(seed + 77), () => ask().catch(endOfRun))
    const drafts = [...expiries.keys()].map((name): IntentDraft => ({
      item: { kind: 'renew', accountId: 'a', name, years: 1 },
      yen: 1_650,
      keyId: 'k',
      accountLabel: 'Aoi',
      baseUrl,
      expiryDate: confirmed,
      authCode: null,
    }))
    await time.until(runs.startRun(drafts))
    await time.until(ended.promise)
    result.totalMs = time.clock.monotonic()
    result.refused = oracle.refused
    person?.stop()
    oracle.stop()
    await time.until(Promise.all([runs.close(), api.close()]))
    return result
  } finally {
    restore()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ignores the cancellation of a user's call that still waits at the end of the run. */
function endOfRun(thrown: unknown): void {
  if (!isAppError(thrown, 'cancelled')) throw thrown
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(0.95 * values.length)] as number
}

/** 500 renewals of 8 s each: how close the run comes to its maximum concurrency, and how long a user's calls wait. */
export async function benchRenewalRunConcurrency(): Promise<Figure[]> {
  const alone: RenewalRunResult[] = []
  const beside: RenewalRunResult[] = []
  const glanced: RenewalRunResult[] = []
  for (const seed of seeds) {
    alone.push(await runRenewals(seed, null))
    beside.push(await runRenewals(seed, continuousUse))
    glanced.push(await runRenewals(seed, occasionalSessions))
  }
  const { concurrent } = rateLimits.domain
  const all = [...alone, ...beside, ...glanced]
  const overFour = (results: readonly RenewalRunResult[]) =>
    results.map((result) => result.totalMs / (result.sumMs / (concurrent - 1)))
  // Over all seeds, because one run has so few calls of the occasional user that its p95 is the second or third longest
  // wait.
  const userCallSlowdownAtQuantile = (results: readonly RenewalRunResult[]) => [
    p95(results.flatMap(({ userCallMs }) => userCallMs)) /
      p95(results.flatMap(({ userCallMsWithoutLimiter }) => userCallMsWithoutLimiter)),
  ]
  return [
    createFigure(
      'total / (sum / 5), unattended',
      alone.map((result) => result.totalMs / (result.sumMs / concurrent)),
      '×',
      1.02,
    ),
    createFigure('total / (sum / 4), a person looks in', overFour(glanced), '×', 1.02),
    createFigure('p95 of that person / bare, all seeds', userCallSlowdownAtQuantile(glanced), '×', 1.25),
    createFigure('total / (sum / 4), a person who never pauses', overFour(beside), '×', 1.02),
    createFigure('p95 of a person who never pauses / bare, all seeds', userCallSlowdownAtQuantile(beside), '×', 1.25),
    createFigure(
      'renewals not sent once, all runs',
      [sum(all.map(({ sent }) => Math.abs(sent - renewals)))],
      'calls',
      0,
    ),
    createFigure('refused by the limits, all runs', [sum(all.map(({ refused }) => refused))], 'calls', 0),
  ]
}
