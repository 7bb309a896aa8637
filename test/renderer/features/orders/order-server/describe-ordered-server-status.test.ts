import { expect, test } from 'vitest'
import { describeOrderedServerStatus } from '#renderer/features/orders/order-server/describe-ordered-server-status.ts'
import { describeWhenServerPartIsReadAfterSetup } from '#renderer/features/servers/describe-when-server-part-is-read-after-setup.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { defaultSettings } from '#shared/ipc/app-state-and-settings.ts'
import type { OrderAcceptanceSource } from '#shared/ipc/order-intent-schemas.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const { t } = i18n.global
const state = { servername: 'new01.example', status: 'setup_pending', expiryDate: null, readAt: 1 }

test('A server is said to be set up only after the service stated it', () => {
  expect(describeOrderedServerStatus(null, true, false, 'response', true, t)).toMatchObject({
    status: 'Reading…',
    expiry: '—',
  })
  expect(describeOrderedServerStatus(null, false, false, 'response', true, t)).toMatchObject({
    status: 'Not read yet',
    expiry: '—',
  })
  expect(describeOrderedServerStatus(null, false, false, 'response', true, t).next).toMatch(
    /payment are complete\. Banto checks again/,
  )
  expect(describeOrderedServerStatus(state, false, false, 'response', true, t)).toMatchObject({
    status: null,
    expiry: 'set when setup is complete',
  })
  expect(describeOrderedServerStatus(state, false, false, 'response', true, t).next).toMatch(
    /complete\. The service is setting the server up\. Banto/,
  )
  expect(
    describeOrderedServerStatus(
      { ...state, status: 'active', expiryDate: '2027-11-25' },
      false,
      false,
      'response',
      true,
      t,
    ),
  ).toEqual({ status: null, expiry: '2027-11-25', next: null })
})

test('A server is not said to be set up while its newest reading failed', () => {
  expect(describeOrderedServerStatus(state, false, true, 'response', true, t).next).toMatch(
    /complete\. Banto checks again/,
  )
})

test.each(['en', 'ja'] as const)(
  'A setup that has not ended is said to be checked between the syncs, because a poller reads its list (%s)',
  (language) => {
    i18n.global.locale.value = language
    const conditions = {
      obstacle: null,
      account: { isPaused: false, keys: [{ state: 'untested', me: null }], proxy: null } as unknown as Account,
      appState: {
        settings: defaultSettings,
        keychain: { state: 'ready', error: null } as const,
        ipBlocks: [],
        refusedKeysHolds: [],
      },
    }
    const shown = [
      describeOrderedServerStatus(state, false, false, 'response', true, t).next ?? '',
      describeWhenServerPartIsReadAfterSetup('servers.detail.readAfterSetup', conditions, t),
      describeWhenServerPartIsReadAfterSetup('serverPage.afterSetup', conditions, t),
    ]
    for (const text of shown) {
      expect(text).not.toMatch(/(with|after) the next sync|次回の同期|次に同期した後/)
      expect(text).toMatch(/reads the server list|サーバーの一覧を、間隔を空けながら読み直します/)
    }
  },
)

test.each([
  ['en', 'Order and payment are complete.', /inferred from a check\. No response/, /^You recorded .*No response/],
  [
    'ja',
    '注文と支払いは完了しています。',
    /推定です。受け付けたという応答はありません/,
    /記録した判断.*応答はありません/,
  ],
] as const)(
  'Order and payment are said to be complete only if a response of the service confirms the order (%s)',
  (language, complete, inferred, recorded) => {
    i18n.global.locale.value = language
    const next = (source: OrderAcceptanceSource | null) =>
      describeOrderedServerStatus(state, false, false, source, true, t).next
    expect(next('response')).toContain(complete)
    expect(next('check')).toMatch(inferred)
    expect(next('user')).toMatch(recorded)
    for (const source of ['check', 'user', null] as const) expect(next(source)).not.toContain(complete)
  },
)

test.each(['en', 'ja'] as const)(
  'While Banto does not read the server list by itself, no readings after leaving the page are promised (%s)',
  (language) => {
    i18n.global.locale.value = language
    const next = (isListRead: boolean) =>
      describeOrderedServerStatus(state, false, false, 'response', isListRead, t).next
    expect(next(true)).toMatch(/leave this page|この画面を閉じた後/)
    expect(next(false)).toMatch(/Banto checks again by itself\.$|Bantoが自動で確認します。$/)
  },
)
