import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secret, startSimulatorForApiClient } from '#test/main/api/api-client-rig.ts'
import { temporaryFolder } from '#test/temporary-database.ts'
import { copyDatabaseAsLeftByKill } from '#test/main/copy-database-as-left-by-kill.ts'
import { kill, startChild, waitUntilReady } from '#test/main/api/rate-limit/killed-process-rig.ts'
import { createFastClock, createRequestGate, domainsOfA, jobsWorld, startJobsRig } from './jobs-rig.ts'

test('A job whose app is killed while calls are in flight continues at the next start, and repeats no change', async () => {
  // The second change of each of the first four domains is in flight when the app is killed.
  const gate = createRequestGate(
    ({ method, bodyJson }) => method === 'POST' && (bodyJson as { host?: string }).host === 'mail',
  )
  const simulator = await startSimulatorForApiClient(jobsWorld, { onArrival: gate.onArrival })
  const databasePath = join(temporaryFolder(), 'banto.db')
  gate.close()
  const child = startChild('test/main/jobs/killed-job-child-process.ts', [
    simulator.url,
    databasePath,
    secret,
    domainsOfA.join(','),
  ])
  await waitUntilReady(child)
  await expect.poll(gate.heldCount).toBe(4)
  await kill(child)
  gate.open()

  const rig = await startJobsRig({ simulator, databasePath, clock: createFastClock(200), keepsLedger: true })
  const [job] = rig.jobs.list()
  expect((await rig.untilEnded(job?.id ?? '')).counts.done).toBe(8)
  const added = domainsOfA.flatMap((domain) => [`${domain} mail`, `${domain} www`])
  expect(rig.added().sort()).toEqual(added)
})

test.each(['paused', 'offline'] as const)(
  'An item whose call was in flight when the app was killed is not shown as running while the job is %s',
  async (cause) => {
    const folder = temporaryFolder()
    const gate = createRequestGate(({ method }) => method === 'POST')
    const rig = await startJobsRig({ databasePath: join(folder, 'banto.db'), onArrival: gate.onArrival })
    gate.close()
    const id = await rig.create(['a0.example'])
    await expect.poll(gate.heldCount).toBe(1)
    if (cause === 'paused') rig.jobs.pause(id)
    const restoreKilled = copyDatabaseAsLeftByKill(folder)
    if (cause === 'offline') rig.settings.isOffline = true
    gate.open()
    await rig.restart(restoreKilled)
    expect(rig.job(id)).toMatchObject({
      state: cause === 'paused' ? 'paused' : 'waiting',
      counts: { running: 0, checking: 1 },
    })
    expect(rig.states(id)).toEqual(['checking'])
  },
)
