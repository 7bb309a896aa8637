import { expect, test } from 'vitest'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import type { PlanSummary } from '#shared/ipc/domain-change-plans.ts'
import { createARecordInput, exampleDomain, startPlansRig } from './plans-rig.ts'

async function startRigWithTwoAccounts(options: Pick<Parameters<typeof startPlansRig>[0] & object, 'onArrival'> = {}) {
  const rig = await startPlansRig({
    ...options,
    user: { keys: [{ token: 'first-key-of-the-first' }, { token: 'second-key-of-the-first' }] },
    accounts: { Second: 'second-key-of-the-first' },
  })
  const accountIds = (await rig.call('accounts.list', null)).map(({ id }) => id)
  expect(accountIds).toHaveLength(2)
  const create = (...accounts: (string | undefined)[]) =>
    rig.call('plans.create', {
      planId: crypto.randomUUID(),
      domains: accounts.map((accountId = '') => ({ accountId, name: exampleDomain.domain_name })),
      source: {
        kind: 'record_operation',
        operation: { kind: 'add_record', record: createARecordInput('shop', '192.0.2.40') },
      },
    })
  return { rig, accountIds, create }
}

const accountsOfRepeats = ({ findings }: PlanSummary) =>
  findings.flatMap(({ code, values }) => (code === 'changedInOtherAccount' ? [values['account']] : []))

test('A plan changes a domain once that two of its accounts list, and does not count it as unchanged in the other', async () => {
  const { rig, accountIds, create } = await startRigWithTwoAccounts()
  const plan = await create(...accountIds)
  expect(plan).toMatchObject({ domains: 2, withChanges: 1, included: 1, adds: 1, accounts: 1 })
  expect(plan).toMatchObject({ unchanged: 0, inOtherAccount: 1 })
  expect(accountsOfRepeats(plan)).toEqual(['First'])
  const items = await rig.untilEnded(await rig.start(plan))
  expect(items.map(({ accountId, state }) => [accountId, state])).toEqual([[accountIds[0], 'done']])
})

test('A plan names the other account that changes a domain by its present label', async () => {
  const { rig, accountIds, create } = await startRigWithTwoAccounts()
  const { planId } = await create(...accountIds)
  await rig.call('accounts.update', { accountId: accountIds[0] ?? '', label: 'Renamed' })
  expect(accountsOfRepeats(await rig.call('plans.get', { planId, excluded: [] }))).toEqual(['Renamed'])
})

test('Of two accounts that list a domain, a plan changes it by the one that is not paused', async () => {
  const { rig, accountIds, create } = await startRigWithTwoAccounts()
  await rig.call('accounts.update', { accountId: accountIds[0] ?? '', isPaused: true })
  expect(accountsOfRepeats(await create(...accountIds))).toEqual(['Second'])
})

test('A domain that two accounts list gets a record once, although both accounts are changed at the same time', async () => {
  const { rig, accountIds, create } = await startRigWithTwoAccounts()
  const plans = await Promise.all(accountIds.map((accountId) => create(accountId)))
  expect(plans).toMatchObject([{ adds: 1 }, { adds: 1 }])
  const jobIds = await Promise.all(plans.map((plan) => rig.start(plan)))
  const items = (await Promise.all(jobIds.map((jobId) => rig.untilEnded(jobId)))).flat()
  expect(rig.writes()).toHaveLength(1)
  expect(rig.servedZone().filter((record) => record.startsWith('shop '))).toEqual(['shop A 192.0.2.40'])
  expect(items.map(({ state, changes }) => [state, changes[0]?.result]).toSorted()).toEqual([
    ['done', 'done'],
    ['not_needed', 'not_needed'],
  ])
})

test('A job whose only domain waits for a job of a paused account waits, says why, and states no time left', async () => {
  const gate = createRequestGate(({ method }) => method === 'POST')
  const { rig, accountIds, create } = await startRigWithTwoAccounts({ onArrival: gate.onArrival })
  const [first = '', second = ''] = accountIds
  const plan = await create(second)
  const edits = rig.edits([createARecordInput('one', '192.0.2.41'), createARecordInput('two', '192.0.2.42')])
  gate.close()
  const firstJob = await rig.start(await rig.create(edits))
  await expect.poll(gate.heldCount).toBe(1)
  await rig.call('accounts.update', { accountId: first, isPaused: true })
  gate.open()
  await expect.poll(async () => (await rig.job(firstJob)).state).toBe('waiting')
  const secondJob = await rig.start(plan)
  await expect
    .poll(() => rig.job(secondJob))
    .toMatchObject({
      state: 'waiting',
      expectedEndAt: null,
      waitingAccounts: [{ accountId: second, openItems: 1, error: { kind: 'open_job' } }],
    })
  // The other job ends while the account of this one is paused.
  await rig.call('accounts.update', { accountId: second, isPaused: true })
  await rig.call('accounts.update', { accountId: first, isPaused: false })
  await rig.untilEnded(firstJob)
  const { rows } = await rig.call('jobs.items', { jobId: secondJob, limit: 1 })
  expect(rows).toMatchObject([{ state: 'waiting', error: { kind: 'paused' } }])
  await rig.call('accounts.update', { accountId: second, isPaused: false })
  await rig.untilEnded(secondJob)
})
