import { expect, test } from 'vitest'
import { summarizeSync } from '#renderer/account-data/summarize-syncs-of-accounts.ts'
import {
  formatProgressAndNumberOfSyncs,
  formatProgressOfRunningSyncs,
} from '#renderer/components/format-progress-of-running-syncs.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSyncRig, twoUsersWorld } from '#test/main/inventory/sync/sync-rig.ts'

test('While the details of one account are not counted yet, the total of all running syncs is not stated, and the tooltip says of how many syncs the numbers are', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const first = await rig.addAccount('First', ['first-key-of-the-first'])
  const second = await rig.addAccount('Second', ['first-key-of-the-second'])
  const text = async (locale: 'en' | 'ja', format = formatProgressOfRunningSyncs) => {
    i18n.global.locale.value = locale
    return format(summarizeSync(await rig.call('sync.progress', null)), i18n.global.t, locale)
  }
  rig.simulator.faults.add({ match: { path: '/v1/domain/' }, fault: { kind: 'hang' } })
  const counted = rig.event('sync.changed', (all) => all.some(({ detailsTotal }) => detailsTotal > 0))
  await rig.call('sync.start', { accountIds: [first.id] })
  await counted
  expect(await text('en')).toMatch(/^details \d+\/\d+$/u)
  expect(await text('en', formatProgressAndNumberOfSyncs)).toBe(await text('en'))
  rig.simulator.faults.add({ match: { path: '^/v1/server$' }, fault: { kind: 'hang' } })
  await rig.call('sync.start', { accountIds: [second.id] })
  expect(await text('en')).toMatch(/^lists \d\/4 · details \d+\/\?$/u)
  expect(await text('ja')).toMatch(/^一覧 \d\/4 · 詳細 \d+\/\?$/u)
  expect(await text('en', formatProgressAndNumberOfSyncs)).toContain('\nSum of 2 syncs:')
  expect(await text('ja', formatProgressAndNumberOfSyncs)).toContain('\n同期 2 件の合計')
})
