import { describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/api/limits.ts'
import { AppError } from '#shared/errors.ts'
import { createAddressGuard } from '#main/api/address-guard.ts'
import type { Call, Outcome, Send } from '#main/api/pipeline.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { rejection } from './rig.ts'
import { answered, callOf } from './schedule-rig.ts'

const refused: Outcome = { ...answered(401), error: new AppError('service', 'No', { status: 401 }) }
const bare = (headers = {}): Outcome => ({ ...answered(429, headers), error: new AppError('service', 'Slower', { status: 429 }) })
const giving = (outcome: Outcome): Send => async () => outcome

function newGuard() {
  const clock = createVirtualClock()
  return { clock, guard: createAddressGuard({ clock }) }
}

const withKey = (id: string, priority: 'interactive' | 'background' = 'background', state: 'untested' | 'working' = 'untested'): Call => ({
  ...callOf({ priority }),
  key: { id, accountId: 'a', label: id, state, error: null, checkedAt: null, me: null, expiresAt: null, addedAt: 0 },
})

describe('the guard of the source address', () => {
  test('lets untested keys wait for the end of the ten minutes: a person is told, a sync goes on then', async () => {
    const { clock, guard } = newGuard()
    for (let index = 0; index < 2; index += 1) await guard.layer(callOf(), giving(refused))
    expect(await rejection(guard.layer(callOf({ priority: 'interactive' }), giving(answered())))).toMatchObject({ details: { reason: 'refused_keys', until: clock.now() + 10 * minuteMs } })
    const startedAt = clock.monotonic()
    await clock.until(guard.layer(callOf(), giving(answered())))
    expect(clock.monotonic() - startedAt).toBe(10 * minuteMs)
    expect(guard.block()).toBeNull()
  })

  test('one stored key that is refused in several calls at once counts as one refusal', async () => {
    const { guard } = newGuard()
    for (let index = 0; index < 5; index += 1) await guard.layer(withKey('refused'), giving(refused))
    expect((await guard.layer(withKey('new'), giving(answered()))).error).toBeNull()
    await guard.layer(withKey('other'), giving(refused))
    expect(await rejection(guard.layer(withKey('newer', 'interactive'), giving(answered())))).toMatchObject({ kind: 'address_guarded' })
  })

  test('work with keys that were not seen working since two refusals waits; with others it goes on', async () => {
    const { clock, guard } = newGuard()
    const left: string[] = []
    const note = (name: string, outcome = answered()): Send => async () => {
      left.push(name)
      await clock.sleep(1_000)
      return outcome
    }
    await clock.until(guard.layer(withKey('idle', 'background', 'working'), note('idle')))
    const busy = guard.layer(withKey('busy', 'background', 'working'), note('busy'))
    for (const id of ['one', 'two']) await guard.layer(withKey(id), giving(refused))
    await clock.until(busy)
    const waiting = guard.layer(withKey('idle', 'background', 'working'), note('idle later'))
    await clock.until(guard.layer(withKey('busy', 'background', 'working'), note('busy later')))
    expect(left).toEqual(['idle', 'busy', 'busy later'])
    await clock.until(waiting)
    expect(clock.monotonic()).toBeGreaterThanOrEqual(10 * minuteMs)
  })

  test('a person goes on with keys that worked once, until four are refused', async () => {
    const { guard } = newGuard()
    for (const id of ['one', 'two']) await guard.layer(withKey(id), giving(refused))
    expect((await guard.layer(withKey('good', 'interactive', 'working'), giving(answered()))).error).toBeNull()
    for (const id of ['three', 'four']) await guard.layer(withKey(id, 'interactive', 'working'), giving(refused))
    expect(await rejection(guard.layer(withKey('other', 'interactive', 'working'), giving(answered())))).toMatchObject({ details: { reason: 'refused_keys' } })
    expect((await guard.layer(withKey('good', 'interactive', 'working'), giving(answered()))).error).toBeNull()
  })

  test('of keys in doubt no more are on their way at once than may be refused', async () => {
    const { clock, guard } = newGuard()
    let [atOnce, most, ended] = [0, 0, 0]
    const send: Send = async (call) => {
      const refusal = guard.refusal(call)
      if (refusal) throw refusal
      atOnce += 1
      most = Math.max(most, atOnce)
      await clock.sleep(100)
      atOnce -= 1
      ended += 1
      return answered()
    }
    await clock.until(Promise.all(Array.from({ length: 20 }, (_, index) => guard.layer(withKey(`key ${index}`, 'background', 'working'), send))))
    expect([most, ended, clock.monotonic()]).toEqual([2, 20, 1_000])
  })

  test('a call that waits for less than that is told when its time is over', async () => {
    const { clock, guard } = newGuard()
    for (let index = 0; index < 2; index += 1) await guard.layer(callOf(), giving(refused))
    expect(await clock.until(rejection(guard.layer(callOf({ leaveBy: 5_000 }), giving(answered()))))).toMatchObject({ kind: 'address_guarded' })
    expect(clock.monotonic()).toBe(5_000)
  })

  test('a waiting call that a person now wants too is told', async () => {
    const { clock, guard } = newGuard()
    for (let index = 0; index < 2; index += 1) await guard.layer(callOf(), giving(refused))
    const call = callOf()
    const end = rejection(guard.layer(call, giving(answered())))
    await clock.advance(1_000)
    call.urgency.raise('interactive', Infinity)
    expect(await end).toMatchObject({ kind: 'address_guarded' })
  })

  test('a waiting call that is cancelled ends', async () => {
    const { clock, guard } = newGuard()
    for (let index = 0; index < 2; index += 1) await guard.layer(callOf(), giving(refused))
    const leaving = new AbortController()
    const end = rejection(guard.layer(callOf({ signal: leaving.signal }), giving(answered())))
    await clock.advance(1_000)
    leaving.abort()
    expect(await end).toMatchObject({ kind: 'cancelled' })
  })

  test('an ordinary answer between two bare refusals shows that nothing is blocked', async () => {
    const { guard } = newGuard()
    await guard.layer(callOf({ quota: 'a' }), giving(bare()))
    await guard.layer(callOf({ quota: 'c' }), giving(answered()))
    await guard.layer(callOf({ quota: 'b' }), giving(bare()))
    expect(guard.block()).toBeNull()
    await guard.layer(callOf({ quota: 'a' }), giving(bare()))
    expect(guard.block()).toMatchObject({ until: null })
  })

  test('a refusal with rate headers is the account only', async () => {
    const { guard } = newGuard()
    for (const quota of ['a', 'b', 'c']) await guard.layer(callOf({ quota }), giving(bare({ 'x-ratelimit-remaining': '0' })))
    expect(guard.block()).toBeNull()
  })

  test('a block ends when the service said, and not before', async () => {
    const { clock, guard } = newGuard()
    for (const quota of ['a', 'b']) await guard.layer(callOf({ quota }), giving(bare({ 'retry-after': '300' })))
    expect(guard.block()).toEqual({ since: clock.now(), until: clock.now() + 300_000 })
    await clock.until(guard.layer(callOf(), giving(answered())))
    expect(clock.monotonic()).toBe(300_000)
    expect(guard.block()).toBeNull()
  })

  test('a call that the last look sends back waits again', async () => {
    const { clock, guard } = newGuard()
    for (const quota of ['a', 'b']) await guard.layer(callOf({ quota }), giving(bare({ 'retry-after': '300' })))
    await clock.advance(300_000)
    let looks = 0
    const send: Send = async (call) => {
      looks += 1
      if (looks === 1) for (const quota of ['a', 'b']) await guard.layer(callOf({ quota, priority: 'background' }), giving(bare({ 'retry-after': '60' })))
      const refusal = guard.refusal(call)
      if (refusal) throw refusal
      return answered()
    }
    expect(await clock.until(guard.layer(callOf(), send))).toMatchObject({ reply: { status: 200 } })
    expect([looks, clock.monotonic()]).toEqual([2, 360_000])
  })
})
