import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { PlanSummary } from '#shared/ipc/domain-change-plans.ts'
import ConfirmOrDiscardPlanPanel from '#renderer/features/change-plans/ConfirmOrDiscardPlanPanel.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { createARecordInput, domain, startPlansRig } from '#test/main/plans/plans-rig.ts'

function renderPanel(summary: PlanSummary, domain: string | null): Promise<string> {
  i18n.global.locale.value = 'en'
  const panel = h(ConfirmOrDiscardPlanPanel, { summary, domain, isCurrent: true, isRunning: false, error: null })
  const app = createSSRApp({ render: () => panel })
  return renderToString(app.use(i18n).use(createPinia()))
}

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
  expect(await renderPanel(summary, domain)).toContain(
    'Each record that this plan would still change has been changed or deleted since. The domain lists them.',
  )
})

test('An undo that changes nothing names no reason for domains that already are as they were before', async () => {
  const domains = [domain, 'other.com']
  const records = [createARecordInput('www', '192.0.2.20')]
  const rig = await startPlansRig({ domains: domains.map((domain_name) => ({ domain_name, records })) })
  const operation = { kind: 'replace_value', from: '192.0.2.20', to: '192.0.2.21' } as const
  const jobId = await rig.start(await rig.create({ kind: 'record_operation', operation }, domains))
  await rig.untilEnded(jobId)
  for (const [name, content] of [
    [domain, '192.0.2.20'],
    ['other.com', '192.0.2.22'],
  ] as const) {
    for (const record of rig.served(name).records.values()) record.content = content
    await rig.call('dns.refresh', { accountId: rig.accountId, domain: name })
  }
  const summary = await rig.create({ kind: 'undo', jobId }, [])
  expect(summary).toMatchObject({ domains: 2, withChanges: 0, unchanged: 1, outdated: 1 })
  expect(await renderPanel(summary, null)).toContain(
    'Some domains already are as they were before; the reason is listed with each of the others.',
  )
})
