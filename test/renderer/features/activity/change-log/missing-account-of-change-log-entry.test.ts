import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import ChangeLogEntryDrawer from '#renderer/features/activity/change-log/ChangeLogEntryDrawer.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

const entry: ChangeLogEntry = {
  id: 'sent',
  at: 0,
  confirmedAt: 0,
  accountId: 'a',
  accountLabel: 'Alpha',
  domain: 'one.com',
  change: { kind: 'nameservers', before: ['ns1.one.example'], after: ['ns1.other.example'] },
  result: 'done',
  error: null,
  isSettledByReading: false,
  jobId: null,
  snapshotId: null,
  isLockThatCannotBeUndone: false,
}

function renderDrawer(areAccountsLoaded: boolean): Promise<string> {
  i18n.global.locale.value = 'en'
  vi.stubGlobal('window', Object.assign(new EventTarget(), { banto: { listen: () => undefined } }))
  const pinia = createPinia()
  setActivePinia(pinia)
  useAccounts().isLoaded = areAccountsLoaded
  const router = createRouter({ history: createMemoryHistory(), routes: [] })
  const app = createSSRApp({ render: () => h(ChangeLogEntryDrawer, { entry }) })
  return renderToString(app.use(i18n).use(pinia).use(router))
}

test('A change does not say that its account is not in Banto while the accounts could not be read', async () => {
  expect(await renderDrawer(false)).not.toContain('not in Banto')
  expect(await renderDrawer(true)).toContain('The account is not in Banto.')
})
