import { expect, onTestFinished, test } from 'vitest'
import { startRig, type Rig } from '#test/rig.ts'

const world = { users: [{ name: 'aoi', keys: [{ token: 'first-key-of-aoi' }, { token: 'second-key-of-aoi' }], domains: [{ domain_name: 'example.com' }] }] }

async function usedMinute(rig: Rig): Promise<number> {
  const gauges = await rig.call('accounts.quota', null)
  return gauges.find(({ limitClass }) => limitClass === 'domain')?.usedMinute ?? 0
}

const sent = (rig: Rig) => rig.simulator.ledger.requests.filter(({ endpoint }) => endpoint?.startsWith('domain.')).length

test('what trying a key spent is spent of the account that it is stored in, also after the next start', async () => {
  const rig = await startRig({ world })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { syncsAtStart: false })
  const account = await rig.addAccount('Aoi', ['first-key-of-aoi'])
  expect(sent(rig)).toBeGreaterThan(0)
  expect(await usedMinute(rig)).toBe(sent(rig))

  const { ticket } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: 'second-key-of-aoi', accountId: account.id })
  await rig.call('accounts.addKey', { accountId: account.id, ticket, label: 'Second' })
  const afterSecond = await usedMinute(rig)
  expect(afterSecond).toBeGreaterThanOrEqual(sent(rig))

  await rig.restart()
  expect(await usedMinute(rig)).toBeGreaterThanOrEqual(sent(rig))
})
