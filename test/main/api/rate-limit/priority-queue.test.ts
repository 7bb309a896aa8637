import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import { createTestOutcome, createTestCall, createRateLimitRig } from './rate-limit-rig.ts'

test('Batches of one priority take turns, whatever their size', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const order: string[] = []
  const start = (id: string, calls: number) =>
    Array.from({ length: calls }, () =>
      rateLimit.layer({ ...createTestCall({ priority: 'job' }), batch: { id, remainingCalls: 0 } }, async () => {
        order.push(id)
        await clock.sleep(100)
        return createTestOutcome()
      }),
    )
  await clock.until(Promise.all([...start('large', 50), ...start('small', 5)]))
  expect(order.slice(0, 10).filter((id) => id === 'small')).toHaveLength(5)
})

test.each([
  ['job', 20_000],
  ['interactive', 60_000],
] as const)('The lowest priority gets a slot at intervals, however many calls are %s', async (above, patienceMs) => {
  const { clock, rateLimit } = createRateLimitRig()
  const send: SendCall = async () => {
    await clock.sleep(100)
    return createTestOutcome()
  }
  void Promise.all(Array.from({ length: 400 }, () => rateLimit.layer(createTestCall({ priority: above }), send)))
  const low = Array.from({ length: 2 }, () => rateLimit.layer(createTestCall({ priority: 'background' }), send))
  await clock.until(low[0] as Promise<unknown>)
  expect(clock.monotonic()).toBeLessThan(patienceMs + minuteMs + 2_000)
  await clock.until(Promise.all(low))
  expect(clock.monotonic()).toBeLessThan(2 * (patienceMs + minuteMs + 2_000))
})

test('Calls with higher priority are sent first, and earlier calls first within a priority', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const order: string[] = []
  const note =
    (name: string): SendCall =>
    async () => {
      order.push(name)
      await clock.sleep(10)
      return createTestOutcome()
    }
  const fill = Array.from({ length: 60 }, () => rateLimit.layer(createTestCall({ priority: 'job' }), note('fill')))
  await clock.advance(1_000)
  const waiting = (['background', 'job', 'paid', 'interactive', 'background', 'paid'] as const).map((priority, index) =>
    rateLimit.layer(createTestCall({ priority }), note(`${priority} ${index}`)),
  )
  await clock.until(Promise.all([...fill, ...waiting]))
  expect(order.filter((name) => name !== 'fill')).toEqual([
    'interactive 3',
    'paid 2',
    'paid 5',
    'job 1',
    'background 0',
    'background 4',
  ])
})

test('A waiting call gets the priority of an interactive caller that joins it', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const call = createTestCall({ priority: 'background' })
  for (let index = 0; index < 58; index += 1)
    await rateLimit.layer(createTestCall({ priority: 'interactive' }), async () => createTestOutcome())
  let isSent = false
  void rateLimit.layer(call, async () => {
    isSent = true
    return createTestOutcome()
  })
  await clock.advance(1)
  expect(isSent).toBe(false)
  call.queuedCall.raisePriority('interactive', Infinity)
  await clock.advance(1)
  expect(isSent).toBe(true)
})
