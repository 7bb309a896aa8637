import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import ConfirmOrDiscardPlanPanel from '#renderer/features/change-plans/ConfirmOrDiscardPlanPanel.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { createARecordInput, domain, startPlansRig } from '#test/main/plans/plans-rig.ts'

test('A plan with an edit that is already made does not say that each of its records has been changed since', async () => {
  const rig = await startPlansRig()
  const summary = await rig.create({
    kind: 'records',
    edits: [
      { before: null, after: createARecordInput('www', '192.0.2.20') },
      { before: createARecordInput('mail', '203.0.113.9'), after: null },
    ],
  })
  expect(summary).toMatchObject({ withChanges: 0, outdated: 1, findings: [{ code: 'recordOutdated' }] })
  i18n.global.locale.value = 'en'
  const panel = h(ConfirmOrDiscardPlanPanel, { summary, domain, isCurrent: true, isRunning: false, error: null })
  const html = await renderToString(
    createSSRApp({ render: () => panel })
      .use(i18n)
      .use(createPinia()),
  )
  expect(html).toContain(
    'Each record that this plan would still change has been changed or deleted since. The domain lists them.',
  )
})
