import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import AccountView from '#renderer/features/accounts/AccountView.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

test('The account page says that an account was removed only if the accounts are loaded', async () => {
  const rig = await startSimulatorRig()
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  i18n.global.locale.value = 'en'
  const pinia = createPinia()
  const render = () => {
    const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
    const app = createSSRApp({
      render: () => h(NMessageProvider, null, { default: () => h(AccountView, { accountId: 'removed' }) }),
    })
    return renderToString(app.use(i18n).use(pinia).use(router))
  }
  expect(await render()).not.toContain('This account has been removed.')
  await useAccounts(pinia).load()
  expect(await render()).toContain('This account has been removed.')
})
