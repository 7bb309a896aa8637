import { expect, onTestFinished, test } from 'vitest'
import { useConsoleErrorUntilCauseEnds } from '#renderer/features/console/useConsoleErrorUntilCauseEnds.ts'
import { useConsoleRequestAndAnswer } from '#renderer/features/console/console-request-and-answer-store.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-the-console'

test('The reason why a request of the console was not sent ends with its cause, and a lost answer stays', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('First', [token])
  const { made, leave } = runInSetup(() => ({
    error: useConsoleErrorUntilCauseEnds(),
    store: useConsoleRequestAndAnswer(),
    accounts: useAccounts(),
  }))
  onTestFinished(leave)
  const { error, store, accounts } = made
  const send = () => store.send({ accountId, keyId: null, method: 'GET', path: '/v1/me', query: [], body: null }, null)

  await accounts.load()
  rig.simulator.faults.add({ match: { path: '^/v1/me$' }, fault: { kind: 'reset-after' } })
  await send()
  expect(error.value).not.toBeNull()
  expect(error.value).toBe(store.error)

  // The account was paused while the request waited to be sent.
  await rig.call('accounts.update', { accountId, isPaused: true })
  await accounts.load()
  await send()
  expect(error.value?.kind).toBe('paused')
  await rig.call('accounts.update', { accountId, isPaused: false })
  await accounts.load()
  expect(error.value).toBeNull()
})
