import { expect, test } from 'vitest'
import { useServerChangeOutcomeFromChangeLog } from '#renderer/features/servers/useServerChangeOutcomeFromChangeLog.ts'
import { createFastClock } from '#test/main/jobs/jobs-rig.ts'
import { useServersRig, validChanges } from '#test/main/servers/servers-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const servers = useServersRig({}, createFastClock(400))

test.each([
  ['made when a reading has it', true],
  ['not made when a reading lacks it and the service can no longer make it', false],
] as const)('In the window, a change of unknown outcome was %s', async (_, isMade) => {
  servers.rig().simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'status', status: 504 } })
  const error = await servers.refusal('addDomain', validChanges.addDomain)
  const bridge = connectRigBridge(servers.rig())
  const { made: outcome, leave } = runInSetup(() => useServerChangeOutcomeFromChangeLog(() => error))
  await expect.poll(() => bridge.calls).toContain('changeLog.get')
  expect(outcome.value).toBeNull()
  if (isMade) await servers.send('POST', 'domain', { domain: 'example.com', ssl: true, redirect_https: true })
  await expect.poll(async () => (await servers.newestEntry())?.result).toBe(isMade ? 'done' : 'failed')
  bridge.emit('changeLog.changed', {})
  await expect
    .poll(() => outcome.value)
    .toMatchObject({
      isMade,
      readAt: expect.any(Number),
      // The list of domains does not show these.
      unproved: isMade ? 'SSL, HTTPS' : null,
    })
  leave()
})
