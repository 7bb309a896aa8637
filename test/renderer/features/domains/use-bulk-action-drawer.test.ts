import { expect, onTestFinished, test } from 'vitest'
import { useBulkActionDrawer } from '#renderer/features/domains/useBulkActionDrawer.ts'
import { useDomain } from '#renderer/features/domains/useDomain.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The only server belongs to another account than the domain. */
async function start() {
  const rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'first', keys: [{ token: 'first-key' }], domains: [{ domain_name: 'example.com' }] },
        { name: 'second', keys: [{ token: 'second-key' }], servers: [{ server_id: 'one01' }] },
      ],
    },
  })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  const accountId = (await rig.addAccount('First', ['first-key'])).id
  const other = (await rig.addAccount('Second', ['second-key'])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  const bridge = connectRigBridge(rig)
  async function readServer(): Promise<void> {
    const [server] = (await rig.call('inventory.servers', { limit: 1 })).rows
    if (!server) throw new Error('The server is not listed')
    const changed = rig.event('inventory.changed')
    await rig.call('inventory.refreshServer', { accountId: other, name: server.name })
    bridge.emit('inventory.changed', await changed)
  }
  return { rig, accountId, readServer }
}

test('A form for name servers that is open knows those of the service once any server was read', async () => {
  const { rig, accountId, readServer } = await start()
  const { made, leave } = runInSetup(() => ({
    bulk: useBulkActionDrawer(() => [{ accountId, name: 'example.com' }]),
    page: useDomain(accountId, 'example.com'),
  }))
  onTestFinished(leave)
  made.bulk.open({ change: 'nameservers' })
  await expect.poll(() => made.page.domain.value?.serviceNameservers).toEqual([])
  expect(made.bulk.serviceNameservers.value).toEqual([])
  await readServer()
  const { serviceNameservers: known } = await rig.call('inventory.domain', { accountId, name: 'example.com' })
  expect(known).not.toEqual([])
  const shown = () => [made.bulk.serviceNameservers.value, made.page.domain.value?.serviceNameservers]
  await expect.poll(shown, { timeout: 5_000 }).toEqual([known, known])
})

test('The form for domains of several services offers the name servers of none of them', async () => {
  const { rig, accountId, readServer } = await start()
  const otherService = await startSimulator({ world: { users: [{ name: 'other', keys: [{ token: 'other-key' }] }] } })
  onTestFinished(() => otherService.close())
  const baseUrl = otherService.url
  const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl, secret: 'other-key' })
  const keys = [{ pendingKeyId, label: 'Key' }]
  const other = await rig.call('accounts.add', { label: 'Other', colour: 'blue', baseUrl, keys })
  const ofOneService = [{ accountId, name: 'example.com' }]
  let selected = [...ofOneService, { accountId: other.id, name: 'other.com' }]
  const { made, leave } = runInSetup(() => ({ bulk: useBulkActionDrawer(() => selected), accounts: useAccounts() }))
  onTestFinished(leave)
  await made.accounts.load()
  await readServer()
  made.bulk.open({ change: 'nameservers' })
  expect(made.bulk.isOfSeveralServices.value).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(made.bulk.serviceNameservers.value).toEqual([])
  selected = ofOneService
  made.bulk.open({ change: 'nameservers' })
  expect(made.bulk.isOfSeveralServices.value).toBe(false)
  await expect.poll(() => made.bulk.serviceNameservers.value.length).toBeGreaterThan(0)
  selected = [...ofOneService, { accountId: other.id, name: 'other.com' }]
  made.bulk.open({ change: 'nameservers' })
  expect(made.bulk.serviceNameservers.value).toEqual([])
})

test('The open drawer keeps its domains when the selection changes, and the next one takes the new selection', async () => {
  const { accountId } = await start()
  const named = (...names: string[]) => names.map((name) => ({ accountId, name }))
  let selected = named('one.com', 'two.com')
  const { made: bulk, leave } = runInSetup(() => useBulkActionDrawer(() => selected))
  onTestFinished(leave)
  bulk.open({ change: 'set_ttl' })
  selected = named('two.com', 'three.com', 'four.com')
  expect(bulk.domains.value).toEqual(named('one.com', 'two.com'))
  bulk.open({ tool: 'template' })
  expect(bulk.domains.value).toEqual(named('two.com', 'three.com', 'four.com'))
})
