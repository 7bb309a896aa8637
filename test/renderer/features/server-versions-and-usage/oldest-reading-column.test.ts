import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { ServerVersionsRow } from '#renderer/features/server-versions-and-usage/to-server-versions-row.ts'
import ServerVersionsAndUsageTable from '#renderer/features/server-versions-and-usage/ServerVersionsAndUsageTable.vue'
import { i18n } from '#renderer/text/i18n.ts'

async function renderRow(readAt: Pick<ServerVersionsRow, 'infoReadAt' | 'usageReadAt'>): Promise<string> {
  const row = {
    accountId: 'a',
    name: 'one01.example',
    accountLabel: 'Alpha',
    isSettingUp: false,
    addresses: [],
    php: ['8.3'],
    databases: [],
    usage: [],
    ...readAt,
  } satisfies ServerVersionsRow
  const props = { rows: [row], selected: new Set(), sort: 'name', isDescending: false }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/server/:accountId/:name', name: 'server', component: {} }],
  })
  const app = createSSRApp(ServerVersionsAndUsageTable, props).use(i18n).use(createPinia()).use(router)
  return renderToString(app)
}

test.each([
  ['en', 'Not stored', 'Not fully stored'],
  ['ja', '記録なし', '一部のみ記録'],
] as const)('A server is called not stored only if nothing of it was read (%s)', async (language, none, partly) => {
  Object.assign(globalThis, { window: new EventTarget() })
  i18n.global.locale.value = language
  expect(await renderRow({ infoReadAt: null, usageReadAt: null })).toContain(`>${none}<`)
  const html = await renderRow({ infoReadAt: 1, usageReadAt: null })
  expect(html).toContain(`>${partly}<`)
  expect(html).not.toContain(`>${none}<`)
})
