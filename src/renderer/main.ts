import { createPinia } from 'pinia'
import { createApp, watch, watchEffect } from 'vue'
import { z } from 'zod'
import App from './App.vue'
import { router } from './router.ts'
import { useAccounts } from './shell/accounts-state.ts'
import { useAppState } from './shell/app-state.ts'
import { useOrders } from './shell/orders-state.ts'
import { useSync } from './shell/sync-state.ts'
import { i18n, setLanguage } from './text/i18n.ts'
import { applyTokens } from './ui/tokens.ts'
import './ui/base.css'

// The content security policy forbids building functions from text, which zod would probe for.
z.config({ jitless: true })

const root = createApp(App).use(createPinia()).use(i18n).use(router)
const appState = useAppState()

watchEffect(() => {
  setLanguage(appState.language)
  applyTokens(document.documentElement, appState.isDark, appState.language)
})

await appState.start()
await loadStored()
watch(() => appState.state.databaseError === null, loadStored)
root.mount('#app')

/** Everything that lives in the database; waits while it cannot be used. */
async function loadStored(): Promise<void> {
  if (appState.state.databaseError !== null) return
  await Promise.all([useAccounts().listen(), useSync().listen().catch(() => undefined), useOrders().listen()])
}
