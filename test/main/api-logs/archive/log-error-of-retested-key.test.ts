import { expect, onTestFinished, test } from 'vitest'
import { startSimulatorRig } from '#test/main-process-rig.ts'

test('A log is not said to be refused to a key that was tested again and works', async () => {
  const token = 'a-key-of-the-account'
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  const { id: accountId, keys } = await rig.addAccount('First', [token])
  const errorOfLog = async () => (await rig.call('logs.archive', { accountIds: null }))[0]?.error
  rig.simulator.faults.add({
    match: { path: '^/v1/logs$' },
    times: 1,
    fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
  })
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  expect(await errorOfLog()).toMatchObject({ status: 401 })
  await rig.call('accounts.retestKey', { accountId, keyId: keys[0]?.id ?? '' })
  expect(await errorOfLog()).toBeNull()
})
