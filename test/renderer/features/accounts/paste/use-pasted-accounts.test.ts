import { expect, onTestFinished, test } from 'vitest'
import { watch } from 'vue'
import { parsePastedAccounts } from '#shared/pasted-accounts/parse-pasted-accounts.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { mayBecomeStoredAccount } from '#renderer/features/accounts/paste/pasted-accounts-with-key-trials.ts'
import { usePastedAccounts } from '#renderer/features/accounts/paste/usePastedAccounts.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const user = (name: string, keys: { token: string }[], domains = [`${name}.example`]) => ({
  name,
  keys,
  domains: domains.map((domain_name) => ({ domain_name })),
})
const world: WorldFile = {
  auth_block: null,
  users: [
    user('one', [{ token: 'token-one-a' }, { token: 'token-one-b' }, { token: 'token-one-c' }]),
    user('two', [{ token: 'token-two-a' }]),
    user('three', [{ token: 'token-three-a' }]),
  ],
}

async function start() {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  const added: string[] = []
  const { made: pasted, leave } = runInSetup(() =>
    usePastedAccounts(
      (n) => `Key ${n}`,
      (accountIds) => added.push(...accountIds),
    ),
  )
  onTestFinished(leave)
  const paste = (...lines: string[]) => pasted.load(parsePastedAccounts(lines.join('\n'), rig.simulator.url))
  const states = () => pasted.keys.value.map(({ line, state }) => `${line} ${state}`)
  /** Sorted by folder and label. */
  const stored = async () =>
    (await rig.call('accounts.list', null)).map(({ label, folder, keys }) => [
      label,
      folder,
      keys.map((key) => key.label),
    ])
  const sentKeys = () => rig.simulator.ledger.requests.filter(({ path }) => path === '/v1/me').length
  return { rig, bridge, added, pasted, leave, paste, states, stored, sentKeys }
}

test('Lines of one account become one account with several keys, in the folder of the table', async () => {
  const { pasted, paste, states, stored, added } = await start()
  paste('One\tShops\t\t\ttoken-one-a', 'Two\t\t\tmain\ttoken-two-a', 'One\t\t\tspare\ttoken-one-b')
  await pasted.test()
  expect(states()).toEqual(['1 works', '3 works', '2 works'])
  expect(pasted.testable.value).toEqual([])
  await pasted.add()
  expect(await stored()).toEqual([
    ['Two', '', ['main']],
    ['One', 'Shops', ['Key 1', 'spare']],
  ])
  expect(added).toEqual(pasted.accounts.value.map(({ accountId }) => accountId))
  expect(new Set(pasted.accounts.value.map(({ colour }) => colour)).size).toBe(2)
})

test('An account of which a key is refused is added only if the user accepts it without that key', async () => {
  const { pasted, paste, states, stored } = await start()
  paste('One\t\t\t\ttoken-one-a', 'One\t\t\t\ttoken-nobody', 'Two\t\t\t\ttoken-two-a')
  await pasted.test()
  expect(states()).toEqual(['1 works', '2 failed', '3 works'])
  expect(pasted.keys.value[1]?.error).toMatchObject({ kind: 'service', status: 401, code: 'UNAUTHORIZED' })
  await pasted.add()
  expect(await stored()).toEqual([['Two', '', ['Key 1']]])
  pasted.addsIncompleteAccounts.value = true
  await pasted.add()
  expect(await stored()).toEqual([
    ['One', '', ['Key 1']],
    ['Two', '', ['Key 1']],
  ])
})

test('A key that is added after its account is counted as a key, not as an account', async () => {
  const { pasted, paste, states, stored } = await start()
  paste('One\t\t\t\ttoken-one-a', 'One\t\t\t\ttoken-one-b', 'One\t\t\t\ttoken-nobody')
  const [, second] = pasted.keys.value
  await pasted.test()
  // The user chooses to leave the second key out, and changes that later.
  Object.assign(second ?? {}, { destination: 'none' })
  expect(pasted.partial.value).toHaveLength(1)
  pasted.addsIncompleteAccounts.value = true
  expect(pasted.addCounts.value).toEqual({ accounts: 1, keys: 0, accountsOfKeys: 0 })
  await pasted.add()
  pasted.addsIncompleteAccounts.value = false
  Object.assign(second ?? {}, { destination: 'pasted_account' })
  expect(pasted.partial.value).toEqual([])
  expect(pasted.addCounts.value).toEqual({ accounts: 0, keys: 1, accountsOfKeys: 1 })
  await pasted.add()
  expect(states()).toEqual(['1 added', '2 added', '3 failed'])
  expect(await stored()).toEqual([['One', '', ['Key 1', 'Key 2']]])
})

test('The progress of the adding counts what was added, not what failed', async () => {
  const { rig, pasted, paste, states } = await start()
  paste('One\t\t\t\ttoken-one-a', 'Two\t\t\t\ttoken-two-a')
  await pasted.test()
  await rig.call('accounts.discardPendingKey', { pendingKeyId: pasted.keys.value[0]?.trial?.pendingKeyId ?? '' })
  await pasted.add()
  expect(states()).toEqual(['1 failed', '2 added'])
  expect(pasted.addProgress.value).toEqual({ done: 1, total: 2 })
})

test('After refused keys the tests stop without sending the other keys, until the user resumes', async () => {
  const { pasted, paste, states, sentKeys } = await start()
  paste('A\t\t\t\ttoken-nobody-1', 'B\t\t\t\ttoken-nobody-2', 'One\t\t\t\ttoken-one-a', 'Two\t\t\t\ttoken-two-a')
  await pasted.test()
  expect(states()).toEqual(['1 failed', '2 failed', '3 waiting', '4 waiting'])
  expect(pasted.stopError.value).toMatchObject({ kind: 'address_guarded', details: { reason: 'refused_keys' } })
  expect(sentKeys()).toBe(2)
  await useAppState().resumeCalls()
  await pasted.test()
  expect(states()).toEqual(['1 failed', '2 failed', '3 works', '4 works'])
  expect(pasted.stopError.value).toBeNull()
  expect(sentKeys()).toBe(4)
})

test('Without a network the tests stop at that base URL and go on at another, and can be repeated', async () => {
  const { rig, pasted, paste, states } = await start()
  await rig.simulator.pause()
  paste('One\t\t\t\ttoken-one-a', 'Two\t\t\t\ttoken-two-a', 'Three\t\thttp://service.example\t\ttoken-three-a')
  await pasted.test()
  expect(states()).toEqual(['1 failed', '2 waiting', '3 failed'])
  expect(pasted.keys.value.map(({ error }) => error?.kind)).toEqual(['no_network', undefined, 'insecure_url'])
  await rig.simulator.resume()
  await pasted.test()
  expect(states()).toEqual(['1 works', '2 works', '3 failed'])
})

test('No error says that the tests stopped while keys of another base URL are tested', async () => {
  const { rig, pasted, paste } = await start()
  await rig.simulator.pause()
  paste('One\t\t\t\ttoken-one-a', 'Two\t\t\t\ttoken-two-a', 'Three\t\thttp://service.example\t\ttoken-three-a')
  const shownWhileTesting: unknown[] = []
  watch(pasted.stopError, (error) => error && shownWhileTesting.push(pasted.isTesting.value), { flush: 'sync' })
  await pasted.test()
  expect(shownWhileTesting).toEqual([false])
  expect(pasted.stopError.value).toMatchObject({ kind: 'no_network' })
})

test('A key that sees what a stored account shows is not added unless the user says where', async () => {
  const { rig, pasted, paste, stored } = await start()
  const one = await rig.addAccount('Stored', ['token-one-a'])
  await rig.call('sync.start', { accountIds: [one.id] })
  await expect.poll(async () => (await rig.call('accounts.list', null))[0]?.domains).toBe(1)
  paste('New\t\t\tKey 1\ttoken-one-b', 'Other\t\t\t\ttoken-one-c', 'Again\t\t\t\ttoken-one-a')
  await pasted.test()
  expect(pasted.keys.value.map(({ destination }) => destination)).toEqual(['none', 'none', 'pasted_account'])
  expect(pasted.keys.value[2]?.error).toMatchObject({ kind: 'key_exists', details: { accountId: one.id } })
  await pasted.add()
  expect(await stored()).toEqual([['Stored', '', ['Key 1']]])
  for (const [index, destination] of [{ accountId: one.id }, 'pasted_account' as const].entries())
    Object.assign(pasted.keys.value[index] ?? {}, { destination })
  await pasted.add()
  expect(await stored()).toEqual([
    ['Other', '', ['Key 1']],
    ['Stored', '', ['Key 1', 'Key 1 (2)']],
  ])
})

test('The label of a pasted account counts only while the account may still be stored', async () => {
  const { rig, pasted, paste } = await start()
  const one = await rig.addAccount('Stored', ['token-one-a'])
  await rig.call('sync.start', { accountIds: [one.id] })
  await expect.poll(async () => (await rig.call('accounts.list', null))[0]?.domains).toBe(1)
  paste('STORED\t\t\t\ttoken-one-b', 'Two\t\t\t\ttoken-two-a')
  const mayBeStored = () => pasted.accounts.value.map(mayBecomeStoredAccount)
  expect(mayBeStored()).toEqual([true, true])
  await pasted.test()
  for (const key of pasted.keys.value.slice(0, 1)) key.destination = { accountId: one.id }
  await pasted.add()
  expect(pasted.keys.value.map(({ state, addedTo }) => [state, addedTo === one.id])).toEqual([
    ['added', true],
    ['added', false],
  ])
  expect(mayBeStored()).toEqual([false, false])
})

test('Keys that are added to the same stored account count one account', async () => {
  const { rig, pasted, paste } = await start()
  const one = await rig.addAccount('Stored', ['token-one-a'])
  await rig.call('sync.start', { accountIds: [one.id] })
  await expect.poll(async () => (await rig.call('accounts.list', null))[0]?.domains).toBe(1)
  paste('New\t\t\t\ttoken-one-b', 'Other\t\t\t\ttoken-one-c')
  await pasted.test()
  for (const key of pasted.keys.value) key.destination = { accountId: one.id }
  expect(pasted.addCounts.value).toEqual({ accounts: 0, keys: 2, accountsOfKeys: 1 })
})

test('The keys of one account that list nothing in common are shown as keys of different users', async () => {
  const { pasted, paste } = await start()
  paste('Mixed\t\t\t\ttoken-one-a', 'Mixed\t\t\t\ttoken-two-a', 'Three\t\t\t\ttoken-three-a')
  await pasted.test()
  expect(pasted.accounts.value.map(({ ownerMatch }) => ownerMatch)).toEqual(['different', null])
})

test('A cancelled test keeps the results so far, and the late result is discarded in main', async () => {
  const { rig, bridge, pasted, paste, states, sentKeys } = await start()
  paste('One\t\t\t\ttoken-one-a', 'Two\t\t\t\ttoken-two-a', 'Three\t\t\t\ttoken-three-a')
  const release = Promise.withResolvers<() => void>()
  const isFirstTested = () => states()[0] === '1 works'
  const stop = watch(isFirstTested, () => release.resolve(bridge.hold('accounts.tryKey')), { flush: 'sync' })
  const testing = pasted.test()
  const answer = await release.promise
  stop()
  await expect.poll(sentKeys).toBe(2)
  pasted.cancelTest()
  answer()
  await testing
  expect(states()).toEqual(['1 works', '2 waiting', '3 waiting'])
  await expect.poll(() => bridge.calls.filter((name) => name === 'accounts.discardPendingKey').length).toBe(1)
  await pasted.test()
  expect(states()).toEqual(['1 works', '2 works', '3 works'])
  await pasted.add()
  expect(await rig.call('accounts.list', null)).toHaveLength(3)
})

test('Leaving the page discards every tested key in main', async () => {
  const { rig, bridge, pasted, paste, leave } = await start()
  paste('One\t\t\t\ttoken-one-a', 'Two\t\t\t\ttoken-two-a')
  await pasted.test()
  const ids = pasted.keys.value.map(({ trial }) => trial?.pendingKeyId ?? '')
  leave()
  await expect.poll(() => bridge.calls.filter((name) => name === 'accounts.discardPendingKey').length).toBe(2)
  const keys = ids.map((pendingKeyId, index) => ({ pendingKeyId, label: `Key ${index}` }))
  await expect(
    rig.call('accounts.add', { label: 'Late', colour: 'blue', baseUrl: rig.simulator.url, keys }),
  ).rejects.toMatchObject({ kind: 'not_found' })
})

test('Nothing that is shown holds an API key, before and after the test', async () => {
  const { pasted, paste } = await start()
  const shown = () => JSON.stringify([pasted.accounts.value, pasted.problems.value, pasted.stopError.value])
  paste('One\t\t\t\ttoken-one-a', 'Two\t\t\t\ttoken-nobody', '\t\t\t\ttoken-two-a')
  expect(shown()).not.toContain('token-')
  await pasted.test()
  expect(shown()).not.toContain('token-')
})
