import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

test('A change that arrives before the answer with the older state is kept', async () => {
  const rig = await startMainRig()
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  const release = bridge.hold('app.state')
  Object.assign(window, { matchMedia: () => ({ matches: false, addEventListener: () => undefined }) })
  setActivePinia(createPinia())
  const appState = useAppState()
  const started = appState.start()
  const changed = rig.event('app.changed', (state) => state.settings.language === 'ja')
  await rig.call('app.saveSettings', { language: 'ja' })
  bridge.emit('app.changed', await changed)
  release()
  await started
  expect(appState.settings.language).toBe('ja')
})
