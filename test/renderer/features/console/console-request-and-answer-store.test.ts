import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { useConsoleRequestAndAnswer } from '#renderer/features/console/console-request-and-answer-store.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-the-console'

test('A change that was cancelled after sending shows its outcome once it has ended', async () => {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], servers: [{ server_id: 'web01' }] }] },
  })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { simulator } = rig
  let receive: (name: string, payload: unknown) => void = () => undefined
  Object.assign((globalThis as unknown as { window: { banto: object } }).window.banto, {
    listen(listener: typeof receive) {
      receive = listener
      return () => undefined
    },
  })
  setActivePinia(createPinia())
  const store = useConsoleRequestAndAnswer()
  const { id: accountId } = await rig.addAccount('First', [token])
  const request = {
    accountId,
    keyId: null,
    method: 'PUT' as const,
    path: '/v1/server/web01.simulator.example/memo',
    query: [],
    body: '{"memo":"x"}',
  }
  simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault: { kind: 'delay', ms: 500 } })
  const { confirmationId } = await mainCommands.console.confirm(request)
  const sending = store.send(request, confirmationId)
  receive('console.sending', await rig.event('console.sending'))
  expect(store.sending?.keyLabel).toBeTruthy()
  await store.cancel()
  await sending
  expect(store).toMatchObject({ isAbandoned: true, ended: null, answer: null })
  receive('console.changeEnded', await rig.event('console.changeEnded'))
  expect(store).toMatchObject({ isAbandoned: true, ended: { status: 200, outcome: 'done', error: null } })
})

test('The account of a request stays when an account is added, and after sending also when others are selected', async () => {
  setActivePinia(createPinia())
  const accounts = useAccounts()
  const accountsOf = (...ids: string[]) => ids.map((id) => ({ id, keys: [] }) as unknown as Account)
  accounts.accounts = accountsOf('b', 'c')
  const store = useConsoleRequestAndAnswer()
  expect(store.accountId).toBe('b')
  accounts.accounts = accountsOf('a', 'b', 'c')
  expect(store.accountId).toBe('b')
  accounts.select(['c'])
  expect(store.accountId).toBe('c')
  await store.send({ ...store.content, accountId: 'c', keyId: null }, null)
  accounts.select(['a'])
  expect(store.accountId).toBe('c')
})
