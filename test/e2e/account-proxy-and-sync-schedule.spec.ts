import { callChannel } from '#shared/ipc/preload-bridge.ts'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { findFilesContaining } from '#test/e2e/support/find-files-containing.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { addAccount, openAccount, openArea, startSync, waitUntilSynced } from '#test/e2e/support/user-steps.ts'

test.use({ tracesMessages: true })

const password = 'wombat-proxy-password-53Gd8'
const proxyAddress = '127.0.0.2'

test('An account gets a proxy on its page, after a test, and then sends only through it', async ({
  harness,
  simulator,
}) => {
  const proxy = await startHttpConnectProxyServer({ from: proxyAddress, credentials: `user:${password}` })
  const page = await harness.start()
  await addAccount(page, { label: 'Alpha', url: simulator.url, keys: [{ label: 'all', secret: secrets.alpha }] })
  await waitUntilSynced(page)
  await page.getByTestId('proxy-open').click()
  await expectAccessible(page, 'the empty proxy drawer')
  await page.getByTestId('proxy-url').fill('socks5://127.0.0.1:1')
  await page.getByTestId('proxy-save').click()
  await expect(page.getByTestId('error-notice')).toContainText('Only HTTP and HTTPS proxies can be used')
  await page.getByTestId('proxy-url').fill(proxy.url)
  await page.getByTestId('proxy-user').fill('user')
  await page.getByTestId('proxy-password').fill('wrong')
  const sent = simulator.ledger.requests.length
  await page.getByTestId('proxy-test').click()
  await expect(page.getByTestId('error-notice')).toContainText(`${proxy.url} requires a valid user and password (407)`)
  await expectAccessible(page, 'the proxy drawer after a refused test')
  expect(simulator.ledger.requests).toHaveLength(sent)
  await page.getByTestId('proxy-password').fill(password)
  await page.getByTestId('proxy-test').click()
  await expect(page.getByTestId('proxy-works')).toBeVisible()
  await page.getByTestId('proxy-save').click()
  await expect(page.getByTestId('drawer')).toBeHidden()
  await expect(page.getByTestId('account-proxy')).toContainText(`${proxy.url} · user user`)
  expect(simulator.ledger.requests.slice(sent).map(({ path, remote }) => [path, remote.address])).toEqual([
    ['/v1/me', proxyAddress],
  ])

  await startSync(page)
  await waitUntilSynced(page)
  await proxy.close()
  await startSync(page)
  await waitUntilSynced(page)
  await expect(page.getByTestId('account-view')).toContainText(`Nothing answers at the proxy ${proxy.url}`)
  const addresses = simulator.ledger.requests.slice(sent).map(({ remote }) => remote.address)
  expect(new Set(addresses)).toEqual(new Set([proxyAddress]))
  const shown = await page.content()
  await harness.app().close()

  for (const secret of [password, Buffer.from(`user:${password}`).toString('base64')]) {
    expect(findFilesContaining(harness.profile, secret), 'files of the profile').toEqual([])
    expect(harness.output(), 'stdout and stderr').not.toContain(secret)
    expect(shown, 'the page').not.toContain(secret)
    if (harness.messages().length === 0) continue // the real Electron is not traced
    const carrying = harness.messages().filter((message) => JSON.stringify(message).includes(secret))
    expect(carrying.map(({ direction, channel }) => ({ direction, channel }))).toEqual(
      secret === password ? [{ direction: 'to-main', channel: callChannel }] : [],
    )
  }

  const again = await harness.start({ env: { LANGUAGE: 'ja', LANG: 'ja_JP.UTF-8' } })
  await again.getByTestId('sidebar-account').dblclick()
  await again.getByTestId('proxy-open').click()
  await expect(again.getByTestId('drawer')).toContainText('保存したパスワードがシステムのキーチェーンに残っていれば')
  await expectAccessible(again, 'the proxy drawer in Japanese')
  await again.getByTestId('proxy-remove').click()
  await expect(again.getByTestId('account-proxy')).toContainText('専用のプロキシなし')
})

test('An account whose key is limited to the address of its proxy is added through that proxy', async ({
  harness,
  simulator,
}) => {
  const proxy = await startHttpConnectProxyServer({ from: proxyAddress })
  const page = await harness.start()
  await page.getByTestId('welcome-add-account').click()
  await page.getByTestId('account-label').fill('Through')
  await page.getByTestId('account-url').fill(simulator.url)
  await page.getByTestId('account-uses-proxy').click()
  await page.getByTestId('proxy-url').fill(proxy.url)
  await expectAccessible(page, 'the form of a new account with a proxy')
  await page.getByTestId('key-secret').fill(secrets.beta)
  await page.getByTestId('try-key').click()
  await expect(page.getByTestId('key-tried')).toBeVisible()
  await page.getByTestId('save-account').click()
  await expect(page.getByTestId('account-proxy')).toContainText(proxy.url)
  await waitUntilSynced(page)
  expect(new Set(simulator.ledger.requests.map(({ remote }) => remote.address))).toEqual(new Set([proxyAddress]))
  await proxy.close()
})

test('Automatic sync is set for all accounts and for one, and the next sync is reported beside the age', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccount(page, { label: 'Alpha', url: simulator.url, keys: [{ label: 'all', secret: secrets.alpha }] })
  await waitUntilSynced(page)
  await expect(page.getByTestId('next-sync')).toHaveText('no automatic sync')
  await openArea(page, 'settings')
  await page.getByTestId('sync-interval').click()
  await page.getByText('Every hour', { exact: true }).click()
  await page.getByTestId('quiet-hours').click()
  await page.getByText('From – to', { exact: true }).click()
  await page.getByTestId('time-range-from').fill('22:30')
  await page.getByTestId('time-range-to').fill('22:30')
  await expect(page.getByTestId('settings')).toContainText(
    /Enter two different times.*Not changed: \d\d:\d\d – \d\d:\d\d/,
  )
  await page.getByTestId('time-range-to').fill('06:15')
  await page.getByTestId('time-range-to').blur()
  await expectAccessible(page, 'the settings of automatic sync')
  await openAccount(page, 'Alpha')
  await expect(page.getByTestId('next-sync')).toContainText(
    /next sync about (\d{4}-\d\d-\d\d )?\d\d:\d\d \(Japan time\)/,
  )
  await expect(page.getByTestId('account-view')).toContainText('Default: Every hour')
  await expect(page.getByTestId('account-view')).toContainText('Default: 22:30 – 06:15')
  await expectAccessible(page, 'the account page with a schedule')
  await page.getByTestId('sync-interval').click()
  await page.getByText('Off', { exact: true }).click()
  await expect(page.getByTestId('next-sync')).toHaveText('no automatic sync')
  await page.getByTestId('sync-interval').click()
  await page.getByText('Every 15 minutes', { exact: true }).click()
  await expect(page.getByTestId('next-sync')).toContainText('next sync about')
  await page.getByTestId('account-paused').click()
  await expect(page.getByTestId('next-sync')).toHaveText('no automatic sync while the account is paused')
})
