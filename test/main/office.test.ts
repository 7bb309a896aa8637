import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startMain } from '#test/rig.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

it('health and expiries are told again as time goes by, though nothing happens', async () => {
  const clock = createVirtualClock()
  const main = await startMain({ clock })
  onTestFinished(() => main.close())
  const told = Promise.all([main.event('accounts.changed'), main.event('inventory.changed')])
  await clock.until(told)
  expect(clock.monotonic()).toBeGreaterThanOrEqual(5 * 60_000)
})

it('a keychain that answers after the close starts nothing on the closed database', async () => {
  const { promise: answer, resolve: answerNothing } = Promise.withResolvers<null>()
  const main = await startMain({ secrets: { get: () => answer, set: () => Promise.resolve(), delete: () => Promise.resolve() } })
  await main.close()
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  answerNothing(null)
  // All that follows the answer runs before the next turn of the event loop.
  await setImmediate()
  expect(rejections).toEqual([])
})
