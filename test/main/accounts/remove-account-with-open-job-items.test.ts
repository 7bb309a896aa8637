import { onTestFinished, expect, test } from 'vitest'
import { createJobStore } from '#main/jobs/job-store.ts'
import type { DomainChangesInput } from '#main/plans/domain-changes-job-schemas.ts'
import { emptyDomainEdit } from '#main/plans/domain-edit-schema.ts'
import { openDatabase } from '#main/store/database.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

test('An account with open items of a job is neither removed nor merged away, and is free when the job is cancelled', async () => {
  const rig = await startSimulatorRig({
    world: {
      users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }, { token: 'second-key-of-the-first' }] }],
    },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', ['first-key-of-the-first'])
  const into = await rig.addAccount('Second', ['second-key-of-the-first'])
  await rig.call('app.saveSettings', { isOffline: true })
  const database = openDatabase(`${rig.profile}/banto.db`)
  const store = createJobStore(database)
  const input: DomainChangesInput = {
    changes: [{ kind: 'lock', before: false, after: true }],
    edit: { ...emptyDomainEdit, lock: { locked: true, leavesOutOneWayLocks: false } },
    confirmed: [],
  }
  const item = { accountId, domain: 'example.com', calls: 1, input }
  const subject = { sourceKind: 'lock', domains: 2, firstDomain: 'example.com', template: null } as const
  await store.add('job', 'domain_changes', { subject, items: [item, { ...item, domain: 'example.net' }] }, 1)
  database.close()

  const refused = { kind: 'open_job', details: { jobId: 'job', target: expect.stringMatching(/^example/), count: 2 } }
  await expect(rig.call('accounts.remove', { accountId })).rejects.toMatchObject(refused)
  const merge = () => rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })
  await expect(merge()).rejects.toMatchObject(refused)
  expect((await rig.call('accounts.list', null)).map(({ isPaused }) => isPaused)).toEqual([false, false])
  await rig.call('jobs.cancel', { jobId: 'job' })
  expect(await rig.call('jobs.list', null)).toMatchObject([{ state: 'ended', counts: { cancelled: 2 } }])
  await merge()
  expect(await rig.call('accounts.list', null)).toHaveLength(1)
})
