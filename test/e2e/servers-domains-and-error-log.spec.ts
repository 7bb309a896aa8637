import { domainToASCII } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import type { SimulatedHostingServer } from '#simulator/simulated-settings-of-hosting-server.ts'
import { createHostedDomain } from '#simulator/simulated-settings-of-hosting-server.ts'
import type { Simulator } from '#simulator/start-simulator.ts'
import { deriveDomainValidationToken } from '#simulator/behaviours/hosting-info-error-log-and-cache.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { addAlpha, addAlphaAndBeta, listWrites, servedDomain } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { removeFromAlphasListsAndSync } from '#test/e2e/support/remove-from-service-lists-and-sync.ts'
import { japaneseName } from '#test/e2e/support/small-world.ts'
import { chooseOption, confirmAction, openArea, openDomain } from '#test/e2e/support/user-steps.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'

test.setTimeout(240_000)

const servername = 'alphaweb.simulator.example'
const shop = 'alpha-shop.example'
const mail = 'alpha-mail.example'
const path = `/v1/server/${servername}`

function serverState({ world }: Simulator) {
  const server = world.user('alpha').servers.get(servername)
  if (!server) throw new Error('The world has the server')
  return server
}

const hosting = (simulator: Simulator): SimulatedHostingServer => serverState(simulator).hosting

function host(simulator: Simulator, domain: string, lines: string[] = []): void {
  hosting(simulator).domains.set(domain, createHostedDomain(true, false))
  hosting(simulator).errorLog.set(domain, lines)
}

async function openServer(page: Page): Promise<void> {
  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await expect(page.getByTestId('server-page')).toBeVisible()
}

const listed = (page: Page, name: string): Locator =>
  page.getByTestId('server-domains-table').getByRole('row').filter({ hasText: name })

async function addName(page: Page, kind: 'domains' | 'subdomains', name: string): Promise<void> {
  await page.getByTestId(`server-${kind}-add`).click()
  await page.getByTestId('hosted-name').fill(name)
  await page.getByTestId('hosted-add').click()
}

const result = (page: Page): Locator => page.getByTestId('server-change-result')
const changeError = (page: Page): Locator => page.getByTestId('server-change-error')

test('A server is read, its memo edited, and its domains are added, reset and cleared from the window', async ({
  harness,
  simulator,
}) => {
  host(simulator, shop)
  servedDomain(simulator, mail).nameservers = ['ns1.elsewhere.example', 'ns2.elsewhere.example']
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openServer(page)

  await expect(page.getByTestId('server-info')).toContainText(deriveDomainValidationToken(serverState(simulator)))
  await expect(page.getByTestId('server-info')).toContainText('ns1.simulator.example')
  // Each fact of the information can be copied: the address, three name servers, both kinds of versions, token and
  // host.
  await expect(page.getByTestId('server-info').getByRole('button', { name: 'Copy' })).toHaveCount(8)
  await expect(page.getByTestId('server-usage')).toContainText('counts › domains')
  simulator.ledger.clear()

  await page.getByTestId('server-tab-domains').click()
  await expect(listed(page, shop)).toContainText(`/home/alphaweb/${shop}/public_html`)
  await expect(listed(page, shop)).toContainText('ssl: true')
  await expect(listed(page, shop).getByTestId('hosted-known')).toContainText('Alpha')

  // The name servers are elsewhere, so the service cannot set up SSL.
  await addName(page, 'domains', 'ALPHA-MAIL.example')
  await expect(result(page)).toContainText(`${mail} was added.`)
  await expect(result(page)).toContainText(/Result of \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)
  await expect(page.getByTestId('ssl-outcome')).toContainText('failed_nameserver')
  await expect(page.getByTestId('ssl-outcome')).toContainText('ns1.elsewhere.example')
  await expect(page.getByTestId('ssl-outcome').getByRole('link')).toHaveAttribute('href', new RegExp(`/${mail}$`))
  expect(hosting(simulator).domains.get(mail)).toMatchObject({ ssl: false, redirectHttps: true })
  await page.getByTestId('hosted-add-again').click()
  await page.getByTestId('hosted-name').fill('ブログ')
  await page.getByTestId('hosted-add').click()
  await expect(page.getByTestId('hosted-add-drawer')).toContainText('Enter a complete host name')
  await page.getByTestId('hosted-name').fill('日本語。example')
  await expect(page.getByTestId('hosted-add-drawer')).toContainText(`Sent as ${japaneseName.punycode}`)
  await page.getByTestId('hosted-ssl').click()
  await page.getByTestId('hosted-add').click()
  await expect(result(page)).toContainText('日本語.example was added.')
  await expect(page.getByTestId('ssl-outcome')).toHaveCount(0)
  expect(hosting(simulator).domains.get(japaneseName.punycode)).toMatchObject({ ssl: false, redirectHttps: false })
  await page.getByTestId('hosted-add-close').click()
  await expectAccessible(page, 'domains of a server')

  await listed(page, shop).click()
  await expect(page.getByTestId('hosted-site')).toContainText(`https://${shop}/`)
  await page.getByTestId('hosted-clear-cache').click()
  await expect(result(page)).toContainText(`The cache of ${shop} was cleared.`)
  expect(hosting(simulator).clearedCaches.map(({ domain }) => domain)).toEqual([shop])
  await expectAccessible(page, 'domain of a server')

  await page.getByTestId('hosted-reset').click()
  await expect(page.getByTestId('reset-drawer')).toContainText('Expect to lose every file')
  await page.getByTestId('reset-typed').fill(mail)
  await expect(page.getByTestId('reset-run')).toBeDisabled()
  await page.getByTestId('reset-typed').fill(shop)
  await expect(page.getByTestId('reset-run')).toHaveText(`Delete everything on ${shop}`)
  await expectAccessible(page, 'reset of a domain')
  await page.getByTestId('reset-run').click()
  await expect(result(page)).toContainText(`${shop} was reset.`)
  expect(hosting(simulator).domains.get(shop)).toMatchObject({ ssl: false })
  await page.getByTestId('reset-close').click()
  await expect(page.getByTestId('hosted-drawer')).toContainText('"ssl": false')

  await page.getByTestId('hosted-subdomains').click()
  await expect(page.getByTestId('server-subdomains')).toContainText('No subdomains on this server')
  await page.getByTestId('server-subdomains-filter').fill('')
  await addName(page, 'subdomains', `blog.${shop}`)
  await expect(result(page)).toContainText(`blog.${shop} was added.`)
  await expect(page.getByTestId('server-subdomains-table')).toContainText(`/home/alphaweb/blog.${shop}/public_html`)
  expect([...hosting(simulator).subdomains]).toEqual([[`blog.${shop}`, { ssl: true }]])

  await page.getByTestId('hosted-add-close').click()
  await page.getByTestId('server-tab-overview').click()
  await page.getByTestId('memo-edit').click()
  await page.getByTestId('memo-text').fill('お客様 🙂')
  await expect(page.getByTestId('memo-save')).toBeDisabled()
  await expect(page.getByTestId('server-memo')).toContainText('🙂 (U+1F642)')
  await page.getByTestId('memo-text').fill('お客様 1')
  await page.getByTestId('memo-save').click()
  await expect(page.getByTestId('memo-text')).toHaveCount(0)
  expect(serverState(simulator).memo).toBe('お客様 1')

  expect(listWrites(simulator)).toEqual([
    `POST ${path}/domain`,
    `POST ${path}/domain`,
    `DELETE ${path}/server-cache/${shop}/cache`,
    `POST ${path}/domain/${shop}/reset`,
    `POST ${path}/subdomain`,
    `PUT ${path}/memo`,
  ])

  // The change log leads back to the server.
  await openArea(page, 'activity')
  await page.getByTestId('activity-table').getByRole('row').filter({ hasText: 'お客様 1' }).click()
  await page.getByTestId('change-target').click()
  await expect(page.getByTestId('server-memo')).toContainText('お客様 1')
})

test('An entry that the newest list of domains lacks is not shown as one of that list', async ({
  harness,
  simulator,
}) => {
  host(simulator, shop)
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openServer(page)
  await page.getByTestId('server-tab-domains').click()
  await listed(page, shop).click()
  const drawer = page.getByTestId('hosted-drawer')
  await expect(drawer).toContainText('In the list')
  hosting(simulator).domains.delete(shop)
  await page.getByTestId('server-domains-read').click()
  await expect(drawer.getByTestId('hosted-not-listed')).toHaveText(
    'The list that was read last does not have this entry.',
  )
  await expect(drawer).not.toContainText('In the list')
})

test('A domain and the server to which its records lead are linked both ways', async ({ harness, simulator }) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const servers = page.getByTestId('servers-of-domain')
  await openDomain(page, shop)
  await expect(servers).toContainText('No record holds an address of the servers read so far.')

  await openServer(page)
  await expect(page.getByTestId('server-domains-at')).toContainText(
    'No record of a listed domain, as last read, holds this address.',
  )
  const address = (await page.getByTestId('server-domains-at').getByRole('heading').innerText()).split(' ').at(-1) ?? ''
  for (const record of servedDomain(simulator, shop).records.values()) {
    if (record.type === 'A') record.content = address
  }
  await openDomain(page, shop)
  await page.getByTestId('zone-refresh').click()
  await expect(servers).toContainText(`A @, A www → ${address}`)
  await expectAccessible(page, 'servers of a domain')
  await callMain(page, 'app.saveSettings', { theme: 'dark', language: 'ja' })
  await expect(servers.getByRole('heading')).toHaveText('サーバー')
  await expectAccessible(page, 'ja dark: servers of a domain')
  await servers.getByRole('link', { name: servername }).click()
  await expect(page.getByTestId('server-domains-at')).toContainText('一致するレコードがほかに 1 件')
  await page.getByTestId('server-domains-at').getByRole('link', { name: shop }).click()
  await expect(page.getByTestId('domain-page').getByRole('heading', { name: shop, exact: true })).toBeVisible()
})

test('The servers of a domain are shown as incomplete while addresses of servers are not known', async ({
  harness,
  simulator,
}) => {
  simulator.faults.add({
    match: { path: '/server-info$' },
    fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
  })
  const page = await harness.start()
  await addAlpha(page, simulator)
  const servers = page.getByTestId('servers-of-domain')
  await openDomain(page, shop)
  await expect(servers).toContainText('No record holds an address of the servers read so far.')
  await expect(servers.getByTestId('unread')).toHaveText('information of 2 servers not read yet')
  // The style of the element, because the content security policy of the page forbids a style element.
  await servers.evaluate((element) => (element.style.width = '160px'))
  const [column, note] = await Promise.all([servers.boundingBox(), servers.getByTestId('unread').boundingBox()])
  expect(note?.width).toBeLessThanOrEqual(column?.width ?? 0)
  await expectAccessible(page, 'a domain whose servers are not known')
  await callMain(page, 'app.saveSettings', { language: 'ja' })
  await expect(servers).toContainText('情報を読み込み済みのサーバーのIPアドレスを指すレコードはありません。')
  await callMain(page, 'app.saveSettings', { language: 'en' })

  simulator.faults.clear()
  await openServer(page)
  await page.getByTestId('server-refresh').click()
  await expect(page.getByTestId('server-domains-at')).toBeVisible()
  await openDomain(page, shop)
  // The other server is in setup.
  await expect(servers.getByTestId('unread')).toHaveText('information of 1 server not read yet')
  await removeFromAlphasListsAndSync(page, simulator, { servers: ['alphanew'] })
  await expect(servers).toContainText('No record holds the address of a server, as last read.')
  await expect(servers.getByTestId('unread')).toHaveCount(0)
})

test('A refused name leads to the verification record, a lost answer is unknown, and nothing is sent for a read-only account', async ({
  harness,
  simulator,
}) => {
  host(simulator, shop)
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openServer(page)
  await page.getByTestId('server-tab-domains').click()

  await addName(page, 'domains', 'beta-blog.example')
  await expect(changeError(page)).toContainText('the TXT record that verifies the ownership is missing')
  await page.getByTestId('verification-open').click()
  const drawer = page.getByTestId('verification-drawer')
  await expect(drawer).toContainText(deriveDomainValidationToken(serverState(simulator)))
  await expect(drawer.getByTestId('verification-domain')).toContainText('beta-blog.example')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page.getByTestId('hosted-name')).toHaveValue('beta-blog.example')

  // Unsaved input is not lost by a click on a row.
  await listed(page, shop).click()
  await page.getByTestId('confirm-cancel').click()
  // Until it is gone, the dialog takes the focus back from the field.
  await expect(page.getByTestId('confirm')).toBeHidden()
  await expect(page.getByTestId('hosted-name')).toHaveValue('beta-blog.example')
  simulator.ledger.clear()

  await page.getByTestId('hosted-name').fill(shop)
  await page.getByTestId('hosted-add').click()
  await expect(changeError(page)).toContainText('Nothing was sent')
  expect(listWrites(simulator)).toEqual([])

  simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  await page.getByTestId('hosted-name').fill(mail)
  await page.getByTestId('hosted-add').click()
  await expect(result(page)).toContainText(
    /^Inferred: .*No response confirmed the change; a reading afterwards shows it\./,
  )
  await expect(page.getByTestId('ssl-outcome')).toContainText('SSL status unknown')
  await page.getByTestId('hosted-add-again').click()

  simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
  await page.getByTestId('hosted-name').fill(japaneseName.decoded)
  await page.getByTestId('hosted-add').click()
  await expect(changeError(page)).toContainText('Outcome unknown')
  await expect(changeError(page)).not.toContainText('failed')
  await page.getByTestId('hosted-add-cancel').click()
  await confirmAction(page)

  simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  await listed(page, shop).click()
  await page.getByTestId('hosted-reset').click()
  await page.getByTestId('reset-typed').fill(shop)
  await page.getByTestId('reset-run').click()
  await expect(changeError(page)).toContainText('Outcome unknown')
  await expect(changeError(page)).toContainText('Whether the change was made is not known. The execution log')
  await expect(changeError(page)).toContainText('Check in the logs or in the panel of the service')
  // Another reset is another decision.
  await expect(page.getByTestId('reset-typed')).toHaveValue('')
  await expect(page.getByTestId('reset-run')).toBeDisabled()
  await page.getByTestId('reset-cancel').click()
  simulator.faults.add({
    match: { method: 'DELETE' },
    times: 1,
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  await page.getByTestId('hosted-clear-cache').click()
  await expect(changeError(page)).toContainText('403')
  expect(hosting(simulator).clearedCaches).toEqual([])
  expect(listWrites(simulator)).toEqual([
    `POST ${path}/domain`,
    `POST ${path}/domain`,
    `POST ${path}/domain/${shop}/reset`,
    `DELETE ${path}/server-cache/${shop}/cache`,
  ])

  const [account] = (await callMain(page, 'accounts.list', null)).filter(({ label }) => label === 'Alpha')
  await callMain(page, 'accounts.update', { accountId: account?.id ?? '', isReadOnly: true })
  for (const button of ['server-domains-add', 'hosted-clear-cache', 'hosted-reset'])
    await expect(page.getByTestId(button)).toBeDisabled()
  await expect(page.getByTestId('server-change-obstacle')).toContainText('read-only in Banto')
  await callMain(page, 'app.saveSettings', { isOffline: true })
  await expect(page.getByTestId('server-change-obstacle')).toContainText('Working offline')
  await expect(page.getByTestId('server-domains-read')).toBeDisabled()
})

test('A subdomain that is refused is reported as such, and one whose answer was lost is read again', async ({
  harness,
  simulator,
}) => {
  host(simulator, shop)
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openServer(page)
  simulator.faults.add({ match: { path: '/subdomain$' }, times: 1, fault: { kind: 'delay', ms: 1500 } })
  await page.getByTestId('server-tab-domains').click()
  await page.getByTestId('server-list-subdomains').click()
  // Lines are shown in place of the list until it is read.
  await expect(page.getByTestId('server-subdomains').getByRole('status')).toHaveText('Reading…')
  await expect(page.getByTestId('server-subdomains')).toContainText('No subdomains on this server')
  await expect(page.getByTestId('server-subdomains').getByText('Reading…')).toHaveCount(0)
  simulator.ledger.clear()
  await addName(page, 'subdomains', 'blog.nowhere.example')
  await expect(changeError(page)).toContainText('is under no domain of the server')

  simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  await page.getByTestId('hosted-name').fill(`blog.${shop}`)
  await page.getByTestId('hosted-add').click()
  await expect(result(page)).toContainText('No response confirmed the change; a reading afterwards shows it.')
  expect([...hosting(simulator).subdomains.keys()]).toEqual([`blog.${shop}`])

  simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
  await page.getByTestId('hosted-add-again').click()
  await page.getByTestId('hosted-name').fill(`shop.${shop}`)
  await page.getByTestId('hosted-add').click()
  await expect(changeError(page)).toContainText('Outcome unknown')
  expect(listWrites(simulator)).toHaveLength(3)
})

test('An error log is read, searched and followed, and following pauses and ends with its tab', async ({
  harness,
  simulator,
}) => {
  const all = Array.from({ length: 600 }, (_, index) => `[error] line ${index + 1}`)
  host(simulator, shop, all)
  host(simulator, mail)
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openServer(page)
  await page.getByTestId('server-tab-errorLog').click()
  await expect(page.getByText('The error log is read per domain of the server.')).toBeVisible()
  await expect(page.getByTestId('error-log-follow')).toBeDisabled()
  await page.clock.install()
  await chooseOption(page, page.getByTestId('error-log-domain'), shop)
  const lines = page.getByTestId('log-lines').getByRole('option')
  const status = page.getByTestId('error-log-status')
  await expect(page.getByTestId('error-log-read-at')).toContainText(/Read at \d{4}-/)
  await expect(status).toContainText('100 lines')
  await expect(lines.last()).toHaveText('[error] line 600')
  await chooseOption(page, page.getByTestId('error-log-count'), 'Newest 500 lines')
  await expect(status).toContainText('500 lines')
  expect(await lines.count()).toBeLessThan(100)

  await lines.last().click()
  await expect(page.getByTestId('log-line')).toContainText('[error] line 600')
  await page.keyboard.press('Home')
  await expect(page.getByTestId('log-line')).toContainText('[error] line 101')
  await page.getByTestId('log-line-close').click()
  await page.getByTestId('error-log-search').fill('LINE 60')
  await expect(status).toContainText('1 of 500 lines')
  await expect(lines.locator('mark')).toHaveText('line 60')
  await expect(page.getByTestId('error-log-copy')).toHaveText('Copy 1 line')
  await expectAccessible(page, 'error log')
  await page.getByTestId('error-log-search').fill('')

  const readings = () => simulator.ledger.requests.filter(({ path: called }) => called === `${path}/error-log`)
  simulator.ledger.clear()
  await page.getByTestId('error-log-follow').click()
  await expect(page.getByTestId('error-log-following')).toHaveText('Following: read again every 10 seconds')
  hosting(simulator).errorLog.get(shop)?.push('[error] a new line')
  await page.clock.fastForward(10_000)
  await expect(lines.last()).toHaveText('[error] a new line')
  await expect(page.getByTestId('error-log-added')).toContainText('At least 1 line new')
  expect(readings()).toHaveLength(1)

  const setVisibility = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await expect(page.getByTestId('error-log-following')).toContainText('paused')
  await page.clock.fastForward(60_000)
  expect(readings()).toHaveLength(1)
  await setVisibility('visible')
  await expect.poll(() => readings().length).toBe(2)

  await page.getByTestId('server-tab-overview').click()
  await page.clock.fastForward(60_000)
  await page.getByTestId('server-tab-errorLog').click()
  await expect(page.getByTestId('error-log-follow')).toHaveAttribute('aria-pressed', 'false')
  expect(readings()).toHaveLength(2)

  simulator.faults.add({
    match: { path: 'error-log' },
    times: 1,
    fault: { kind: 'status', status: 404, code: 'NOT_FOUND' },
  })
  await page.getByTestId('error-log-follow').click()
  await page.clock.fastForward(10_000)
  await expect(page.getByTestId('error-log-following')).toHaveText('Following stopped because of an error.')
  // The lines and the time of the last successful reading stay.
  await expect(lines.last()).toHaveText('[error] a new line')

  await chooseOption(page, page.getByTestId('error-log-domain'), mail)
  await expect(page.getByText(`The service returned no line for ${mail}.`)).toBeVisible()
  simulator.faults.add({ match: { path: 'error-log' }, times: 1, fault: { kind: 'other-json' } })
  await page.getByTestId('error-log-read').click()
  await expect(page.getByText('The answer has a form that Banto does not know.')).toBeVisible()
})

test('Domains and the error log of a server are used in Japanese, in the dark theme', async ({
  harness,
  simulator,
}) => {
  host(simulator, shop, ['[error] 画像が見つかりません'])
  const page = await harness.start()
  await addAlpha(page, simulator)
  await callMain(page, 'app.saveSettings', { theme: 'dark', language: 'ja' })
  await openServer(page)
  await page.getByTestId('server-tab-domains').click()
  await expect(page.getByTestId('server-domains-add')).toHaveText('ドメインを追加…')
  simulator.ledger.clear()
  await addName(page, 'domains', 'お店.example')
  await expect(result(page)).toContainText('お店.example を追加しました。')
  await expect(page.getByTestId('ssl-outcome')).toContainText('SSLは設定されていません')
  await expect(page.getByTestId('ssl-outcome')).toContainText('最後に読み込んだ一覧のいずれにもないドメインです。')
  await expectAccessible(page, 'ja dark: added domain')
  await page.getByTestId('hosted-add-close').click()

  await listed(page, 'お店.example').click()
  await page.getByTestId('hosted-reset').click()
  await expectAccessible(page, 'ja dark: reset')
  await page.getByTestId('reset-typed').fill('お店.example')
  await page.getByTestId('reset-run').click()
  await expect(result(page)).toContainText('お店.example を初期化しました。')
  await page.getByTestId('reset-close').click()
  await page.getByTestId('server-list-subdomains').click()
  await addName(page, 'subdomains', `ブログ.${shop}`)
  await expect(result(page)).toContainText(`ブログ.${shop} を追加しました。`)
  await expect(page.getByTestId('server-subdomains-table')).toContainText(`ブログ.${shop}`)
  await page.getByTestId('hosted-add-close').click()
  await page.getByTestId('server-list-domains').click()
  await listed(page, shop).click()
  await page.getByTestId('hosted-clear-cache').click()
  await expect(result(page)).toContainText(`${shop} のキャッシュを削除しました。`)
  await expectAccessible(page, 'ja dark: domain of a server')
  await page.getByTestId('hosted-error-log').click()
  await expect(page.getByTestId('log-lines')).toContainText('画像が見つかりません')
  await expect(page.getByTestId('error-log-read-at')).toContainText('（日本時間）に読み込み')
  await expectAccessible(page, 'ja dark: error log')
  await callMain(page, 'app.saveSettings', { theme: 'light' })
  await expectAccessible(page, 'ja light: error log')

  const store = domainToASCII('お店.example')
  expect(listWrites(simulator)).toEqual([
    `POST ${path}/domain`,
    `POST ${path}/domain/${store}/reset`,
    `POST ${path}/subdomain`,
    `DELETE ${path}/server-cache/${shop}/cache`,
  ])
  expect([...hosting(simulator).domains.keys()]).toContain(store)
})
