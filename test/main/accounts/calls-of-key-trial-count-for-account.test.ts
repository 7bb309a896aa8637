import { expect, onTestFinished, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const world = {
  users: [
    {
      name: 'aoi',
      keys: [{ token: 'first-key-of-aoi' }, { token: 'second-key-of-aoi' }],
      domains: [{ domain_name: 'example.com' }],
    },
  ],
}

async function domainUsage(rig: SimulatorRig): Promise<QuotaUsage> {
  const usages = await rig.call('accounts.quota', null)
  const usage = usages.find(({ limitClass }) => limitClass === 'domain')
  if (!usage) throw new Error('No domain call was counted')
  return usage
}

const usedMinute = async (rig: SimulatorRig) => (await domainUsage(rig)).usedMinute

const sent = (rig: SimulatorRig) =>
  rig.simulator.ledger.requests.filter(({ endpoint }) => endpoint?.startsWith('domain.')).length

test('The calls of a key trial count for the account that the key is stored in, also after the next start', async () => {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { syncsAtStart: false })
  const account = await rig.addAccount('Aoi', ['first-key-of-aoi'])
  expect(sent(rig)).toBeGreaterThan(0)
  expect(await usedMinute(rig)).toBe(sent(rig))

  const { pendingKeyId } = await rig.call('accounts.tryKey', {
    baseUrl: rig.simulator.url,
    secret: 'second-key-of-aoi',
    accountId: account.id,
  })
  await rig.call('accounts.addKey', { accountId: account.id, pendingKeyId, label: 'Second' })
  const afterSecond = await usedMinute(rig)
  expect(afterSecond).toBeGreaterThanOrEqual(sent(rig))

  await rig.restart()
  expect(await usedMinute(rig)).toBeGreaterThanOrEqual(sent(rig))
})

test('An account does not count the trial calls of keys that belong to other accounts', async () => {
  const keys = ['key-of-aoi', 'key-of-beni', 'key-of-chie']
  const rig = await startSimulatorRig({ world: { users: keys.map((token) => ({ name: token, keys: [{ token }] })) } })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { syncsAtStart: false })
  await expect(
    rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: 'key-of-nobody' }),
  ).rejects.toMatchObject({ status: 401 })
  for (const token of keys) await rig.addAccount(token, [token])
  const usages = await rig.call('accounts.quota', null)
  const used = (limitClass: string) =>
    usages.filter((usage) => usage.limitClass === limitClass).map(({ usedMinute, usedDay }) => [usedMinute, usedDay])
  expect(sent(rig)).toBe(3)
  for (const limitClass of ['account', 'domain', 'server'])
    expect(used(limitClass)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
})

test('A new test of a stored key counts for its account', async () => {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { syncsAtStart: false })
  const {
    id,
    keys: [key],
  } = await rig.addAccount('Aoi', ['first-key-of-aoi'])
  const used = async () =>
    (await rig.call('accounts.quota', null)).find(({ limitClass }) => limitClass === 'account')?.usedMinute
  expect(await used()).toBe(1)
  await rig.call('accounts.retestKey', { accountId: id, keyId: key?.id ?? '' })
  expect(await used()).toBe(2)
})

test('Calls of other programs that responses have shown stay counted when a key is replaced', async () => {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { syncsAtStart: false })
  const { id, keys } = await rig.addAccount('Aoi', ['first-key-of-aoi'])
  for (let call = 0; call < 4; call += 1)
    await fetch(`${rig.simulator.url}/v1/domain/example.com/dns`, {
      headers: { Authorization: 'Bearer first-key-of-aoi' },
    })
  await rig.call('api.call', { accountId: id, endpoint: 'domain.list', input: {} })
  const { usedMinute, usedMinuteElsewhere } = await domainUsage(rig)
  expect([usedMinute, usedMinuteElsewhere]).toEqual([sent(rig), 4])

  const { pendingKeyId } = await rig.call('accounts.tryKey', {
    baseUrl: rig.simulator.url,
    secret: 'second-key-of-aoi',
    accountId: id,
  })
  // This response shows the call of the trial, which is added to the account later and must not count twice.
  await rig.call('api.call', { accountId: id, endpoint: 'domain.list', input: {} })
  await rig.call('accounts.replaceKey', { accountId: id, keyId: keys[0]?.id ?? '', pendingKeyId })
  const after = await domainUsage(rig)
  expect([after.usedMinute, after.usedDay, after.usedMinuteElsewhere]).toEqual([sent(rig), sent(rig), 4])
})
