import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import StatusBanners from '#renderer/shell/StatusBanners.vue'
import { i18n } from '#renderer/text/i18n.ts'

function render(prepare: () => void): Promise<string> {
  i18n.global.locale.value = 'en'
  const pinia = createPinia()
  setActivePinia(pinia)
  prepare()
  return renderToString(
    createSSRApp({ render: () => h(StatusBanners) })
      .use(pinia)
      .use(i18n),
  )
}

test.each([null, 'http://proxy.example:3128'])(
  'The banner of refused keys says “in the last 10 minutes” only of calls that were refused then (proxy: %s)',
  async (proxyUrl) => {
    const renderHold = (refusedCalls: number) =>
      render(() => {
        useAppState().state.refusedKeysHolds = [{ proxyUrl, until: Date.UTC(2026, 10, 20), refusedCalls }]
      })
    expect(await renderHold(2)).toMatch(/Authentication failed 2 times .*in the last 10 minutes \(since/)
    const earlier = await renderHold(0)
    expect(earlier).toContain('Authentication failed several times')
    expect(earlier).not.toContain('in the last 10 minutes (since')
    expect(earlier).toContain('are on hold until')
  },
)

test('The banner of refused keys names only calls of accounts without a proxy if other accounts have one', async () => {
  const account = (proxyUrl: string | null) =>
    ({ keys: [], proxy: proxyUrl && { url: proxyUrl } }) as unknown as Account
  const renderHold = (...accounts: Account[]) =>
    render(() => {
      useAppState().state.refusedKeysHolds = [{ proxyUrl: null, until: Date.UTC(2026, 10, 20), refusedCalls: 2 }]
      useAccounts().accounts = accounts
    })
  const ofOthers = 'calls of accounts without a proxy with keys'
  expect(await renderHold(account(null), account('http://proxy.example:3128'))).toContain(ofOthers)
  expect(await renderHold(account(null))).not.toContain(ofOthers)
})

test.each([
  [['paused', 'running'], true],
  [['running'], false],
  [[], false],
] as const)(
  'The banner of unreadable settings says that orders are paused only while a run is paused (runs: %j)',
  async (states, isSaid) => {
    const banner = await render(() => {
      useAppState().state.unreadableSettings = ['theme']
      useOrderCountsRunsAndJournal().runs = states.map((state) => ({ state }) as OrderRun)
    })
    expect(banner).toContain('Choose whether to go online.')
    expect(banner.includes('paused')).toBe(isSaid)
  },
)
