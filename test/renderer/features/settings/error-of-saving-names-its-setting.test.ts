import { NMessageProvider } from 'naive-ui'
import { createPinia, setActivePinia } from 'pinia'
import { createMemoryHistory, createRouter } from 'vue-router'
import { createSSRApp, h, type ComponentInternalInstance, type ComponentPublicInstance } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import type { Settings } from '#shared/ipc/app-state-and-settings.ts'
import SettingsView from '#renderer/features/settings/SettingsView.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('The error of a setting that could not be saved names the setting', async () => {
  const rig = await startMainRig()
  onTestFinished(() => rig.close())
  setMessageLanguage('en')
  connectRigBridge(rig)
  Object.assign(globalThis, { window: Object.assign(new EventTarget(), globalThis.window) })
  const view = {
    ...SettingsView,
    async serverPrefetch(this: ComponentPublicInstance) {
      const { setupState } = this.$ as ComponentInternalInstance & {
        setupState: { save: (changed: Partial<Settings>) => Promise<void> }
      }
      await setupState.save({ backgroundShare: 2 })
    },
  }
  const pinia = createPinia()
  setActivePinia(pinia)
  const app = createSSRApp({ render: () => h(NMessageProvider, null, { default: () => h(view) }) })
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  const router = createRouter({ history: createMemoryHistory(), routes: [] })
  const html = await renderToString(app.use(i18n).use(pinia).use(router))
  const notice = /data-test="error-notice"[\s\S]*?class="remedy"/.exec(html)?.[0]
  expect(notice).toContain('Quota for background reading')
})
