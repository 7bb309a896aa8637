import { expect, onTestFinished, test } from 'vitest'
import { ssrContextKey, type Plugin, type Ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useAccountActions } from '#renderer/features/accounts/useAccountActions.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import ConfirmDialog from '#renderer/ui/dialogs/ConfirmDialog.vue'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The tests compile components for the server. Their setup needs its context. */
const withServerContext: Plugin = (app) => app.provide(ssrContextKey, {})

interface DialogState {
  shownError: Ref<AppError | null>
  act: () => Promise<void>
}

test('The confirmation to remove a key does not call the keychain locked after it was unlocked', async () => {
  const keychain = createKeychainInMemory()
  let isLocked = false
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] },
    secrets: { ...keychain, get: async (name) => (isLocked ? null : keychain.get(name)) },
  })
  onTestFinished(() => rig.close())
  const account = await rig.addAccount('One', ['token-of-one'])
  const [key] = account.keys
  if (!key) throw new Error('The account has no key')
  connectRigBridge(rig)
  const pages = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  const { setup } = ConfirmDialog as unknown as { setup: (props: object, context: object) => DialogState }
  const { made, leave } = runInSetup(
    () => ({
      app: useAppState(),
      actions: useAccountActions(
        () => account.id,
        () => undefined,
      ),
      dialog: setup(
        { hasErrorCauseEnded: useHasErrorCauseEnded() },
        { emit: () => undefined, expose: () => undefined },
      ),
    }),
    { plugins: [withServerContext, pages] },
  )
  onTestFinished(leave)
  const { app, actions, dialog } = made
  const removal = actions.removeKey(account, key)
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  isLocked = true
  await dialog.act()
  await app.refresh()
  expect(dialog.shownError.value?.kind).toBe('keychain_locked')
  isLocked = false
  await app.checkKeychain()
  expect(dialog.shownError.value).toBeNull()
  await dialog.act()
  await removal
  expect((await rig.call('accounts.list', null))[0]?.keys).toEqual([])
})
