import { expect, onTestFinished, test } from 'vitest'
import { ssrContextKey, type ComputedRef, type Plugin } from 'vue'
import { parsePastedAccounts } from '#shared/pasted-accounts/parse-pasted-accounts.ts'
import PastedKeyResultAndDestination from '#renderer/features/accounts/paste/PastedKeyResultAndDestination.vue'
import { usePastedAccounts } from '#renderer/features/accounts/paste/usePastedAccounts.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The tests compile components for the server. Their setup needs its context. */
const withServerContext: Plugin = (app) => app.provide(ssrContextKey, {})

test('A pasted key that was not added because of the keychain no longer names it as the cause when it can be used', async () => {
  i18n.global.locale.value = 'en'
  const open = createKeychainInMemory()
  let isLocked = false
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] },
    secrets: { ...open, get: async (name) => (isLocked ? null : open.get(name)) },
  })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { made: pasted, leave } = runInSetup(() =>
    usePastedAccounts(
      (n) => `Key ${n}`,
      () => undefined,
    ),
  )
  onTestFinished(leave)
  pasted.load(parsePastedAccounts('One\t\t\t\ttoken-of-one', rig.simulator.url))
  await pasted.test()
  isLocked = true
  await pasted.add()
  const [account] = pasted.accounts.value
  const { setup } = PastedKeyResultAndDestination as unknown as {
    setup: (props: object, context: object) => { headline: ComputedRef<string> }
  }
  const props = { account, pastedKey: account?.keys[0], isLocked: false }
  const { made, leave: close } = runInSetup(
    () => ({ app: useAppState(), shown: setup(props, { emit: () => undefined, expose: () => undefined }) }),
    { plugins: [withServerContext] },
  )
  onTestFinished(close)
  await made.app.refresh()
  expect(made.shown.headline.value).toBe('Not added: The keychain is locked')
  isLocked = false
  await made.app.checkKeychain()
  expect(made.shown.headline.value).toBe('Works')
})
