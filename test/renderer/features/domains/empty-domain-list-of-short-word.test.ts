import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter } from 'vue-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainFilterSchema } from '#shared/ipc/inventory.ts'
import DomainListEmpty from '#renderer/features/domains/DomainListEmpty.vue'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const token = 'a-key-of-the-user'
const record = { type: 'A' as const, host: 'q1', content: '192.0.2.1', ttl: 3600, priority: 0 }
let rig: SimulatorRig

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: 'example.com', records: [record] }] }],
    },
  })
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('First', [token])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  await rig.call('inventory.refreshDomain', { accountId, name: 'example.com', detailKinds: ['zone'] })
})
afterAll(() => rig.close())

async function countMatches(text: string): Promise<number> {
  const { rows } = await rig.call('inventory.domains', { filter: domainFilterSchema.parse({ text }), limit: 9 })
  return rows.length
}

function renderEmptyList(text: string): Promise<string> {
  const pinia = createPinia()
  setActivePinia(pinia)
  useDomainFilters().replaceFilters({ text })
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  const app = createSSRApp(DomainListEmpty, { counts: null, unread: null, unreadServer: null })
    .use(i18n)
    .use(pinia)
    .use(router)
  // Naive UI collects its styles here, because there is no document.
  return renderToString(app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() }))
}

test('An empty domain list says that words of one or two characters are not searched in records', async () => {
  setMessageLanguage('en')
  const notSearched = 'Words of one or two characters are not searched in records.'
  expect(await countMatches('q1.example.com')).toBe(1)
  expect(await countMatches('q1')).toBe(0)
  expect(await renderEmptyList('q1')).toContain(notSearched)
  expect(await renderEmptyList('192.0 q1')).toContain(notSearched)
  expect(await renderEmptyList('q12')).not.toContain(notSearched)
  expect(await renderEmptyList('')).not.toContain(notSearched)
  // An address is searched as a whole.
  expect(await renderEmptyList('::')).not.toContain(notSearched)
})

test('An empty domain list says that a complete IP address is searched in records only', async () => {
  setMessageLanguage('en')
  const inRecordsOnly = 'A complete IP address is searched in records only, not in tags, customers or notes.'
  const [{ id: accountId } = { id: '' }] = await rig.call('accounts.list', null)
  const target = { kind: 'domain', accountId, name: 'example.com' } as const
  await rig.call('annotations.setNote', { target, note: 'Moved away from 203.0.113.9' })
  expect(await countMatches('192.0.2.1')).toBe(1)
  expect(await countMatches('moved')).toBe(1)
  expect(await countMatches('203.0.113.9')).toBe(0)
  expect(await renderEmptyList('203.0.113.9')).toContain(inRecordsOnly)
  expect(await renderEmptyList('203.0.113')).not.toContain(inRecordsOnly)
  expect(await renderEmptyList('')).not.toContain(inRecordsOnly)
})
