import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { WireError } from '#shared/app-error.ts'
import type { KeyState } from '#shared/key-states.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { PlannedDomain, PlanSummary } from '#shared/ipc/domain-change-plans.ts'
import PlanFindingsWithDomainCounts from '#renderer/features/change-plans/PlanFindingsWithDomainCounts.vue'
import PlannedDomainItem from '#renderer/features/change-plans/PlannedDomainItem.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

const error: WireError = { kind: 'paused', message: '', details: { accountId: 'a' } }
const planned: PlannedDomain = {
  accountId: 'a',
  position: 0,
  domain: 'example.com',
  changes: [],
  findings: [],
  readTimes: [],
  error,
}

async function render(
  isPaused: boolean,
  error: WireError,
  keys: { id: string; state: KeyState }[] = [],
): Promise<string[]> {
  i18n.global.locale.value = 'en'
  const pinia = createPinia()
  setActivePinia(pinia)
  useAccounts().accounts = [{ id: 'a', label: 'Alpha', isPaused, keys } as unknown as Account]
  const createdAt = Date.now() - 2.5 * 3_600_000
  const errors = [{ error, count: 3, example: 'example.com' }]
  const summary = { createdAt, errors, findings: [] } as unknown as PlanSummary
  const state = { isExcluded: false, mayExclude: true, open: true, plannedAt: createdAt }
  const parts = [
    () => h(PlanFindingsWithDomainCounts, { summary }),
    () => h(PlannedDomainItem, { planned: { ...planned, error }, ...state }),
  ]
  return Promise.all(parts.map((part) => renderToString(createSSRApp({ render: part }).use(i18n).use(pinia))))
}

test('A plan does not call an account paused that was resumed after the plan was made', async () => {
  for (const html of await render(true, error)) {
    expect(html).toContain('This account is paused')
    expect(html).not.toContain('could not be read')
  }
  for (const html of await render(false, error)) {
    expect(html).not.toContain('paused')
    expect(html).toContain('The domain could not be read when the plan was made. Make a new plan to include it.')
  }
})

test('A plan says as of when an account had no usable key, because the key may have been replaced since', async () => {
  const reasons = [{ keyId: 'k', reason: 'expired' }]
  const [shared = '', own = ''] = await render(false, { kind: 'no_key', message: '', details: { reasons } })
  expect(shared).toContain('When the plan was made: No usable key')
  expect(own).toContain('As of: ')
  expect(own).toContain('>2 h ago<')
})

test('A plan does not say that an account has no usable key once it has one', async () => {
  const details = { accountId: 'a', reasons: [{ keyId: 'k', reason: 'expired' }] }
  const noKey: WireError = { kind: 'no_key', message: '', details }
  for (const html of await render(false, noKey, [{ id: 'k', state: 'expired' }]))
    expect(html).toContain('No usable key')
  for (const html of await render(false, noKey, [{ id: 'k', state: 'working' }])) {
    expect(html).not.toContain('usable key')
    expect(html).toContain('The domain could not be read when the plan was made. Make a new plan to include it.')
  }
})

test('The wait that the service demanded counts from the time when the plan was made', async () => {
  const limited: WireError = { kind: 'service', message: '', status: 429, retryAfterMs: 40_000, details: {} }
  const [, own = ''] = await render(false, limited)
  expect(own).toContain('The service’s waiting time is over.')
})

test('A plan says as of when the service could not be reached, and gives an answer of the service without a time', async () => {
  const shared = async (given: Partial<WireError>) =>
    (await render(false, { kind: 'no_network', message: '', details: {}, ...given }))[0]
  expect(await shared({})).toContain('When the plan was made: Cannot connect to the service')
  expect(await shared({ kind: 'tls' })).toContain('When the plan was made: ')
  expect(await shared({ kind: 'service', status: 403 })).not.toContain('When the plan was made: ')
})
