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
  const bridge = connectRigBridge(rig)
  const { simulator } = rig
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
  bridge.emit('console.sending', await rig.event('console.sending'))
  expect(store.sending?.keyLabel).toBeTruthy()
  await store.cancel()
  await sending
  expect(store).toMatchObject({ isAbandoned: true, ended: null, answer: null })
  bridge.emit('console.changeEnded', await rig.event('console.changeEnded'))
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

test('After a merge of accounts, a chosen account, an answer and the history name the remaining account', async () => {
  const tokens = ['first-key-of-the-second', 'second-key-of-the-second'] as const
  const rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'first', keys: [{ token }] },
        { name: 'second', keys: tokens.map((own) => ({ token: own })) },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
  const accounts = useAccounts()
  const store = useConsoleRequestAndAnswer()
  await rig.addAccount('First', [token])
  const { id: accountId } = await rig.addAccount('Second', [tokens[0]])
  const { id: fromAccountId } = await rig.addAccount('Third', [tokens[1]])
  await accounts.load()
  store.listen()
  store.path = '/v1/domain'
  await store.send({ ...store.content, accountId: fromAccountId, keyId: null }, null)
  expect(store).toMatchObject({ accountId: fromAccountId, answer: { status: 200 }, answered: { path: '/v1/domain' } })
  const { listVersion } = store

  const merged = rig.event('accounts.merged')
  await rig.call('accounts.merge', { accountId, fromAccountId })
  bridge.emit('accounts.merged', await merged)
  await accounts.load()
  expect(store).toMatchObject({ accountId, answer: { status: 200 }, answered: { path: '/v1/domain', accountId } })
  expect(store.listVersion).toBeGreaterThan(listVersion)
})

test('An account that was chosen for a request before any was sent follows a merge, and other accounts do not', async () => {
  const rig = await startSimulatorRig({ world: { users: [] } })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
  const store = useConsoleRequestAndAnswer()
  store.listen()
  store.chosenAccountId = 'from'
  bridge.emit('accounts.merged', { accountId: 'into', fromAccountId: 'another' })
  expect(store.chosenAccountId).toBe('from')
  bridge.emit('accounts.merged', { accountId: 'into', fromAccountId: 'from' })
  expect(store).toMatchObject({ chosenAccountId: 'into', answered: null })
})
