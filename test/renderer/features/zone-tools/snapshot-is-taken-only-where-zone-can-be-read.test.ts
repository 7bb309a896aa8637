import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import SnapshotsDrawer from '#renderer/features/zone-tools/SnapshotsDrawer.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

const domain = { row: { accountId: 'a', name: 'example.com' } } as unknown as Domain

async function renderTakeButton(isPaused: boolean): Promise<string> {
  i18n.global.locale.value = 'en'
  const banto = { call: () => new Promise(() => undefined), listen: () => undefined }
  Object.assign(globalThis, { window: Object.assign(new EventTarget(), { banto }) })
  const pinia = createPinia()
  setActivePinia(pinia)
  useAccounts().accounts = [{ id: 'a', isPaused } as unknown as Account]
  const app = createSSRApp(SnapshotsDrawer, { domain })
  app.provide('n-message-api', {})
  const html = await renderToString(app.use(i18n).use(pinia))
  return html.slice(html.indexOf('<footer'))
}

test('A snapshot cannot be taken while the account is paused, because its zone cannot be read', async () => {
  const [paused, active] = [await renderTakeButton(true), await renderTakeButton(false)]
  expect([paused, active].map((html) => / disabled/u.test(html))).toEqual([true, false])
  expect(paused).toContain('The account is paused. Resume it to read the zone.')
})
