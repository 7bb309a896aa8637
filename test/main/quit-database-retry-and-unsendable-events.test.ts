import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, onTestFinished } from 'vitest'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-do-everything'
const world: WorldFile = {
  users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: 'one.com', expiry_date: '2027-03-31' }] }],
}

async function open(): Promise<{ rig: SimulatorRig; accountId: string }> {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  return { rig, accountId: (await rig.addAccount('First', [token])).id }
}

async function renew(rig: SimulatorRig, accountId: string): Promise<string> {
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'quote',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  const { intentIds } = await rig.call('orders.confirm', {
    quoteId: 'quote',
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  return intentIds[0] as string
}

const renewals = ({ simulator }: SimulatorRig) =>
  simulator.ledger.requests.filter(
    ({ path, bodyJson }) => path.endsWith('/renew') && (bodyJson as { dry_run?: boolean }).dry_run !== true,
  )

test('A second request to quit also waits for the response of a paid call', async () => {
  const { rig, accountId } = await open()
  rig.simulator.faults.add({ match: { path: '/renew$' }, times: 2, fault: { kind: 'delay', ms: 1_000 } })
  await renew(rig, accountId)
  await expect.poll(() => renewals(rig).length).toBe(1)
  const first = rig.close()
  await rig.close()
  expect(rig.simulator.ledger.charges).toHaveLength(1)
  await first
})

test('Two simultaneous retries open the database once', async () => {
  const { rig } = await open()
  const file = join(rig.profile, 'banto.db')
  await rig.restart(() => {
    renameSync(file, `${file}.kept`)
    mkdirSync(file)
  })
  expect((await rig.call('app.state', null)).databaseError).not.toBeNull()
  rmdirSync(file)
  renameSync(`${file}.kept`, file)
  await Promise.all([rig.call('app.retryDatabase', null), rig.call('app.retryDatabase', null)])
  expect(await rig.call('orders.journal', null)).toMatchObject({ state: 'good' })
})

test('An order is completed even if events cannot be sent to the window', async () => {
  const { rig, accountId } = await open()
  rig.failNextEmits()
  const intentId = await renew(rig, accountId)
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).state).toBe('done')
})
