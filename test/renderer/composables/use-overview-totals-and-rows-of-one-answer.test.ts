import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOverview } from '#renderer/composables/useOverview.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

let rig: SimulatorRig

beforeAll(async () => {
  const domains = [{ domain_name: 'one.example' }, { domain_name: 'two.example' }]
  rig = await startSimulatorRig({ world: { users: [{ name: 'user', keys: [{ token: 'a-key-of-it' }], domains }] } })
  await rig.addAccount('Account', ['a-key-of-it'])
})
afterAll(() => rig.close())

test('The rows per account are of the same answer as the totals, also when newer accounts are known', async () => {
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), overview: useOverview() }))
  const { accounts, overview } = made
  await accounts.listen()
  await expect.poll(() => overview.data.value?.totals.domains).toBe(0)
  const domainsOfRows = () => overview.listed.value.map(({ domains }) => domains)
  accounts.accounts = accounts.accounts.map((account) => ({ ...account, domains: 2 }))
  expect(domainsOfRows()).toEqual([0])
  const ended = rig.event('sync.changed', ([first]) => first?.state === 'idle' && first.endedAt !== null)
  await rig.call('sync.start', {})
  await ended
  await overview.reload()
  expect(overview.data.value?.totals.domains).toBe(2)
  expect(domainsOfRows()).toEqual([2])
  leave()
})

test('Figures of the earlier account selection are marked as such until those of the new selection are loaded', async () => {
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), overview: useOverview() }))
  const { accounts, overview } = made
  await accounts.listen()
  await expect.poll(() => overview.data.value !== null).toBe(true)
  expect(overview.isEarlierQuery.value).toBe(false)
  accounts.selectForLink([accounts.accounts[0]?.id ?? ''])
  expect(overview.data.value).not.toBeNull()
  expect(overview.isEarlierQuery.value).toBe(true)
  await expect.poll(() => overview.isEarlierQuery.value).toBe(false)
  leave()
})
