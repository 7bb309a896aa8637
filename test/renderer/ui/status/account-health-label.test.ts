import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import { parseJapanTime } from '#shared/japan-time.ts'
import { trayTexts } from '#main/tray/tray-texts.ts'
import { i18n } from '#renderer/text/i18n.ts'
import AccountHealthLabel from '#renderer/ui/status/AccountHealthLabel.vue'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const until = parseJapanTime('2126-12-01 18:00:00') as number
const render = (level: 'good' | 'failing', cause: 'limit' | 'hold' | null, isSyncIncomplete = false) =>
  renderToString(
    createSSRApp({
      render: () =>
        h(AccountHealthLabel, { health: { level, reasons: [] }, wait: cause && { cause, until }, isSyncIncomplete }),
    }).use(i18n),
  )

test.each([
  ['en', 'Limited until 2126-12-01 18:00:00', 'On hold until 2126-12-01 18:00:00', 'Keys and sync OK', 'Error'],
  ['ja', '2126-12-01 18:00:00 まで制限中', '2126-12-01 18:00:00 まで待機中', 'キーと同期は正常', 'エラー'],
] as const)(
  'An account whose calls wait says so, also beside a warning or an error, and Banto’s own hold is not called a limit (%s)',
  async (locale, limited, held, good, failing) => {
    i18n.global.locale.value = locale
    expect(await render('good', 'limit')).toContain(limited)
    expect(await render('good', 'limit')).not.toContain(good)
    expect(await render('good', 'hold')).toContain(held)
    expect(await render('good', null)).toContain(good)
    for (const [cause, words] of [
      ['limit', limited],
      ['hold', held],
    ] as const) {
      expect(await render('failing', cause)).toContain(failing)
      expect(await render('failing', cause)).toContain(words)
    }
    expect(await render('failing', null)).not.toContain(limited)
  },
)

test.each([
  ['en', 'Keys OK', 'Error'],
  ['ja', 'キーは正常', 'エラー'],
] as const)(
  'An account whose sync ended early has no word that calls the sync good (%s)',
  async (locale, keys, failing) => {
    i18n.global.locale.value = locale
    expect(await render('good', null, true)).toContain(keys)
    expect(await render('failing', null, true)).toContain(failing)
  },
)

test.each([
  ['en', 'Keys not usable', 'The keychain is locked', 'Keys and sync OK'],
  ['ja', 'キーを利用できません', 'キーチェーンがロックされているため', 'キーと同期は正常'],
] as const)(
  'While the keychain is locked, no account has a word that calls its keys good (%s)',
  async (locale, unusable, locked, good) => {
    i18n.global.locale.value = locale
    const label = await renderToString(
      createSSRApp({
        render: () => h(AccountHealthLabel, { health: { level: 'good', reasons: [] }, keychainState: 'locked' }),
      }).use(i18n),
    )
    expect(label).toContain(unusable)
    expect(label).toContain(locked)
    expect(label).not.toContain(good)
  },
)

test.each([
  ['en', 'no connection or no answer', 'service'],
  ['ja', '接続できないか、応答がありません', 'サービス'],
] as const)(
  'An account whose calls get no answer does not name the service as the cause, because its proxy may not answer (%s)',
  async (locale, reason, service) => {
    i18n.global.locale.value = locale
    const health = { level: 'attention', reasons: ['no_answer'] } as const
    const label = await renderToString(
      createSSRApp({
        render: () => h(AccountHealthLabel, { health: { ...health, reasons: [...health.reasons] } }),
      }).use(i18n),
    )
    expect(label).toContain(reason)
    expect(label).not.toContain(service)
  },
)

test.each([
  ['en', 'On hold until 2126-12-01 18:00:00', 'On hold', 'blocked the address'],
  ['ja', '2126-12-01 18:00:00 まで待機中', '待機中', 'ブロック'],
] as const)(
  'An account whose source address may be blocked is called on hold, with the end only if it is known (%s)',
  async (locale, held, open, reason) => {
    i18n.global.locale.value = locale
    const renderBlock = (end: number | null) =>
      renderToString(
        createSSRApp({
          render: () =>
            h(AccountHealthLabel, { health: { level: 'good', reasons: [] }, wait: { cause: 'block', until: end } }),
        }).use(i18n),
      )
    expect(await renderBlock(until)).toContain(held)
    expect(await renderBlock(null)).toContain(`>${open}<`)
    for (const end of [until, null]) expect(await renderBlock(end)).toContain(reason)
  },
)

test('The reason and the tray line of unread details name the sync, because the details may have been read since', async () => {
  const render = () =>
    renderToString(
      createSSRApp({
        render: () =>
          h(AccountHealthLabel, {
            health: { level: 'attention', reasons: ['details_failed'] },
            wait: null,
            isSyncIncomplete: false,
          }),
      }).use(i18n),
    )
  i18n.global.locale.value = 'en'
  expect(await render()).toContain('a sync could not read some details')
  i18n.global.locale.value = 'ja'
  expect(await render()).toContain('同期で読み込めなかった詳細があります')
  const lineValues = { days: 30, status: '', excludesAccounts: false }
  expect(trayTexts.en.lines.details(lineValues)).toBe('Accounts with details that a sync could not read')
  expect(trayTexts.ja.lines.details(lineValues)).toBe('同期で読み込めなかった詳細があるアカウント')
})

test('A proxy that refused a sync is not said to be unusable now, because later calls may go through it', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const proxy = await startHttpConnectProxyServer()
  onTestFinished(() => proxy.close())
  const { id: accountId, keys } = await rig.addAccount('One', ['token-of-one'])
  const { pendingProxyId } = await rig.call('accounts.keepProxy', {
    accountId,
    proxyUrl: proxy.url,
    proxyUser: '',
    proxyPassword: '',
  })
  await rig.call('accounts.setProxy', { accountId, pendingProxyId })
  proxy.behave(407)
  const failed = rig.event('sync.changed', (progress) => progress.some(({ state }) => state === 'failed'))
  await rig.call('sync.start', { accountIds: [accountId] })
  await failed
  proxy.behave('open')
  const { health } = await rig.call('accounts.retestKey', { accountId, keyId: keys[0]?.id ?? '' })
  expect(health.reasons).toContain('proxy_refused')
  const render = () =>
    renderToString(createSSRApp({ render: () => h(AccountHealthLabel, { health, hasReasons: true }) }).use(i18n))
  i18n.global.locale.value = 'en'
  expect(await render()).toContain('the account’s proxy could not be used during the sync')
  i18n.global.locale.value = 'ja'
  expect(await render()).toContain('同期中、アカウントのプロキシを使用できませんでした')
})
