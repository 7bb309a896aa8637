import { expect, onTestFinished, test } from 'vitest'
import { shallowRef } from 'vue'
import { useConfirmKeysOfDifferentUsers } from '#renderer/features/accounts/keys/useConfirmKeysOfDifferentUsers.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('Keys that list nothing in common are stored in one account only after a confirmation', async () => {
  const user = (name: string) => ({
    name,
    keys: [{ token: `token-of-${name}` }, { token: `second-token-of-${name}` }],
    domains: [{ domain_name: `${name}.example` }],
  })
  const rig = await startSimulatorRig({ world: { users: [user('first'), user('other')] } })
  onTestFinished(() => rig.close())
  const tryKey = async (secret: string) =>
    (await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret })).pendingKeyId
  const [first, second, other] = [
    await tryKey('token-of-first'),
    await tryKey('second-token-of-first'),
    await tryKey('token-of-other'),
  ]
  connectRigBridge(rig)
  const pendingKeyIds = shallowRef([first, second])
  const { made: users, leave } = runInSetup(() => useConfirmKeysOfDifferentUsers(null, () => pendingKeyIds.value))
  onTestFinished(leave)
  expect(await users.confirmSameOwner('Save')).toBe(true)
  pendingKeyIds.value = [first, second, other]
  await expect.poll(() => users.notice.value.match).toBe('different')
  const answered = users.confirmSameOwner('Save')
  await expect.poll(() => currentConfirmation.value?.action).toBe('Save')
  currentConfirmation.value?.answer(false)
  expect(await answered).toBe(false)
  // Without the key of the other user the notice disappears.
  pendingKeyIds.value = [first, second]
  await expect.poll(() => users.notice.value.match).toBe('same')
})
