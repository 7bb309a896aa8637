import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h, type VNode } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { WireError } from '#shared/app-error.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import type { NewSiteJobProgress } from '#shared/ipc/new-site.ts'
import JobItemDrawer from '#renderer/features/activity/jobs/JobItemDrawer.vue'
import NewSiteJobSteps from '#renderer/features/activity/jobs/NewSiteJobSteps.vue'
import { describeJobItemErrorInTooltip } from '#renderer/features/activity/jobs/describe-job-item-progress-and-state.ts'
import { i18n } from '#renderer/text/i18n.ts'

const error: WireError = { kind: 'cut_off', message: '', details: {} }
const change = { kind: 'lock', before: false, after: true } as const

function ended(state: 'unknown' | 'failed'): JobItem {
  const changes = [{ change, result: state === 'unknown' ? 'unknown' : 'not_done' } as const]
  const target = { position: 0, accountId: 'a', accountLabel: 'Alpha', domain: 'one.com' }
  const nothingMore = { unconfirmed: null, runAgainAt: null, snapshotId: null, plannedAgain: null }
  return { ...target, ...nothingMore, state, changes, error, endedAt: Date.now() }
}

function site(state: 'unknown' | 'failed'): NewSiteJobProgress {
  const steps = [{ step: 'add_domain', state, value: null, error } as const]
  const server = { accountId: 'a', servername: 'sv1.example' }
  return { server, ssl: true, redirectHttps: true, wordpress: null, hosts: [], verificationHost: null, steps }
}

function render(part: () => VNode): Promise<string> {
  i18n.global.locale.value = 'en'
  vi.stubGlobal('window', new EventTarget())
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({ history: createMemoryHistory(), routes: [] })
  return renderToString(createSSRApp({ render: part }).use(i18n).use(pinia).use(router))
}

const jobState = { isCancelled: false, isPaused: false, isEnded: true }
const views = {
  'the drawer of an item': (state: 'unknown' | 'failed') =>
    render(() => h(JobItemDrawer, { item: ended(state), ...jobState })),
  'a step of a new site': (state: 'unknown' | 'failed') =>
    render(() => h(NewSiteJobSteps, { item: ended(state), site: site(state) })),
  'the tooltip of an item': (state: 'unknown' | 'failed') =>
    Promise.resolve(describeJobItemErrorInTooltip(ended(state), Date.now(), i18n.global.t) ?? ''),
}

test.each(Object.entries(views))('No retry is advised for a change that may have been made: %s', async (_, show) => {
  const unknown = await show('unknown')
  expect(unknown).toContain('Check the present state before you repeat the change.')
  expect(unknown).not.toContain('Try again.')
  expect(await show('failed')).toContain('Try again.')
})

test.each(['the drawer of an item', 'a step of a new site'] as const)(
  'The time beside the error of an ended item is that of its end, as a reading may follow the last attempt: %s',
  async (view) => {
    const time = /data-test="error-at".*?<\/p>/su.exec(await views[view]('failed'))?.[0].replaceAll(/<[^>]*>/gu, '')
    expect(time).toContain('Ended: just now')
  },
)

test('Clearing caches may be repeated after a lost answer', () => {
  const item = { ...ended('unknown'), changes: [], work: { done: 0, total: 1 } }
  expect(describeJobItemErrorInTooltip(item, Date.now(), i18n.global.t)).toContain('Try again.')
})

test('The tooltip of an item whose call the job repeats by itself gives no advice, only the answer', () => {
  const failed: WireError = { kind: 'service', message: '', details: {}, status: 500, code: 'INTERNAL_ERROR' }
  const item: JobItem = { ...ended('failed'), state: 'waiting', endedAt: null, error: failed }
  expect(describeJobItemErrorInTooltip(item, Date.now(), i18n.global.t)).toBe('500 · INTERNAL_ERROR')
})

test('The tooltip of an ended item counts the wait that the service demanded from the end of the item', () => {
  const limited: WireError = { kind: 'service', message: '', details: {}, status: 429, retryAfterMs: 30_000 }
  const item: JobItem = { ...ended('failed'), endedAt: 1_000, error: limited }
  const tooltipAt = (now: number) => describeJobItemErrorInTooltip(item, now, i18n.global.t)
  expect(tooltipAt(11_000)).toContain('Try again in 20 seconds.')
  expect(tooltipAt(61_000)).toContain('The service’s waiting time is over.')
})

test('A new site names its server and the last label of the account of the server when that account was removed', async () => {
  const server = { accountId: 'removed', servername: 'sv1.example' }
  const item: JobItem = { ...ended('failed'), serverAccountLabel: 'Beta' }
  const shown = await render(() => h(NewSiteJobSteps, { item, site: { ...site('failed'), server } }))
  expect(shown).toContain('sv1.example')
  expect(shown).toContain('>Beta<')
})
