import { join } from 'node:path'
import { expect, test, onTestFinished } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { startKeyring } from '#test/start-keyring.ts'
import { startLineRpcProcess } from './line-rpc-process.ts'
import { startAccountsRig, tokens } from './accounts-with-simulator-and-keychain-rig.ts'

test('A locked keychain refuses to add or remove an account, and a tried key can be added after unlocking', async () => {
  const { simulator, dir, itemOf } = await startAccountsRig()
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const start = () => {
    const started = startLineRpcProcess(
      'accounts-with-real-keychain-child-process.ts',
      [join(dir, 'other.sqlite'), 'Banto test'],
      { HOME: dir, ...keyring.env },
    )
    onTestFinished(() => void started.kill())
    return started
  }
  const before = start()
  const first = await before.call('tryKey', {
    baseUrl: simulator.url,
    secret: tokens.full,
    accountId: null,
    otherPendingKeyIds: [],
    pendingProxyId: null,
  })
  const fields = { label: 'first', colour: 'blue', folder: '', notes: '', baseUrl: simulator.url, pendingProxyId: null }
  const pendingKeyIdOf = ({ value }: { value?: unknown }) => (value as { pendingKeyId: string }).pendingKeyId
  const added = await before.call('add', { ...fields, keys: [{ pendingKeyId: pendingKeyIdOf(first), label: 'key' }] })
  const { id } = added.value as Account
  const second = await before.call('tryKey', {
    baseUrl: simulator.url,
    secret: tokens.other,
    accountId: null,
    otherPendingKeyIds: [],
    pendingProxyId: null,
  })
  const more = { ...fields, label: 'second', keys: [{ pendingKeyId: pendingKeyIdOf(second), label: 'key' }] }
  await keyring.lock()

  expect(await before.call('add', more)).toMatchObject({ kind: 'keychain_locked' })
  const app = start()
  const sent = simulator.ledger.requests.length
  expect(
    await app.call('tryKey', {
      baseUrl: simulator.url,
      secret: tokens.read,
      accountId: null,
      otherPendingKeyIds: [],
      pendingProxyId: null,
    }),
  ).toMatchObject({ kind: 'keychain_locked' })
  expect(simulator.ledger.requests).toHaveLength(sent)
  expect(await app.call('remove', id)).toMatchObject({ kind: 'keychain_locked' })
  expect(await app.call('get', id)).toMatchObject({
    value: { label: 'first', isPaused: false, keys: [{ state: 'working' }] },
  })

  await keyring.unlock()
  expect(await before.call('add', more)).toMatchObject({ value: { label: 'second' } })
  const [secretId] = (await app.call('secretIds')).value as string[]
  expect(await app.call('raw', secretId)).toEqual({ value: itemOf(tokens.full) })
  expect(await app.call('remove', id)).toEqual({ value: null })
  expect(await app.call('raw', secretId)).toEqual({ value: null })
})
