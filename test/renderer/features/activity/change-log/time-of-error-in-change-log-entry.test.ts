import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { minuteMs } from '#shared/durations.ts'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import ChangeLogEntryDrawer from '#renderer/features/activity/change-log/ChangeLogEntryDrawer.vue'
import { i18n } from '#renderer/text/i18n.ts'

function renderDrawer(entry: ChangeLogEntry): Promise<string> {
  i18n.global.locale.value = 'en'
  vi.stubGlobal('window', Object.assign(new EventTarget(), { banto: { listen: () => undefined } }))
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({ history: createMemoryHistory(), routes: [] })
  const app = createSSRApp({ render: () => h(ChangeLogEntryDrawer, { entry }) })
  return renderToString(app.use(i18n).use(pinia).use(router))
}

test('The last attempt of a change without an answer is its sending, not the reading that did not show it', async () => {
  const confirmedAt = Date.now()
  const shown = await renderDrawer({
    id: 'sent',
    at: confirmedAt - 20 * minuteMs,
    confirmedAt,
    accountId: 'a',
    accountLabel: 'Alpha',
    domain: 'one.com',
    change: { kind: 'nameservers', before: ['ns1.one.example'], after: ['ns1.other.example'] },
    result: 'failed',
    error: { kind: 'cut_off', message: '', details: {} },
    isSettledByReading: false,
    jobId: null,
    snapshotId: null,
    isLockThatCannotBeUndone: false,
  })
  const attempt = /data-test="error-at".*?<\/p>/su.exec(shown)?.[0].replaceAll(/<[^>]*>/gu, '')
  expect(attempt).toContain('Attempt: 20 min ago')
})
