import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { CallContext } from '#main/api/call-context-and-attempt-outcome.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import { createRateLimitLayer } from '#main/api/rate-limit/rate-limit-layer.ts'
import type { CallPriority } from '#main/api/api-client-interface.ts'
import { createRequestQuota, type RequestQuotaLimits } from '#simulator/request-quota.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'
import type { VirtualClock } from '#test/virtual-clock.ts'
import { createRateLimitRig, createTestCall, createTestOutcome } from './rate-limit-rig.ts'

const limitOf = (per_minute: number, concurrent = 2): RequestQuotaLimits => ({ per_minute, per_day: 5_000, concurrent })
const roomy = limitOf(1_000, 100)

function callTo(servername: string, priority: CallPriority = 'job'): CallContext {
  return { ...createTestCall({ endpoint: 'hosting.info', priority }), input: { servername } }
}

/**
 * Answers each call as the simulator's quota does. `limits`: those of each server; of a server without any, the calls
 * count for the account.
 */
function createService(clock: VirtualClock, limits: Record<string, RequestQuotaLimits>, account = roomy) {
  const quota = createRequestQuota({
    limits: { domain: roomy, server: account, account: roomy },
    window: 'sliding',
    count_rejected: true,
  })
  const arrivals: { server: string; at: number; priority: CallPriority; isAdmitted: boolean }[] = []
  const send: SendCall = async ({ input, queuedCall: { priority } }) => {
    const server = String(input['servername'])
    await clock.sleep(20)
    const at = clock.monotonic()
    const limit = limits[server]
    const { isAdmitted, headers, release } = quota.admit(
      'u',
      'server',
      at,
      limit ? { servername: server, limit } : null,
    )
    arrivals.push({ server, at, priority, isAdmitted })
    await clock.sleep(100)
    release()
    await clock.sleep(20)
    return createTestOutcome(isAdmitted ? 200 : 429, headers)
  }
  return {
    send,
    limits,
    arrivals,
    arrivedIn: (server: string, from: number, to: number) =>
      arrivals.filter((one) => one.server === server && one.at >= from && one.at < to).length,
    refused: () => arrivals.filter(({ isAdmitted }) => !isAdmitted),
  }
}

test('A server with a low limit holds back no calls to the other servers', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const { send, arrivedIn, refused } = createService(clock, { small: limitOf(3, 1), large: limitOf(100, 10) })
  for (const name of ['large', 'small']) await clock.until(rateLimit.layer(callTo(name), send))
  const start = clock.monotonic()
  const names = Array.from({ length: 40 }, (_, index) => (index < 12 ? 'small' : 'large'))
  await clock.until(Promise.all(names.map((name) => rateLimit.layer(callTo(name, 'interactive'), send))))
  expect(refused()).toEqual([])
  expect(arrivedIn('large', start, start + minuteMs / 2)).toBe(28)
  expect(arrivedIn('small', start, start + minuteMs / 2)).toBe(2)
})

test('No call is refused once each server has reported its limits, whether they count for each server or for the account', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.record({ perMinute: fc.integer({ min: 2, max: 90 }), concurrent: fc.integer({ min: 1, max: 6 }) }), {
        minLength: 2,
        maxLength: 4,
      }),
      fc.array(fc.record({ server: fc.nat(3), startMs: fc.nat(90_000) }), { minLength: 20, maxLength: 80 }),
      async (countsForEachServer, servers, calls) => {
        const { clock, rateLimit } = createRateLimitRig()
        const [first] = servers.map(({ perMinute, concurrent }) => limitOf(perMinute, concurrent))
        const limits = countsForEachServer
          ? Object.fromEntries(servers.map((own, index) => [`s${index}`, limitOf(own.perMinute, own.concurrent)]))
          : {}
        const { send, arrivals, refused } = createService(clock, limits, first)
        for (const index of servers.keys()) await clock.until(rateLimit.layer(callTo(`s${index}`), send))
        await clock.until(
          Promise.all(
            calls.map(async ({ server, startMs }) => {
              await clock.sleep(startMs)
              await rateLimit.layer(callTo(`s${server % servers.length}`), send)
            }),
          ),
        )
        expect(refused()).toEqual([])
        expect(arrivals).toHaveLength(servers.length + calls.length)
      },
    ),
    { numRuns: 60 },
  )
})

test('A call of the user passes the calls of a job to the same server', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const { send, arrivals } = createService(clock, { small: limitOf(3, 1) })
  await clock.until(rateLimit.layer(callTo('small'), send))
  const job = Array.from({ length: 6 }, () => rateLimit.layer(callTo('small'), send))
  await clock.advance(1_000)
  await clock.until(rateLimit.layer(callTo('small', 'interactive'), send))
  await clock.until(Promise.all(job))
  expect(arrivals).toHaveLength(8)
  expect(arrivals.findIndex(({ priority }) => priority === 'interactive')).toBeLessThanOrEqual(3)
})

test('A lower limit after a change of the plan is learnt from the next response', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const { send, limits, refused, arrivedIn } = createService(clock, { web: limitOf(40, 4) })
  await clock.until(Promise.all(Array.from({ length: 30 }, () => rateLimit.layer(callTo('web'), send))))
  await clock.advance(2 * minuteMs)
  limits['web'] = limitOf(4, 1)
  await clock.until(rateLimit.layer(callTo('web'), send))
  const from = clock.monotonic()
  await clock.until(Promise.all(Array.from({ length: 8 }, () => rateLimit.layer(callTo('web'), send))))
  expect(refused()).toEqual([])
  expect(arrivedIn('web', from, from + minuteMs / 2)).toBe(3)
})

test('The limits of a server and its calls count after a kill, and the waiting calls are shown for the account', async () => {
  const { clock } = createRateLimitRig()
  const database = temporaryDatabase()
  const start = () => createRateLimitLayer({ clock, store: createRateLedgerStore(database, clock, clock.monotonic) })
  const { send, refused, arrivedIn } = createService(clock, { small: limitOf(3, 1) })
  const before = start()
  for (let call = 0; call < 3; call += 1) await clock.until(before.layer(callTo('small'), send))
  await clock.advance(1_000)

  const after = start()
  const calls = [1, 2].map(() => after.layer(callTo('SMALL', 'interactive'), send))
  await clock.advance(1_000)
  expect(after.quotaUsage()).toMatchObject([{ limitClass: 'server', waiting: { interactive: 2 }, inFlight: 0 }])
  await clock.until(Promise.all(calls))
  expect(refused()).toEqual([])
  expect(arrivedIn('small', 0, minuteMs)).toBe(3)
})

test('A call that its server admits too late fails at once with the time at which the server is free', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const { send } = createService(clock, { small: limitOf(1, 1) })
  await clock.until(rateLimit.layer(callTo('small'), send))
  const call = {
    ...createTestCall({ endpoint: 'hosting.info', deadline: clock.monotonic() + 5_000 }),
    input: { servername: 'small' },
  }
  await expect(rateLimit.layer(call, send)).rejects.toMatchObject({
    kind: 'waited_too_long',
    details: { waitingFor: 'minute' },
  })
})

test('After a merge, the calls to each server and the limits that it reported count for the merged account', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const { send, refused, arrivedIn } = createService(clock, { small: limitOf(3, 1) })
  for (let call = 0; call < 2; call += 1) await clock.until(rateLimit.layer({ ...callTo('small'), quota: 'b' }, send))
  rateLimit.mergeQuotas('a', 'b')
  await clock.until(Promise.all([1, 2].map(() => rateLimit.layer(callTo('small', 'interactive'), send))))
  expect(refused()).toEqual([])
  expect(arrivedIn('small', 0, minuteMs)).toBe(3)
})
