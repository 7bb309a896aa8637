import { createPinia } from 'pinia'
import { createApp, watch, watchEffect } from 'vue'
import { z } from 'zod'
import App from './App.vue'
import { router } from './router.ts'
import { restoreViewState, saveViewStateOnChange } from './save-and-restore-view-state.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { useSavedViews } from '#renderer/stores/saved-views.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { useUncaughtError } from '#renderer/stores/uncaught-error.ts'
import { i18n, setLanguage } from '#renderer/text/i18n.ts'
import { applyDesignTokens } from '#renderer/ui/theme/design-tokens.ts'
import '#renderer/ui/theme/base.css'

// zod would test whether it may build functions from text, which the content security policy forbids.
z.config({ jitless: true })

const root = createApp(App).use(createPinia()).use(i18n)
useUncaughtError().listen(root)
const appState = useAppState()

watchEffect(() => {
  setLanguage(appState.language)
  applyDesignTokens(document.documentElement, appState.isDark, appState.language)
})

void start()

/** No `await` at the top level: a lazily loaded view imports from this chunk, so that each would wait for the other. */
async function start(): Promise<void> {
  await appState.start()
  await Promise.all([loadStored(), restoreViewState(router)])
  watch(() => appState.state.databaseError === null, loadStored)
  saveViewStateOnChange(router)
  root.use(router).mount('#app')
}

/** Loads the stores whose data is in the database. Does nothing while the database cannot be used. */
async function loadStored(): Promise<void> {
  if (appState.state.databaseError !== null) return
  await Promise.all([
    useAccounts().listen(),
    useSyncProgress()
      .listen()
      .catch(() => undefined),
    useOrderCountsRunsAndJournal().listen(),
    useJobs().listen(),
    useSavedViews()
      .listen()
      .catch(() => undefined),
  ])
}
