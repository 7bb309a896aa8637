import { expect, onTestFinished, test } from 'vitest'
import { shallowRef } from 'vue'
import { useKeyUsers } from '#renderer/features/accounts/useKeyUsers.ts'
import { asked } from '#renderer/ui/confirm.ts'
import { startRig } from '#test/rig.ts'
import { bridgeTo } from '../../held-bridge.ts'
import { inSetup } from '../../in-setup.ts'

test('keys that list nothing in common are stored in one account only after the person was asked', async () => {
  const user = (name: string) => ({ name, keys: [{ token: `token-of-${name}` }, { token: `second-token-of-${name}` }], domains: [{ domain_name: `${name}.example` }] })
  const rig = await startRig({ world: { users: [user('first'), user('other')] } })
  onTestFinished(() => rig.close())
  const tryKey = async (secret: string) => (await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret })).ticket
  const [first, second, other] = [await tryKey('token-of-first'), await tryKey('second-token-of-first'), await tryKey('token-of-other')]
  bridgeTo(rig)
  const tickets = shallowRef([first, second])
  const { made: users, leave } = inSetup(() => useKeyUsers(null, () => tickets.value))
  onTestFinished(leave)
  expect(await users.areAccepted('Save')).toBe(true)
  tickets.value = [first, second, other]
  await expect.poll(() => users.notice.value.match).toBe('none')
  const answered = users.areAccepted('Save')
  await expect.poll(() => asked.value?.action).toBe('Save')
  asked.value?.answer(false)
  expect(await answered).toBe(false)
  // Without the other user's key the notice is gone.
  tickets.value = [first, second]
  await expect.poll(() => users.notice.value.match).toBe('shared')
})
