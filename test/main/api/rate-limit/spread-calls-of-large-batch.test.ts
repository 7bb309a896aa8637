import { expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import { createTestOutcome, createTestCall, createRateLimitRig } from './rate-limit-rig.ts'

const { perMinute, concurrent } = rateLimits.domain

test('Batch calls use the whole minute and every slot while nobody else makes calls', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  let [sent, atOnce, maxAtOnce] = [0, 0, 0]
  const slow: SendCall = async () => {
    sent += 1
    atOnce += 1
    maxAtOnce = Math.max(maxAtOnce, atOnce)
    await clock.sleep(3_000)
    atOnce -= 1
    return createTestOutcome()
  }
  void Promise.all(Array.from({ length: 600 }, () => rateLimit.layer(createTestCall(), slow)))
  await clock.advance(minuteMs)
  expect(sent).toBe(60)
  expect(maxAtOnce).toBe(concurrent)
})

test('A batch that fits into the minute is sent at once', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const send: SendCall = async () => {
    await clock.sleep(200)
    return createTestOutcome()
  }
  await clock.until(Promise.all(Array.from({ length: 60 }, () => rateLimit.layer(createTestCall(), send))))
  expect(clock.monotonic()).toBe((60 / concurrent) * 200)
})

test('A batch of whole minutes is not spread, because that would delay its last call', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const send: SendCall = async () => {
    await clock.sleep(200)
    return createTestOutcome()
  }
  await clock.until(Promise.all(Array.from({ length: 120 }, () => rateLimit.layer(createTestCall(), send))))
  expect(clock.monotonic()).toBeLessThan(minuteMs * 1.1)
})

test('A large batch is spread over the minute, so that a new caller soon gets a slot', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const left: number[] = []
  const send: SendCall = async () => {
    left.push(clock.monotonic())
    await clock.sleep(200)
    return createTestOutcome()
  }
  void Promise.all(Array.from({ length: 1_000 }, () => rateLimit.layer(createTestCall(), send)))
  await clock.advance(5 * minuteMs)
  expect(left.length).toBeGreaterThan(4.5 * perMinute)
  for (const [index, at] of left.entries()) expect(at - (left[index - 1] ?? 0)).toBeLessThan(2_500)
})
