import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { WireError } from '#shared/app-error.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { PlannedDomain, PlanSummary } from '#shared/ipc/domain-change-plans.ts'
import PlanFindingsWithDomainCounts from '#renderer/features/change-plans/PlanFindingsWithDomainCounts.vue'
import PlannedDomainItem from '#renderer/features/change-plans/PlannedDomainItem.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

const error: WireError = { kind: 'paused', message: '', details: { accountId: 'a' } }
const summary = { errors: [{ error, count: 3, example: 'example.com' }], findings: [] } as unknown as PlanSummary
const planned: PlannedDomain = {
  accountId: 'a',
  position: 0,
  domain: 'example.com',
  changes: [],
  findings: [],
  readTimes: [],
  error,
}

async function render(isPaused: boolean): Promise<string[]> {
  i18n.global.locale.value = 'en'
  const pinia = createPinia()
  setActivePinia(pinia)
  useAccounts().accounts = [{ id: 'a', label: 'Alpha', isPaused, keys: [] } as unknown as Account]
  const parts = [
    () => h(PlanFindingsWithDomainCounts, { summary }),
    () => h(PlannedDomainItem, { planned, isExcluded: false, mayExclude: true, open: true }),
  ]
  return Promise.all(parts.map((part) => renderToString(createSSRApp({ render: part }).use(i18n).use(pinia))))
}

test('A plan does not call an account paused that was resumed after the plan was made', async () => {
  for (const html of await render(true)) {
    expect(html).toContain('This account is paused')
    expect(html).not.toContain('could not be read')
  }
  for (const html of await render(false)) {
    expect(html).not.toContain('paused')
    expect(html).toContain('The domain could not be read when the plan was made. Make a new plan to include it.')
  }
})
