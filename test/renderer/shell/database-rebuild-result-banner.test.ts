import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { DatabaseRebuild } from '#shared/ipc/app-state-and-settings.ts'
import DatabaseRebuildResultBanner from '#renderer/shell/DatabaseRebuildResultBanner.vue'
import { i18n } from '#renderer/text/i18n.ts'

const nothing: DatabaseRebuild = {
  rebuiltAt: 0,
  backupWrittenAt: 0,
  cause: 'damaged',
  damagedPath: null,
  accounts: 2,
  restored: [],
  unknownChanges: 0,
  annotations: 0,
  unknownJobs: 0,
  leftOut: 0,
  historyEntries: 0,
}

function render(
  rebuild: Partial<DatabaseRebuild>,
  hasPausedOrders = false,
  language: 'en' | 'ja' = 'en',
): Promise<string> {
  i18n.global.locale.value = language
  const props = { rebuild: { ...nothing, ...rebuild }, hasPausedOrders, isBusy: false }
  return renderToString(createSSRApp({ render: () => h(DatabaseRebuildResultBanner, props) }).use(i18n))
}

test('The notice of a rebuild names only what was restored', async () => {
  expect(await render({})).toContain('2 accounts (API keys are in the keychain).')
  expect(await render({ restored: ['settings', 'presets'], unknownChanges: 1 })).toContain(
    '2 accounts (API keys are in the keychain), settings, and saved contacts and name servers. 1 change whose outcome was unknown, under Activity.',
  )
})

test.each([
  ['en', '2 changes whose outcome was unknown'],
  ['ja', '結果が不明だった変更 2 件'],
] as const)(
  'The notice of a rebuild counts the changes whose outcome was unknown then, because readings decide them since (%s)',
  async (language, counted) => {
    expect(await render({ unknownChanges: 2 }, false, language)).toContain(counted)
  },
)

test('The notice of a rebuild does not say of small entries beyond the limit of the backup that they were too large', async () => {
  expect(await render({ leftOut: 2 })).toContain('2 entries did not fit into the backup.')
})

test('The notice of a rebuild speaks of paused orders only while orders are paused', async () => {
  expect(await render({})).not.toContain('are paused')
  expect(await render({}, true)).toContain('Orders are paused.')
})
