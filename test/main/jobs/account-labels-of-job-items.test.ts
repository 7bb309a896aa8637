import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newWwwAddress, startPlansRig, type PlansRig } from '#test/main/plans/plans-rig.ts'

const token = 'key-of-the-second'

/** The cells of the column `account` of the CSV of the job, line by line. */
async function accountCells(rig: PlansRig, jobId: string): Promise<(string | undefined)[]> {
  const { path } = await rig.call('jobs.exportCsv', {
    jobId,
    labels: { 'value.removedAccount': 'Account not in Banto' },
  })
  const [headings = [], ...lines] = readFileSync(path as string, 'utf8')
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return lines.map((line) => line[headings.indexOf('account')])
}

const idOf = async (rig: PlansRig, label: string) =>
  (await rig.call('accounts.list', null)).find((account) => account.label === label)?.id ?? ''

const labelsOf = async (rig: PlansRig, jobId: string) =>
  (await rig.call('jobs.items', { jobId, limit: 10 })).rows.map(({ accountLabel }) => accountLabel)

test('An item whose account was merged into another one, which was removed later, has the name of its own account', async () => {
  const rig = await startPlansRig({ others: [{ name: 'second', keys: [{ token }] }], accounts: { Second: token } })
  const second = await idOf(rig, 'Second')
  const jobId = await rig.start(await rig.create(newWwwAddress))
  await rig.untilEnded(jobId)
  await rig.call('accounts.merge', { accountId: second, fromAccountId: rig.accountId })
  expect(await labelsOf(rig, jobId)).toEqual(['Second'])
  await rig.call('accounts.remove', { accountId: second })
  expect(await labelsOf(rig, jobId)).toEqual(['First'])
  expect(await accountCells(rig, jobId)).toEqual(['First'])
})

test('The steps of a new site on its server keep the name of the account of the server after its removal', async () => {
  const servername = 'web01.simulator.example'
  const second = { name: 'second', keys: [{ token }], servers: [{ server_id: 'web01' }] }
  const rig = await startPlansRig({ others: [second], accounts: { Second: token } })
  const serverAccountId = await idOf(rig, 'Second')
  await rig.call('inventory.refreshServer', { accountId: serverAccountId, name: servername })
  const { planId, typedConfirmation: typed } = await rig.create({
    kind: 'new_site',
    serverAccountId,
    servername,
    hosts: ['@'],
    // The default of the simulator for domains of another user.
    verificationHost: '_simulator-verification',
  })
  const site = { ssl: false, redirectHttps: false, wordpress: null, adminPassword: null, unfinishedJobId: null }
  const { jobId } = await rig.call('newSite.start', { planId, typed, ...site })
  const [ended] = await rig.untilEnded(jobId)
  expect(ended).toMatchObject({ state: 'done', accountLabel: 'First', serverAccountLabel: 'Second' })
  await rig.call('accounts.remove', { accountId: serverAccountId })
  const [item] = (await rig.call('jobs.items', { jobId, limit: 1 })).rows
  expect(item).toMatchObject({ accountLabel: 'First', serverAccountLabel: 'Second' })
  expect(await accountCells(rig, jobId)).toEqual(['First', 'First', 'Second'])
})
