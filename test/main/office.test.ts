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
