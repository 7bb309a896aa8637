import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import RecordOrderOutcomePanel from '#renderer/features/orders/detail/RecordOrderOutcomePanel.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { i18n } from '#renderer/text/i18n.ts'

const placedAt = Date.parse('2026-11-28T05:00:00Z')
const step = (event: string, error: object | null = null) =>
  ({ at: placedAt, serverAt: null, event, error, fact: {} }) as unknown as OrderIntentView['steps'][number]

const account = {
  id: 'a',
  label: 'Shop',
  isPaused: false,
  proxy: null,
  keys: [{ state: 'working', me: null }],
} as unknown as Account

test.each([
  ['en', 'The newest entry about this order may be lost', ' times', 'The response does not show the outcome'],
  ['ja', 'この注文の最新の記録が失われた可能性があります', '送信を開始しました', '応答からは'],
] as const)(
  'An order whose record was damaged is not said to have been sent or answered (%s)',
  async (language, said, sent, answered) => {
    i18n.global.locale.value = language
    const intent = {
      item: { kind: 'acquire', accountId: 'a', name: 'one.com' },
      target: 'one.com',
      yen: 1_430,
      expiryDate: null,
      accountLabel: 'Shop',
      state: 'unsettled',
      createdAt: placedAt,
      sentAt: null,
      steps: [step('planned'), step('unclear', { kind: 'journal_damaged', message: '', details: {} })],
    } as unknown as OrderIntentView
    const app = createSSRApp({ render: () => h(RecordOrderOutcomePanel, { intent, isBusy: false }) })
    const html = (await renderToString(app.use(i18n).use(createPinia()))).replaceAll(/<[^>]*>/g, '')
    expect(html).toContain(said)
    expect(html).not.toContain(sent)
    expect(html).not.toContain(answered)
    expect(html).toContain('2026-11-28 14:00')
    expect(html).not.toContain('—')
  },
)

const offline = (state: AppState): AppState => ({ ...state, settings: { ...state.settings, isOffline: true } })
const blocked = (state: AppState): AppState => ({ ...state, ipBlocks: [{ proxyUrl: null, since: 0, until: null }] })

test.each([
  ['offline', offline, 'You are working offline.'],
  ['on hold', blocked, 'All calls of the account are on hold.'],
])(
  'The decisions about an order that need a reading of the servers are disabled while there is none: %s',
  async (_name, changed, title) => {
    for (const [kind, state, enabled] of [
      ['order', 'unsettled', ['settle-happened']],
      ['order', 'abandoned', ['settle-happened', 'settle-not-happened']],
      ['acquire', 'unsettled', ['settle-happened', 'settle-not-happened', 'allow-repeat']],
    ] as const) {
      i18n.global.locale.value = 'en'
      const intent = {
        item: { kind, accountId: 'a', name: 'one.com', serverId: 'one', planName: 'Plan', months: 12 },
        target: 'one.com',
        yen: 1_430,
        expiryDate: null,
        accountLabel: 'Shop',
        state,
        createdAt: placedAt,
        sentAt: placedAt,
        steps: [step('planned'), step('sent')],
      } as unknown as OrderIntentView
      const pinia = createPinia()
      const app = createSSRApp({ render: () => h(RecordOrderOutcomePanel, { intent, isBusy: false }) })
      app.use(i18n).use(pinia)
      const appState = useAppState(pinia)
      appState.state = changed({ ...appState.state, keychain: { state: 'ready' } } as AppState)
      useAccounts(pinia).accounts = [account]
      useAccounts(pinia).isLoaded = true
      const buttons = (await renderToString(app)).match(/<button [^>]*>/g) ?? []
      const names = (which: readonly string[]) =>
        which.flatMap((button) => /data-test="([^"]*)"/.exec(button)?.[1] ?? [])
      expect(names(buttons.filter((button) => !/ disabled/.test(button)))).toEqual(enabled)
      for (const button of buttons.filter((each) => / disabled/.test(each)))
        expect(button).toContain(`title="${title}"`)
    }
  },
)

test.each(['order', 'acquire'] as const)(
  'An order is not offered to be repeated while its account is not in Banto (%s)',
  async (kind) => {
    i18n.global.locale.value = 'en'
    const intent = {
      item: { kind, accountId: 'a', name: 'one.com', serverId: 'one', planName: 'Plan', months: 12 },
      target: 'one.com',
      yen: 1_430,
      expiryDate: null,
      accountLabel: 'Shop',
      state: 'unsettled',
      createdAt: placedAt,
      sentAt: placedAt,
      steps: [step('planned'), step('sent')],
    } as unknown as OrderIntentView
    const pinia = createPinia()
    const app = createSSRApp({ render: () => h(RecordOrderOutcomePanel, { intent, isBusy: false }) })
    useAccounts(pinia).accounts = []
    useAccounts(pinia).isLoaded = true
    const html = await renderToString(app.use(i18n).use(pinia))
    const button = (name: string) => html.match(/<button [^>]*>/g)?.find((each) => each.includes(`data-test="${name}"`))
    for (const name of ['settle-happened', 'settle-not-happened']) expect(button(name)).not.toMatch(/ disabled/)
    expect(button('allow-repeat')).toMatch(/ disabled/)
    expect(button('allow-repeat')).toContain(
      'title="The account is not in Banto. If it was added again, it counts as another account."',
    )
  },
)
