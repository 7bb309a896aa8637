import { expect, onTestFinished, test, vi } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { systemClock } from '#main/clock.ts'
import { usePlanSummary } from '#renderer/features/change-plans/usePlanSummary.ts'
import { newWwwAddress, startPlansRig } from '#test/main/plans/plans-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const noneExcluded = new Set<number>()

test('The minutes of an open plan become fewer while the account waits for its quota', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let passedMs = 0
  const rig = await startPlansRig({ clock: { ...systemClock, monotonic: () => systemClock.monotonic() + passedMs } })
  const { planId } = await rig.create(newWwwAddress)
  rig.simulator.faults.add({
    match: { path: '^/v1/domain/' },
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '3600' } },
  })
  const jobId = await rig.start(await rig.create(newWwwAddress))
  await expect.poll(async () => (await rig.call('plans.get', { planId })).minutes).toBeGreaterThan(59)
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() =>
    usePlanSummary(
      () => planId,
      () => noneExcluded,
    ),
  )
  onTestFinished(leave)
  const minutes = () => made.plan.data.value?.summary.minutes
  await expect.poll(minutes).toBeGreaterThan(59)
  passedMs = 30 * minuteMs
  vi.advanceTimersByTime(passedMs)
  await expect.poll(minutes).toBeLessThan(31)
  await rig.call('jobs.cancel', { jobId })
})
