import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import type { EndpointName } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import { createIpBlockBreaker } from '#main/api/layers/ip-block-breaker-layer.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { createTestOutcome, createTestCall } from '#test/main/api/rate-limit/rate-limit-rig.ts'

const refused: CallAttemptOutcome = { ...createTestOutcome(401), error: new AppError('service', 'No', { status: 401 }) }
const bare = (headers = {}): CallAttemptOutcome => ({
  ...createTestOutcome(429, headers),
  error: new AppError('service', 'Slower', { status: 429 }),
})
const giving =
  (outcome: CallAttemptOutcome): SendCall =>
  async () =>
    outcome

function createBreakerRig() {
  const clock = createVirtualClock()
  return { clock, breaker: createIpBlockBreaker({ clock }) }
}

const withKey = (
  id: string,
  priority: 'interactive' | 'background' = 'background',
  state: 'untested' | 'working' = 'untested',
): CallContext => ({
  ...createTestCall({ priority }),
  key: { id, accountId: 'a', label: id, state, error: null, checkedAt: null, me: null, expiresAt: null, addedAt: 0 },
})

describe('the IP block breaker', () => {
  test('After two refusals, untested keys wait ten minutes: interactive calls fail at once, and a sync continues after that', async () => {
    const { clock, breaker } = createBreakerRig()
    for (let index = 0; index < 2; index += 1) await breaker.layer(createTestCall(), giving(refused))
    expect(
      await captureRejection(breaker.layer(createTestCall({ priority: 'interactive' }), giving(createTestOutcome()))),
    ).toMatchObject({ details: { reason: 'refused_keys', until: clock.now() + 10 * minuteMs } })
    const startedAt = clock.monotonic()
    await clock.until(breaker.layer(createTestCall(), giving(createTestOutcome())))
    expect(clock.monotonic() - startedAt).toBe(10 * minuteMs)
    expect(breaker.currentBlock()).toBeNull()
  })

  test('A stored key that is refused in several calls at once counts as one refusal', async () => {
    const { breaker } = createBreakerRig()
    for (let index = 0; index < 5; index += 1) await breaker.layer(withKey('refused'), giving(refused))
    expect((await breaker.layer(withKey('new'), giving(createTestOutcome()))).error).toBeNull()
    await breaker.layer(withKey('other'), giving(refused))
    expect(
      await captureRejection(breaker.layer(withKey('newer', 'interactive'), giving(createTestOutcome()))),
    ).toMatchObject({ kind: 'address_guarded' })
  })

  test('After two refusals, batch calls continue only with keys that were accepted since', async () => {
    const { clock, breaker } = createBreakerRig()
    const left: string[] = []
    const note =
      (name: string, outcome = createTestOutcome()): SendCall =>
      async () => {
        left.push(name)
        await clock.sleep(1_000)
        return outcome
      }
    await clock.until(breaker.layer(withKey('idle', 'background', 'working'), note('idle')))
    const busy = breaker.layer(withKey('busy', 'background', 'working'), note('busy'))
    for (const id of ['one', 'two']) await breaker.layer(withKey(id), giving(refused))
    await clock.until(busy)
    const waiting = breaker.layer(withKey('idle', 'background', 'working'), note('idle later'))
    await clock.until(breaker.layer(withKey('busy', 'background', 'working'), note('busy later')))
    expect(left).toEqual(['idle', 'busy', 'busy later'])
    await clock.until(waiting)
    expect(clock.monotonic()).toBeGreaterThanOrEqual(10 * minuteMs)
  })

  test('Interactive calls with keys that worked before continue until four keys are refused', async () => {
    const { breaker } = createBreakerRig()
    for (const id of ['one', 'two']) await breaker.layer(withKey(id), giving(refused))
    expect(
      (await breaker.layer(withKey('good', 'interactive', 'working'), giving(createTestOutcome()))).error,
    ).toBeNull()
    for (const id of ['three', 'four']) await breaker.layer(withKey(id, 'interactive', 'working'), giving(refused))
    expect(
      await captureRejection(breaker.layer(withKey('other', 'interactive', 'working'), giving(createTestOutcome()))),
    ).toMatchObject({ details: { reason: 'refused_keys' } })
    expect(
      (await breaker.layer(withKey('good', 'interactive', 'working'), giving(createTestOutcome()))).error,
    ).toBeNull()
  })

  test('A call that waits for its limit does not hold up calls of other limits with the same key, which are sent one at a time until the key is accepted', async () => {
    const { clock, breaker } = createBreakerRig()
    const left: [name: string, at: number][] = []
    const callOf = (endpoint: EndpointName): CallContext => ({
      ...createTestCall({ endpoint }),
      key: withKey('key').key,
    })
    const sendAfter =
      (name: string, waitMs: number): SendCall =>
      async (call) => {
        await clock.sleep(waitMs)
        const refusal = breaker.refuseOrMarkTrialCallInFlight(call)
        if (refusal) throw refusal
        left.push([name, clock.monotonic()])
        await clock.sleep(100)
        return createTestOutcome()
      }
    await clock.until(
      Promise.all([
        breaker.layer(withKey('key'), sendAfter('limited', 10 * minuteMs)),
        breaker.layer(callOf('server.list'), sendAfter('first', 10)),
        breaker.layer(callOf('server.list'), sendAfter('second', 20)),
        breaker.layer(callOf('account.me'), sendAfter('third', 15)),
      ]),
    )
    expect(left).toEqual([
      ['first', 10],
      ['third', 125],
      ['second', 130],
      ['limited', 10 * minuteMs],
    ])
  })

  test('A held call is sent as soon as another call shows that the service accepts its key', async () => {
    const { clock, breaker } = createBreakerRig()
    const ok = giving(createTestOutcome())
    await breaker.layer(withKey('good'), ok)
    for (const id of ['one', 'two']) await breaker.layer(withKey(id), giving(refused))
    await clock.advance(1_000)
    const heldOfGood = breaker.layer(withKey('good', 'background', 'working'), ok)
    const heldOfIdle = breaker.layer(withKey('idle', 'background', 'working'), ok)
    await clock.advance(1_000)
    expect(breaker.currentHold()?.calls.size).toBe(2)
    await breaker.layer(withKey('good', 'interactive', 'working'), ok)
    await clock.until(heldOfGood)
    expect(clock.monotonic()).toBe(2_000)
    expect(breaker.currentHold()?.calls.size).toBe(1)
    await clock.until(heldOfIdle)
  })

  test('Calls in flight with keys in doubt never exceed the allowed number of refusals', async () => {
    const { clock, breaker } = createBreakerRig()
    let [atOnce, maxAtOnce, ended] = [0, 0, 0]
    const send: SendCall = async (call) => {
      const refusal = breaker.refuseOrMarkTrialCallInFlight(call)
      if (refusal) throw refusal
      atOnce += 1
      maxAtOnce = Math.max(maxAtOnce, atOnce)
      await clock.sleep(100)
      atOnce -= 1
      ended += 1
      return createTestOutcome()
    }
    await clock.until(
      Promise.all(
        Array.from({ length: 20 }, (_, index) => breaker.layer(withKey(`key ${index}`, 'background', 'working'), send)),
      ),
    )
    expect([maxAtOnce, ended, clock.monotonic()]).toEqual([2, 20, 1_000])
  })

  test('A hold states every call that was answered with 401 in the last ten minutes, also several of one key and those before a resume', async () => {
    const clock = createVirtualClock()
    const holdEvents: (number | undefined)[] = []
    const breaker = createIpBlockBreaker({
      clock,
      onChange: () => holdEvents.push(breaker.currentHold()?.refusedCalls),
    })
    await breaker.layer(withKey('one'), giving(refused))
    breaker.resumeByUser()
    await clock.advance(minuteMs)
    const inFlight = breaker.layer(withKey('one'), async () => {
      await clock.sleep(minuteMs)
      return refused
    })
    for (const id of ['two', 'three']) await breaker.layer(withKey(id), giving(refused))
    const waiting = breaker.layer(withKey('new'), giving(createTestOutcome()))
    await clock.advance(0)
    expect(breaker.currentHold()?.refusedCalls).toBe(3)
    await clock.until(inFlight)
    expect(breaker.currentHold()?.refusedCalls).toBe(4)
    await clock.until(waiting)
    expect(clock.monotonic()).toBe(11 * minuteMs)
    await clock.advance(0)
    expect(holdEvents.slice(-2)).toEqual([3, undefined])
    breaker.close()
  })

  test('A hold begins with the second refusal and ends after ten minutes, and both are reported, also if no call is held', async () => {
    const clock = createVirtualClock()
    const holds: (number | undefined)[] = []
    const breaker = createIpBlockBreaker({ clock, onChange: () => holds.push(breaker.currentHold()?.until) })
    await breaker.layer(withKey('one'), giving(refused))
    await clock.advance(minuteMs)
    expect(breaker.currentHold()).toBeNull()
    await breaker.layer(withKey('two'), giving(refused))
    const until = clock.now() + 9 * minuteMs
    expect(breaker.currentHold()).toEqual({ until, calls: new Set(), refusedCalls: 2 })
    expect(holds.at(-1)).toBe(until)
    await clock.advance(9 * minuteMs)
    expect(breaker.currentHold()).toBeNull()
    expect(holds.at(-1)).toBeUndefined()
    breaker.close()
  })

  test('A held call fails at its own deadline', async () => {
    const { clock, breaker } = createBreakerRig()
    for (let index = 0; index < 2; index += 1) await breaker.layer(createTestCall(), giving(refused))
    expect(
      await clock.until(
        captureRejection(breaker.layer(createTestCall({ deadline: 5_000 }), giving(createTestOutcome()))),
      ),
    ).toMatchObject({ kind: 'address_guarded' })
    expect(clock.monotonic()).toBe(5_000)
  })

  test('A held call fails at once when an interactive caller joins it', async () => {
    const { clock, breaker } = createBreakerRig()
    for (let index = 0; index < 2; index += 1) await breaker.layer(createTestCall(), giving(refused))
    const call = createTestCall()
    const end = captureRejection(breaker.layer(call, giving(createTestOutcome())))
    await clock.advance(1_000)
    call.queuedCall.raisePriority('interactive', Infinity)
    expect(await end).toMatchObject({ kind: 'address_guarded' })
  })

  test('A held call ends when it is cancelled', async () => {
    const { clock, breaker } = createBreakerRig()
    for (let index = 0; index < 2; index += 1) await breaker.layer(createTestCall(), giving(refused))
    const leaving = new AbortController()
    const end = captureRejection(breaker.layer(createTestCall({ signal: leaving.signal }), giving(createTestOutcome())))
    await clock.advance(1_000)
    leaving.abort()
    expect(await end).toMatchObject({ kind: 'cancelled' })
  })

  test('Another response between two 429 responses without rate headers shows that the IP is not blocked', async () => {
    const { breaker } = createBreakerRig()
    await breaker.layer(createTestCall({ quota: 'a' }), giving(bare()))
    await breaker.layer(createTestCall({ quota: 'c' }), giving(createTestOutcome()))
    await breaker.layer(createTestCall({ quota: 'b' }), giving(bare()))
    expect(breaker.currentBlock()).toBeNull()
    await breaker.layer(createTestCall({ quota: 'a' }), giving(bare()))
    expect(breaker.currentBlock()).toMatchObject({ until: null })
  })

  test('A 429 with rate-limit headers applies only to its account', async () => {
    const { breaker } = createBreakerRig()
    for (const quota of ['a', 'b', 'c'])
      await breaker.layer(createTestCall({ quota }), giving(bare({ 'x-ratelimit-remaining': '0' })))
    expect(breaker.currentBlock()).toBeNull()
  })

  test('A hold does not count refusals as of the last ten minutes that are older by the clock, and states its real end', async () => {
    const { clock, breaker } = createBreakerRig()
    for (const id of ['one', 'two']) await breaker.layer(withKey(id), giving(refused))
    const waiting = breaker.layer(withKey('new'), giving(createTestOutcome()))
    await clock.advance(minuteMs)
    clock.jumpWall(9 * hourMs)
    expect(breaker.currentHold()).toMatchObject({ refusedCalls: 0, until: clock.now() + 9 * minuteMs })
    const startedAt = clock.monotonic()
    await clock.until(waiting)
    expect(clock.monotonic() - startedAt).toBe(9 * minuteMs)
  })

  test('An assumed block lasts exactly as long as Retry-After says', async () => {
    const { clock, breaker } = createBreakerRig()
    for (const quota of ['a', 'b'])
      await breaker.layer(createTestCall({ quota }), giving(bare({ 'retry-after': '300' })))
    expect(breaker.currentBlock()).toEqual({ since: clock.now(), until: clock.now() + 300_000 })
    await clock.until(breaker.layer(createTestCall(), giving(createTestOutcome())))
    expect(clock.monotonic()).toBe(300_000)
    expect(breaker.currentBlock()).toBeNull()
  })

  test('On the only account of an address, 429 responses without rate-limit headers mean a block if two limit classes got them in a row', async () => {
    const clock = createVirtualClock()
    const breaker = createIpBlockBreaker({ clock, isOnlyAccountAtSourceAddress: () => true })
    const refuse = (endpoint: 'domain.list' | 'account.me') =>
      breaker.layer(createTestCall({ endpoint }), giving(bare({ 'retry-after': '300' })))
    for (let index = 0; index < 2; index += 1) await refuse('domain.list')
    await breaker.layer(createTestCall(), giving(createTestOutcome()))
    await refuse('account.me')
    expect(breaker.currentBlock()).toBeNull()
    await refuse('domain.list')
    expect(breaker.currentBlock()).toEqual({ since: clock.now(), until: clock.now() + 300_000 })
    breaker.close()
  })

  test('On the only account of an address, a 429 without rate-limit headers means a block if keys were refused in the last ten minutes', async () => {
    const clock = createVirtualClock()
    const breaker = createIpBlockBreaker({ clock, isOnlyAccountAtSourceAddress: () => true })
    await breaker.layer(createTestCall(), giving(refused))
    await clock.advance(10 * minuteMs)
    await breaker.layer(createTestCall(), giving(bare()))
    expect(breaker.currentBlock()).toBeNull()
    await breaker.layer(createTestCall(), giving(refused))
    await breaker.layer(createTestCall(), giving(bare()))
    expect(breaker.currentBlock()).toEqual({ since: clock.now(), until: null })
    breaker.close()
  })

  test('A call that is refused just before sending waits again', async () => {
    const { clock, breaker } = createBreakerRig()
    for (const quota of ['a', 'b'])
      await breaker.layer(createTestCall({ quota }), giving(bare({ 'retry-after': '300' })))
    await clock.advance(300_000)
    let looks = 0
    const send: SendCall = async (call) => {
      looks += 1
      if (looks === 1)
        for (const quota of ['a', 'b'])
          await breaker.layer(createTestCall({ quota, priority: 'background' }), giving(bare({ 'retry-after': '60' })))
      const refusal = breaker.refuseOrMarkTrialCallInFlight(call)
      if (refusal) throw refusal
      return createTestOutcome()
    }
    expect(await clock.until(breaker.layer(createTestCall(), send))).toMatchObject({ response: { status: 200 } })
    expect([looks, clock.monotonic()]).toEqual([2, 360_000])
  })

  test('An assumed block ends at its stated time, also when no call asks', async () => {
    const clock = createVirtualClock()
    const ends = Promise.withResolvers<void>()
    const breaker = createIpBlockBreaker({ clock, onChange: () => void (breaker.currentBlock() ?? ends.resolve()) })
    for (const accountId of ['a', 'b'])
      await breaker.layer({ ...createTestCall(), accountId }, giving(bare({ 'retry-after': '600' })))
    const startedAt = clock.monotonic()
    expect(breaker.currentBlock()).toMatchObject({ until: clock.now() + 10 * minuteMs })
    await clock.until(ends.promise)
    expect(clock.monotonic() - startedAt).toBe(10 * minuteMs)
    breaker.close()
  })
})
