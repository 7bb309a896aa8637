import { expect, test } from 'vitest'
import type { PlanSource } from '#shared/ipc/domain-change-plans.ts'
import { domain, createARecordInput, startPlansRig } from './plans-rig.ts'

const addShop = {
  kind: 'record_operation',
  operation: { kind: 'add_record', record: createARecordInput('shop', '192.0.2.40') },
} as const

const lockSet = { kind: 'lock', before: false, after: true }

test('A job that made changes can be undone as soon as it ended, also after a restart', async () => {
  const rig = await startPlansRig()
  const jobId = await rig.start(await rig.create(addShop))
  await rig.untilEnded(jobId)
  expect(await rig.job(jobId)).toMatchObject({ state: 'ended', mayUndo: true })
  await rig.restart()
  expect(await rig.job(jobId)).toMatchObject({ mayUndo: true })
})

test('A job that is not ended, and a job that made no change, cannot be undone', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({
    match: { method: 'POST' },
    times: 1,
    fault: { kind: 'status', status: 400, code: 'INVALID_INPUT' },
  })
  const refused = await rig.start(await rig.create(addShop))
  expect((await rig.untilEnded(refused))[0]).toMatchObject({ state: 'failed', snapshotId: expect.any(String) })
  expect(await rig.job(refused)).toMatchObject({ mayUndo: false })
  await rig.call('app.saveSettings', { isOffline: true })
  const waiting = await rig.start(await rig.create(addShop))
  expect(await rig.job(waiting)).toMatchObject({ state: 'waiting', mayUndo: false })
})

test('A job that was stopped after its first change can be undone', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({
    match: { method: 'PUT', path: /nameservers/ },
    fault: { kind: 'status', status: 400, code: 'INVALID_INPUT' },
  })
  const lines = [
    'domain,what,value',
    `${domain},add,shop A 192.0.2.40`,
    `${domain},nameservers,ns1.a.example ns2.a.example`,
  ]
  const jobId = await rig.start(await rig.create({ kind: 'csv', text: lines.join('\n') }))
  const [item] = await rig.untilEnded(jobId)
  expect(item?.changes.map(({ result }) => result)).toEqual(['done', 'not_done'])
  expect(await rig.job(jobId)).toMatchObject({ mayUndo: true })
})

test('A lock that only a cancellation request can clear is not offered to be undone, and the other changes are', async () => {
  const rig = await startPlansRig({ domains: [{ domain_name: domain, lock: { locked: false, warn_on_lock: true } }] })
  const runJob = async (source: PlanSource) => {
    const jobId = await rig.start(await rig.create(source))
    expect((await rig.untilEnded(jobId))[0]?.state).toBe('done')
    return rig.job(jobId)
  }
  const lock = { kind: 'lock', locked: true, includesOneWayLocks: true } as const
  expect(await runJob(lock)).toMatchObject({ mayUndo: false, locksThatCannotBeUndone: 1 })
  expect((await rig.call('changeLog.list', {})).rows).toMatchObject([
    { change: lockSet, isLockThatCannotBeUndone: true },
  ])
  expect(await runJob(addShop)).toMatchObject({ mayUndo: true, locksThatCannotBeUndone: 0 })
})

test('A lock that can be cleared is offered to be undone', async () => {
  const rig = await startPlansRig()
  const jobId = await rig.start(await rig.create({ kind: 'lock', locked: true, includesOneWayLocks: false }))
  await rig.untilEnded(jobId)
  expect(await rig.job(jobId)).toMatchObject({ mayUndo: true, locksThatCannotBeUndone: 0 })
  expect((await rig.call('changeLog.list', {})).rows).toMatchObject([{ isLockThatCannotBeUndone: false }])
})

test('A job cannot be undone after its account was removed, and the reason is known without a new list being asked for', async () => {
  const rig = await startPlansRig()
  const jobId = await rig.start(await rig.create(addShop))
  await rig.untilEnded(jobId)
  expect(await rig.job(jobId)).toMatchObject({ mayUndo: true, ofRemovedAccounts: 0 })
  const changed = rig.event('jobs.changed', ({ jobs }) => jobs[0]?.mayUndo === false && jobs[0].ofRemovedAccounts === 1)
  await rig.call('accounts.remove', { accountId: rig.accountId })
  await changed
  expect(await rig.create({ kind: 'undo', jobId }, [])).toMatchObject({ domains: 0, problems: 0, ofRemovedAccounts: 1 })
})

test('The undo of a job leaves out the domains whose account was removed, and counts them', async () => {
  const rig = await startPlansRig({
    others: [{ name: 'second', keys: [{ token: 'key-of-the-second' }], domains: [{ domain_name: 'second.com' }] }],
    accounts: { Second: 'key-of-the-second' },
  })
  const text = [`${domain},add,shop A 192.0.2.40`, 'second.com,add,shop A 192.0.2.40'].join('\n')
  const jobId = await rig.start(await rig.create({ kind: 'csv', text }, []))
  await rig.untilEnded(jobId)
  await rig.call('accounts.remove', { accountId: rig.accountId })
  expect(await rig.job(jobId)).toMatchObject({ mayUndo: true, ofRemovedAccounts: 1 })
  const undo = await rig.create({ kind: 'undo', jobId }, [])
  expect(undo).toMatchObject({ domains: 1, ofRemovedAccounts: 1 })
  expect((await rig.planned(undo.planId)).map(({ domain: name, error }) => [name, error])).toEqual([
    ['second.com', null],
  ])
})
