import { expect, test } from 'vitest'
import { toAppError } from '#shared/app-error.ts'
import { isPlanAlreadyStartedError } from '#renderer/features/change-plans/is-plan-already-started-error.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { newWwwAddress, startPlansRig } from '#test/main/plans/plans-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

test('The domains of a plan that became a job, or is becoming one, are refused without a failure; those of an unknown plan fail', async () => {
  const rig = await startPlansRig()
  connectRigBridge(rig)
  const plan = await rig.create(newWwwAddress)
  const isRefusedOnly = (planId: string) =>
    mainCommands.plans
      .domains({ planId, only: 'all', offset: 0, limit: 1 })
      .then(() => null, toAppError)
      .then(isPlanAlreadyStartedError)
  expect(await isRefusedOnly(plan.planId)).toBe(false)
  const run = rig.start(plan)
  expect(await isRefusedOnly(plan.planId)).toBe(true)
  await run
  expect(await isRefusedOnly(plan.planId)).toBe(true)
  expect(await isRefusedOnly('no-such-plan')).toBe(false)
})
