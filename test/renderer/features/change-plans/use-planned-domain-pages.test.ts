import { expect, onTestFinished, test } from 'vitest'
import { ref } from 'vue'
import { usePlannedDomainPages } from '#renderer/features/change-plans/usePlannedDomainPages.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The last page is shown after the domains to change have become fewer than those before the shown page', async () => {
  const users = ['one', 'two'].map((name) => ({
    name,
    keys: [{ token: `key-of-${name}` }],
    domains: [{ domain_name: `${name}.com` }],
  }))
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const one = await rig.addAccount('one', ['key-of-one'])
  const two = await rig.addAccount('two', ['key-of-two'])
  const listed = rig.event('sync.changed', (all) => all.length > 1 && all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await listed
  const planId = crypto.randomUUID()
  await rig.call('plans.create', {
    planId,
    domains: [
      { accountId: one.id, name: 'one.com' },
      { accountId: two.id, name: 'two.com' },
    ],
    source: { kind: 'nameservers', nameservers: ['ns1.example.net'] },
  })
  const reloadKey = ref(0)
  const { made, leave } = runInSetup(() =>
    usePlannedDomainPages(() => ({ planId, only: 'changes' }), { reloadKey: () => reloadKey.value, pageSize: 1 }),
  )
  onTestFinished(leave)
  const shownNames = () => made.page.data.value?.rows.map(({ domain }) => domain)
  made.offset.value = 1
  await expect.poll(shownNames).toEqual(['two.com'])
  await rig.call('accounts.remove', { accountId: two.id })
  reloadKey.value += 1
  await expect.poll(() => made.page.data.value?.total).toBe(1)
  await expect.poll(shownNames).toEqual(['one.com'])
  expect(made.offset.value).toBe(0)
})
