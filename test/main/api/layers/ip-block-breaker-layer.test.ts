import { describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/api/limits.ts'
import { AppError } from '#shared/app-error.ts'
import { createIpBlockBreaker } from '#main/api/layers/ip-block-breaker-layer.ts'
import type { CallContext, CallOutcome, SendCall } from '#main/api/middleware.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { rejection } from '#test/main/api/client-rig.ts'
import { createTestOutcome, createTestCall } from '#test/main/api/rate-limit/rate-limit-rig.ts'

const refused: CallOutcome = { ...createTestOutcome(401), error: new AppError('service', 'No', { status: 401 }) }
const bare = (headers = {}): CallOutcome => ({ ...createTestOutcome(429, headers), error: new AppError('service', 'Slower', { status: 429 }) })
const giving = (outcome: CallOutcome): SendCall => async () => outcome

function newGuard() {
  const clock = createVirtualClock()
  return { clock, guard: createIpBlockBreaker({ clock }) }
}

const withKey = (id: string, priority: 'interactive' | 'background' = 'background', state: 'untested' | 'working' = 'untested'): CallContext => ({
  ...createTestCall({ priority }),
  key: { id, accountId: 'a', label: id, state, error: null, checkedAt: null, me: null, expiresAt: null, addedAt: 0 },
})

describe('the guard of the source address', () => {
  test('lets untested keys wait for the end of the ten minutes: a person is told, a sync goes on then', async () => {
    const { clock, guard } = newGuard()
    for (let index = 0; index < 2; index += 1) await guard.middleware(createTestCall(), giving(refused))
    expect(await rejection(guard.middleware(createTestCall({ priority: 'interactive' }), giving(createTestOutcome())))).toMatchObject({ details: { reason: 'refused_keys', until: clock.now() + 10 * minuteMs } })
    const startedAt = clock.monotonic()
    await clock.until(guard.middleware(createTestCall(), giving(createTestOutcome())))
    expect(clock.monotonic() - startedAt).toBe(10 * minuteMs)
    expect(guard.block()).toBeNull()
  })

  test('one stored key that is refused in several calls at once counts as one refusal', async () => {
    const { guard } = newGuard()
    for (let index = 0; index < 5; index += 1) await guard.middleware(withKey('refused'), giving(refused))
    expect((await guard.middleware(withKey('new'), giving(createTestOutcome()))).error).toBeNull()
    await guard.middleware(withKey('other'), giving(refused))
    expect(await rejection(guard.middleware(withKey('newer', 'interactive'), giving(createTestOutcome())))).toMatchObject({ kind: 'address_guarded' })
  })

  test('work with keys that were not seen working since two refusals waits; with others it goes on', async () => {
    const { clock, guard } = newGuard()
    const left: string[] = []
    const note = (name: string, outcome = createTestOutcome()): SendCall => async () => {
      left.push(name)
      await clock.sleep(1_000)
      return outcome
    }
    await clock.until(guard.middleware(withKey('idle', 'background', 'working'), note('idle')))
    const busy = guard.middleware(withKey('busy', 'background', 'working'), note('busy'))
    for (const id of ['one', 'two']) await guard.middleware(withKey(id), giving(refused))
    await clock.until(busy)
    const waiting = guard.middleware(withKey('idle', 'background', 'working'), note('idle later'))
    await clock.until(guard.middleware(withKey('busy', 'background', 'working'), note('busy later')))
    expect(left).toEqual(['idle', 'busy', 'busy later'])
    await clock.until(waiting)
    expect(clock.monotonic()).toBeGreaterThanOrEqual(10 * minuteMs)
  })

  test('a person goes on with keys that worked once, until four are refused', async () => {
    const { guard } = newGuard()
    for (const id of ['one', 'two']) await guard.middleware(withKey(id), giving(refused))
    expect((await guard.middleware(withKey('good', 'interactive', 'working'), giving(createTestOutcome()))).error).toBeNull()
    for (const id of ['three', 'four']) await guard.middleware(withKey(id, 'interactive', 'working'), giving(refused))
    expect(await rejection(guard.middleware(withKey('other', 'interactive', 'working'), giving(createTestOutcome())))).toMatchObject({ details: { reason: 'refused_keys' } })
    expect((await guard.middleware(withKey('good', 'interactive', 'working'), giving(createTestOutcome()))).error).toBeNull()
  })

  test('of keys in doubt no more are on their way at once than may be refused', async () => {
    const { clock, guard } = newGuard()
    let [atOnce, most, ended] = [0, 0, 0]
    const send: SendCall = async (call) => {
      const refusal = guard.refusal(call)
      if (refusal) throw refusal
      atOnce += 1
      most = Math.max(most, atOnce)
      await clock.sleep(100)
      atOnce -= 1
      ended += 1
      return createTestOutcome()
    }
    await clock.until(Promise.all(Array.from({ length: 20 }, (_, index) => guard.middleware(withKey(`key ${index}`, 'background', 'working'), send))))
    expect([most, ended, clock.monotonic()]).toEqual([2, 20, 1_000])
  })

  test('a call that waits for less than that is told when its time is over', async () => {
    const { clock, guard } = newGuard()
    for (let index = 0; index < 2; index += 1) await guard.middleware(createTestCall(), giving(refused))
    expect(await clock.until(rejection(guard.middleware(createTestCall({ deadline: 5_000 }), giving(createTestOutcome()))))).toMatchObject({ kind: 'address_guarded' })
    expect(clock.monotonic()).toBe(5_000)
  })

  test('a waiting call that a person now wants too is told', async () => {
    const { clock, guard } = newGuard()
    for (let index = 0; index < 2; index += 1) await guard.middleware(createTestCall(), giving(refused))
    const call = createTestCall()
    const end = rejection(guard.middleware(call, giving(createTestOutcome())))
    await clock.advance(1_000)
    call.callPriority.raise('interactive', Infinity)
    expect(await end).toMatchObject({ kind: 'address_guarded' })
  })

  test('a waiting call that is cancelled ends', async () => {
    const { clock, guard } = newGuard()
    for (let index = 0; index < 2; index += 1) await guard.middleware(createTestCall(), giving(refused))
    const leaving = new AbortController()
    const end = rejection(guard.middleware(createTestCall({ signal: leaving.signal }), giving(createTestOutcome())))
    await clock.advance(1_000)
    leaving.abort()
    expect(await end).toMatchObject({ kind: 'cancelled' })
  })

  test('an ordinary answer between two bare refusals shows that nothing is blocked', async () => {
    const { guard } = newGuard()
    await guard.middleware(createTestCall({ quota: 'a' }), giving(bare()))
    await guard.middleware(createTestCall({ quota: 'c' }), giving(createTestOutcome()))
    await guard.middleware(createTestCall({ quota: 'b' }), giving(bare()))
    expect(guard.block()).toBeNull()
    await guard.middleware(createTestCall({ quota: 'a' }), giving(bare()))
    expect(guard.block()).toMatchObject({ until: null })
  })

  test('a refusal with rate headers is the account only', async () => {
    const { guard } = newGuard()
    for (const quota of ['a', 'b', 'c']) await guard.middleware(createTestCall({ quota }), giving(bare({ 'x-ratelimit-remaining': '0' })))
    expect(guard.block()).toBeNull()
  })

  test('a block ends when the service said, and not before', async () => {
    const { clock, guard } = newGuard()
    for (const quota of ['a', 'b']) await guard.middleware(createTestCall({ quota }), giving(bare({ 'retry-after': '300' })))
    expect(guard.block()).toEqual({ since: clock.now(), until: clock.now() + 300_000 })
    await clock.until(guard.middleware(createTestCall(), giving(createTestOutcome())))
    expect(clock.monotonic()).toBe(300_000)
    expect(guard.block()).toBeNull()
  })

  test('a call that the last look sends back waits again', async () => {
    const { clock, guard } = newGuard()
    for (const quota of ['a', 'b']) await guard.middleware(createTestCall({ quota }), giving(bare({ 'retry-after': '300' })))
    await clock.advance(300_000)
    let looks = 0
    const send: SendCall = async (call) => {
      looks += 1
      if (looks === 1) for (const quota of ['a', 'b']) await guard.middleware(createTestCall({ quota, priority: 'background' }), giving(bare({ 'retry-after': '60' })))
      const refusal = guard.refusal(call)
      if (refusal) throw refusal
      return createTestOutcome()
    }
    expect(await clock.until(guard.middleware(createTestCall(), send))).toMatchObject({ response: { status: 200 } })
    expect([looks, clock.monotonic()]).toEqual([2, 360_000])
  })
})
