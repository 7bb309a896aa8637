import { expect, onTestFinished, test } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-renew'
const name = 'example.com'

test('The log tells a dry run of Banto from the order that followed it, although both have the same path', async () => {
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
  const { quoteId, rows, totalYen } = await rig.call('orders.quote', { quoteId: 'quote', items })
  const [intentId = ''] = (
    await rig.call('orders.confirm', { quoteId, rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
  ).intentIds
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).status).toBe('done')
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  const renewals = async () =>
    (await rig.call('logs.page', { limit: 100 })).rows
      .flatMap(({ entry }) => (entry?.path.endsWith('/renew') ? [entry] : []))
      .map(({ sender, isDryRun }) => ({ sender, isDryRun }))
  await expect.poll(renewals, { timeout: 10_000 }).toEqual([
    { sender: 'own', isDryRun: false },
    { sender: 'own', isDryRun: true },
  ])
})
