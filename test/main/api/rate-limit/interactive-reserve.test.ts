import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import type { VirtualClock } from '#test/virtual-clock.ts'
import { createTestOutcome, createTestCall, createRateLimitRig } from './rate-limit-rig.ts'

const { concurrent } = rateLimits.domain

const sendFor =
  (clock: VirtualClock, ms: number): SendCall =>
  async () => {
    await clock.sleep(ms)
    return createTestOutcome()
  }

describe('the reserve for interactive calls', () => {
  test('A user who was active within the hour gets a slot for the first call, and the following calls continue', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const send = sendFor(clock, 200)
    const person = () => clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), send))
    await person()
    void Promise.all(Array.from({ length: 5_000 }, () => rateLimit.layer(createTestCall(), send)))
    for (const pauseMs of [10 * minuteMs, 4 * minuteMs, 20 * minuteMs]) {
      await clock.advance(pauseMs)
      const before = clock.monotonic()
      await person()
      expect(clock.monotonic() - before).toBe(200)
      for (let call = 0; call < 3; call += 1) await person()
      expect(clock.monotonic() - before).toBeLessThan(4_000)
    }
  })

  test('An active user gets free slots beside a batch that fills the minute', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const send = sendFor(clock, 200)
    void Promise.all(Array.from({ length: 3_000 }, () => rateLimit.layer(createTestCall(), send)))
    await clock.advance(5 * minuteMs)
    const person = () => clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), send))
    await person()
    for (let act = 0; act < 8; act += 1) {
      await clock.advance(8_000)
      const before = clock.monotonic()
      await person()
      await person()
      expect(clock.monotonic() - before).toBe(400)
    }
  })

  test('A batch of long calls that cannot fill the minute loses no slot to an active user', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const longMs = 8_000
    let worked = 0
    const renew: SendCall = async () => {
      await clock.sleep(longMs)
      worked += 1
      return createTestOutcome()
    }
    const read = sendFor(clock, 200)
    void Promise.all(Array.from({ length: 1_000 }, () => rateLimit.layer(createTestCall(), renew)))
    await clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), read))
    await clock.advance(2 * minuteMs)
    const before = worked
    const waits: number[] = []
    for (let act = 0; act < 10 * 24; act += 1) {
      const askedAt = clock.monotonic()
      await clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), read))
      waits.push(clock.monotonic() - askedAt)
      await clock.advance(2_500 - waits[act]!)
    }
    expect(new Set(waits)).toEqual(new Set([200]))
    expect(worked - before).toBeGreaterThanOrEqual(((concurrent - 1) * 10 * minuteMs) / longMs - (concurrent - 1))
  })

  test('One hanging call does not make a batch of short calls count as a batch of long calls', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const hangsMs = 3 * minuteMs
    const person = () => clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), sendFor(clock, 200)))
    const hung = rateLimit.layer(createTestCall(), sendFor(clock, hangsMs))
    void Promise.all(Array.from({ length: 1_000 }, () => rateLimit.layer(createTestCall(), sendFor(clock, 200))))
    for (let act = 0; act < 24; act += 1) {
      await person()
      await clock.advance(hangsMs / 25)
    }
    await clock.until(hung)
    for (let act = 0; act < 4; act += 1) {
      const before = clock.monotonic()
      for (let call = 0; call < 4; call += 1) await person()
      expect(clock.monotonic() - before).toBe(4 * 200)
      await clock.advance(5_000)
    }
  })

  test('A user who returns within minutes gets a slot beside long calls, too', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const person = () => clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), sendFor(clock, 200)))
    await person()
    void Promise.all(Array.from({ length: 500 }, () => rateLimit.layer(createTestCall(), sendFor(clock, 8_000))))
    for (const pauseMs of [minuteMs, 3 * minuteMs, 3.5 * minuteMs]) {
      await clock.advance(pauseMs)
      const before = clock.monotonic()
      await person()
      expect(clock.monotonic() - before).toBe(200)
    }
  })

  test('A sync never fills the minute, so a user who returns after a pause does not wait', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const send = sendFor(clock, 100)
    void Promise.all(
      Array.from({ length: 400 }, () => rateLimit.layer(createTestCall({ priority: 'background' }), send)),
    )
    for (const pauseMs of [5_000, 200_000, 7_000]) {
      await clock.advance(pauseMs)
      const before = clock.monotonic()
      for (let call = 0; call < 5; call += 1)
        await clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), send))
      expect(clock.monotonic() - before).toBe(500)
    }
  })
})
