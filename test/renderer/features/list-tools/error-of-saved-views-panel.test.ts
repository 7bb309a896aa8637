import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ssrContextKey, type App, type Ref } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import type { SavedView } from '#shared/ipc/saved-views.ts'
import SavedViewsPanel from '#renderer/features/list-tools/SavedViewsPanel.vue'
import { useSavedViews } from '#renderer/stores/saved-views.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The test compiles a component for the server. Its setup needs its context. */
const serverContext = {
  install(app: App) {
    app.provide(ssrContextKey, {})
    app.provide('n-message-api', {})
  },
}
let rig: SimulatorRig

beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token: 'a-key-for-one' }] }] } })
})
beforeEach(() => void connectRigBridge(rig))
afterAll(() => rig.close())

interface PanelState {
  renamed: Ref<{ id: string; name: string } | null>
  error: Ref<AppError | null>
  startRename: (view: SavedView) => Promise<void>
  setNewNameOfView: (name: string) => void
  finishRename: (view: SavedView) => Promise<void>
  remove: (view: SavedView) => Promise<void>
}

test('The error of renaming a view is shown only until the name is changed or a view is deleted', async () => {
  const { setup } = SavedViewsPanel as unknown as { setup: (props: object, context: object) => PanelState }
  const { made, leave } = runInSetup(
    () => ({
      panel: setup({ list: 'domains', columns: [] }, { expose: () => undefined, emit: () => undefined }),
      saved: useSavedViews(),
    }),
    { plugins: [serverContext] },
  )
  onTestFinished(leave)
  const { panel, saved } = made
  await saved.save('domains', 'One')
  await saved.save('domains', 'Two')
  const [one, two] = saved.views as [SavedView, SavedView]

  async function failToRename(): Promise<void> {
    await panel.startRename(one)
    panel.setNewNameOfView('Two')
    await panel.finishRename(one).catch(() => undefined)
    expect(panel.error.value?.details['reason']).toBe('view_name_taken')
  }
  await failToRename()
  panel.setNewNameOfView('Three')
  expect(panel.error.value).toBeNull()
  await failToRename()
  const removing = panel.remove(two)
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  await currentConfirmation.value?.work?.()
  currentConfirmation.value?.answer(true)
  await removing
  expect(saved.views.map(({ name }) => name)).toEqual(['One'])
  expect(panel.error.value).toBeNull()
})
