import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { PlanSummary } from '#shared/ipc/domain-change-plans.ts'
import ConfirmOrDiscardPlanPanel from '#renderer/features/change-plans/ConfirmOrDiscardPlanPanel.vue'
import { i18n } from '#renderer/text/i18n.ts'

async function render(counts: Partial<PlanSummary>): Promise<string> {
  i18n.global.locale.value = 'en'
  const pinia = createPinia()
  setActivePinia(pinia)
  const summary = { sourceKind: 'undo', findings: [], typedConfirmation: null, ...counts } as unknown as PlanSummary
  const part = () =>
    h(ConfirmOrDiscardPlanPanel, { summary, isCurrent: true, domain: null, isRunning: false, error: null })
  return renderToString(createSSRApp({ render: part }).use(i18n).use(pinia))
}

test.each([0, 1, 2])('A plan of %i domains counts those that it leaves out for a removed account', async (domains) => {
  const counts = { domains, unchanged: domains, problems: 0, outdated: 0, withChanges: 0, included: 0 }
  const text = 'not included, because the account was removed from Banto'
  expect(await render({ ...counts, ofRemovedAccounts: 3 })).toContain(`3 ${text}`)
  expect(await render({ ...counts, ofRemovedAccounts: 0 })).not.toContain(text)
})
