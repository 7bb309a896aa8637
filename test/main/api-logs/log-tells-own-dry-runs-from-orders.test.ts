import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-renew'
const name = 'example.com'

async function startWithDomain() {
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          balance: 100_000,
          keys: [{ token, services: { domain: { allow_acquisition: true } } }],
          domains: [{ domain_name: name, expiry_date: '2027-03-31' }],
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', [token])
  const items: OrderItem[] = [{ kind: 'renew', accountId, name, years: 1 }]
  const renewals = async () =>
    (await rig.call('logs.page', { limit: 100 })).rows
      .flatMap(({ entry }) => (entry?.path.endsWith('/renew') ? [entry] : []))
      .map(({ sender, isDryRun }) => ({ sender, isDryRun }))
  return { rig, accountId, items, renewals }
}

test('The log tells a dry run of Banto from the order that followed it, although both have the same path', async () => {
  const { rig, accountId, items, renewals } = await startWithDomain()
  const { quoteId, rows, totalYen } = await rig.call('orders.quote', { quoteId: 'quote', items })
  const [intentId = ''] = (
    await rig.call('orders.confirm', { quoteId, rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
  ).intentIds
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).status).toBe('done')
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  await expect.poll(renewals, { timeout: 10_000 }).toEqual([
    { sender: 'own', isDryRun: false },
    { sender: 'own', isDryRun: true },
  ])
})

test('In the file of the log, a paid call that Banto possibly sent is not told to be no dry run of Banto', async () => {
  const { rig, accountId, items, renewals } = await startWithDomain()
  rig.simulator.faults.add({ match: { method: 'POST', path: '/renew' }, times: 1, fault: { kind: 'reset-after' } })
  await rig.call('orders.quote', { quoteId: 'quote', items })
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  await expect.poll(renewals, { timeout: 10_000 }).toEqual([{ sender: 'ownOrOther', isDryRun: false }])
  const { path } = await rig.call('logs.exportCsv', { exportId: 'one', filter: {}, labels: {} })
  const [heading = '', ...lines] = readFileSync(path ?? '', 'utf8')
    .trim()
    .split('\r\n')
  const isDryRun = (line?: string) => line?.split(',')[heading.split(',').indexOf('isDryRun')]
  expect(isDryRun(lines.find((line) => line.includes('/renew,')))).toBe('unknown')
  expect(isDryRun(lines.find((line) => line.includes(',GET,')))).toBe('no')
})
