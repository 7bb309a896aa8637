import { expect, test, onTestFinished } from 'vitest'
import { createKeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import type { OsKeychain } from '#main/accounts/os-keychain-port.ts'
import { systemClock } from '#main/clock.ts'
import type { SimulatorOptions } from '#simulator/start-simulator.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'

const [old, anew] = ['token-of-the-first', 'token-of-the-second']

async function open(options: Pick<SimulatorOptions, 'onArrival'> = {}): Promise<SimulatorRig> {
  const rig = await startSimulatorRig({
    ...options,
    world: {
      users: [
        { name: 'first', keys: [{ token: old, services: { domain: { permission_type: 'read' } } }, { token: anew }] },
      ],
    },
  })
  onTestFinished(() => rig.close())
  return rig
}

test('A key that is added twice at the same time is stored once', async () => {
  const rig = await open()
  const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: old })
  const add = () =>
    rig.answer('accounts.add', {
      label: 'First',
      colour: 'blue',
      baseUrl: rig.simulator.url,
      keys: [{ pendingKeyId, label: 'Key' }],
    })
  const answers = await Promise.all([add(), add()])
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await rig.call('accounts.list', null)).toHaveLength(1)
})

test('An account whose form is left while it is being saved is saved', async () => {
  const rig = await open()
  const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: old })
  const added = rig.answer('accounts.add', {
    label: 'First',
    colour: 'blue',
    baseUrl: rig.simulator.url,
    keys: [{ pendingKeyId, label: 'Key' }],
  })
  await rig.call('accounts.discardPendingKey', { pendingKeyId })
  expect(await added).toMatchObject({ ok: true })
  expect(await rig.call('accounts.list', null)).toMatchObject([{ label: 'First', keys: [{ label: 'Key' }] }])
})

test('A key that is given up while it cannot be stored is not kept', async () => {
  const rig = await open()
  const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: old })
  const add = () =>
    rig.answer('accounts.add', {
      label: 'First',
      colour: 'blue',
      baseUrl: rig.simulator.url,
      keys: [
        { pendingKeyId, label: 'Key' },
        { pendingKeyId, label: 'Again' },
      ],
    })
  const added = add()
  await rig.call('accounts.discardPendingKey', { pendingKeyId })
  expect(await added).toMatchObject({ ok: false, error: { kind: 'invalid_input' } })
  expect(await add()).toMatchObject({ ok: false, error: { kind: 'not_found' } })
})

test('A response for the old secret does not change the state of the new secret', async () => {
  const answered = Promise.withResolvers<void>()
  let isHeld = false
  const rig = await open({ onArrival: ({ keyIndex }) => (isHeld && keyIndex === 0 ? answered.promise : undefined) })
  const { id: accountId, keys } = await rig.addAccount('First', [old])
  const keyId = keys[0]?.id ?? ''
  const { pendingKeyId, me } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: anew })
  isHeld = true
  rig.simulator.ledger.clear()
  const testing = rig.answer('accounts.retestKey', { accountId, keyId })
  await expect.poll(() => rig.simulator.ledger.requests.length).toBe(1)
  await rig.call('accounts.replaceKey', { accountId, keyId, pendingKeyId })
  answered.resolve()
  await testing
  const [account] = await rig.call('accounts.list', null)
  expect(account?.keys[0]).toMatchObject({ state: 'working', me })
})

test('A key is not reported as missing if the keychain was unlocked between two reads', async () => {
  const items = new Map<string, string>()
  const prompts: ('dismissed' | 'unlocked')[] = []
  let isLocked = false
  // Like a keychain that shows a prompt at each read while it is locked, and returns null if the user dismisses the
  // prompt.
  const store: OsKeychain = {
    get(id) {
      if (isLocked && prompts.shift() === 'unlocked') isLocked = false
      return Promise.resolve(isLocked ? null : (items.get(id) ?? null))
    },
    async set(id, secret) {
      items.set(id, secret)
    },
    async delete(id) {
      items.delete(id)
    },
  }
  const database = temporaryDatabase()
  const start = () => createKeychainSecretStore({ store, database, clock: systemClock, newId: () => 'sentinel' })
  await start().storeSecret('key', 'the secret')
  isLocked = true
  prompts.push('dismissed', 'unlocked')
  expect(await start().readSecret('key')).toBe('the secret')
})
