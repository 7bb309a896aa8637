import { expect, onTestFinished, test } from 'vitest'
import { useCustomerResourceCells } from '#renderer/features/customers/useCustomerResourceCells.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('A server of a customer whose list gave no auto-renew is called not given, because the list was read', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token: 'a-key-for-servers' }] }] } })
  onTestFinished(() => rig.close())
  const server = { servername: 'web1.server.example', server_id: 'web1', status: 'active', expiry_date: '2027-05-01' }
  rig.simulator.faults.add({
    match: { method: 'GET', path: '/server$' },
    fault: { kind: 'status', status: 200, body: { servers: [server] } },
  })
  const { id: accountId } = await rig.addAccount('First', ['a-key-for-servers'])
  const ended = rig.event('sync.changed', ([first]) => first?.state === 'idle' && first.endedAt !== null)
  await rig.call('sync.start', {})
  await ended
  await rig.call('annotations.changeTagsAndCustomers', {
    changes: [{ target: { kind: 'server', accountId, name: server.servername }, customer: 'Aoba' }],
  })
  const { rows } = await rig.call('customers.items', { name: 'Aoba' })
  expect(rows).toMatchObject([{ kind: 'server', autoRenew: null }])
  connectRigBridge(rig)
  setMessageLanguage('en')
  const { made: cells, leave } = runInSetup(() => useCustomerResourceCells())
  onTestFinished(leave)
  expect(rows.map((row) => cells['autoRenew']?.(row, true).title)).toEqual(['Not returned by the API'])
})
