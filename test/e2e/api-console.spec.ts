import type { Page } from '@playwright/test'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import {
  addAccountByCommands,
  confirmAction,
  openArea,
  startSync,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import type { Simulator } from '#simulator/start-simulator.ts'

const shop = 'alpha-shop.example'

async function openConsole(
  harness: AppHarness,
  simulator: Simulator,
  options: Parameters<AppHarness['start']>[0] = {},
): Promise<Page> {
  const page = await harness.start(options)
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [
      { label: 'all', secret: secrets.alpha },
      { label: 'read', secret: secrets.alphaRead },
    ],
  })
  await openArea(page, 'console')
  await expect(page.getByTestId('console-path')).toBeFocused()
  simulator.ledger.clear()
  return page
}

async function typeBody(page: Page, text: string): Promise<void> {
  await page.getByTestId('console-part-body').click()
  const editor = page.getByTestId('console-body').locator('.cm-content')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function chooseMethod(page: Page, method: string): Promise<void> {
  await page.getByTestId('console-method').click()
  await page.locator('.n-base-select-option', { hasText: method }).click()
}

/** Without the calls that fetch the archive of the logs, which begin when the app goes online. */
const sent = (simulator: Simulator) =>
  simulator.ledger.requests
    .filter(({ endpoint }) => endpoint !== 'account.logs')
    .map(({ method, target }) => `${method} ${target}`)

test('A read is completed from the catalog, sent by the keyboard, shown, and found again in the history with its query', async ({
  harness,
  simulator,
}) => {
  const page = await openConsole(harness, simulator)
  await expectAccessible(page, 'console before a request')
  await page.getByTestId('console-path').fill('dns records')
  await page.locator('.console-completion', { hasText: 'DNS records of a domain' }).click()
  await expect(page.getByTestId('console-path')).toHaveValue('/v1/domain/{domain_name}/dns')
  await expect(page.getByTestId('console-send')).toBeDisabled()
  await page.getByTestId('console-field-domain_name').fill(shop)
  await expect(page.getByTestId('console-key')).toHaveText('Key: automatic (read)')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByTestId('console-status')).toHaveText('200')
  await expect(page.getByTestId('console-answer-text')).toContainText('"content": "192.0.2.10"')
  expect(sent(simulator)).toEqual([`GET /v1/domain/${shop}/dns`])
  await expectAccessible(page, 'console with an answer')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'console with an answer, dark')

  await openArea(page, 'overview')
  await openArea(page, 'console')
  await expect(page.getByTestId('console-path')).toHaveValue(`/v1/domain/${shop}/dns`)
  await expect(page.getByTestId('console-status')).toHaveText('200')

  await page.getByTestId('console-path').fill('/v1/unknown/group')
  await page.getByTestId('console-part-query').click()
  await page.getByTestId('console-query-name-0').fill('page')
  await page.getByTestId('console-query-value-0').fill('2')
  await page.getByTestId('console-send').click()
  await expect(page.getByTestId('console-status')).toHaveText('404')
  await expect(page.getByTestId('console-answered')).toHaveText('GET /v1/unknown/group?page=2')
  await page.getByTestId('console-source-history').click()
  const history = page.locator('.history-list .choice')
  await expect(history).toHaveText([
    /GET.*\/unknown\/group\?page=2.*404/,
    /GET.*\/domain\/alpha-shop\.example\/dns.*200.*Alpha/,
  ])
  await history.last().click()
  await expect(page.getByTestId('console-path')).toHaveValue(`/v1/domain/${shop}/dns`)
})

test('A request that cannot be sent offline can be sent again online, and a cancelled one is no error', async ({
  harness,
  simulator,
}) => {
  const page = await openConsole(harness, simulator)
  await callMain(page, 'app.saveSettings', { isOffline: true })
  await page.getByTestId('console-path').fill('/v1/me')
  await expect(page.getByTestId('console-obstacle')).toContainText('Working offline')
  await expect(page.getByTestId('console-send')).toBeDisabled()
  await callMain(page, 'app.saveSettings', { isOffline: false })
  await expect(page.getByTestId('console-obstacle')).toHaveCount(0)
  simulator.faults.add({ match: { path: '/v1/me$' }, times: 1, fault: { kind: 'hang' } })
  await page.getByTestId('console-send').click()
  await expect.poll(() => simulator.faults.activeCount).toBe(0)
  await page.getByTestId('console-cancel').click()
  await expect(page.getByTestId('console-cancelled')).toBeVisible()
  await expect(page.getByTestId('console-answer').getByRole('alert')).toHaveCount(0)

  const [account] = await callMain(page, 'accounts.list', null)
  await callMain(page, 'accounts.update', { accountId: String(account?.id), isReadOnly: true })
  await chooseMethod(page, 'PUT')
  await page.getByTestId('console-path').fill('/v1/server/alphaweb.simulator.example/memo')
  await expect(page.getByTestId('console-obstacle')).toContainText('read-only in Banto')
  await expect(page.getByTestId('console-send')).toBeDisabled()
  expect(sent(simulator)).toEqual(['GET /v1/me'])
})

test('A long line of an answer is not wrapped, because that would hold up the window', async ({
  harness,
  simulator,
}) => {
  const page = await openConsole(harness, simulator)
  const text = page.getByTestId('console-answer-text').locator('.cm-content')
  await page.getByTestId('console-path').fill('/v1/me')
  await page.getByTestId('console-send').click()
  await expect(text).toHaveClass(/cm-lineWrapping/)
  const body = { text: 'a'.repeat(3_000_000) }
  simulator.faults.add({
    match: { path: '/v1/me$' },
    times: 1,
    fault: { kind: 'status', status: 200, when: 'after', body },
  })
  await page.getByTestId('console-send').click()
  await expect(page.getByTestId('console-answer')).toContainText('Only the first 1')
  await expect(text).not.toHaveClass(/cm-lineWrapping/)
  await expectAccessible(page, 'console with a long line')
})

test('A change is sent after its confirmation only, and is listed under Activity without its body', async ({
  harness,
  simulator,
}) => {
  const page = await openConsole(harness, simulator)
  await page.getByTestId('console-choose-server.setMemo').click()
  await page.getByTestId('console-field-servername').fill('alphaweb.simulator.example')
  await page.getByTestId('console-field-memo').fill('from the console')
  await expect(page.getByTestId('console-key')).toHaveText('Key: automatic (all)')
  await page.getByTestId('console-send').click()
  const dialog = page.getByTestId('confirm')
  await expect(dialog).toContainText('/v1/server/alphaweb.simulator.example/memo')
  await expectAccessible(page, 'confirmation of the console')
  await page.getByTestId('confirm-cancel').click()
  expect(sent(simulator)).toEqual([])
  await page.getByTestId('console-send').click()
  await confirmAction(page)
  await expect(page.getByTestId('console-status')).toHaveText('200')
  await expect(page.getByTestId('console-outcome')).toHaveText('Change made')
  expect(sent(simulator)).toEqual(['PUT /v1/server/alphaweb.simulator.example/memo'])
  expect(simulator.world.user('alpha').servers.get('alphaweb.simulator.example')?.memo).toBe('from the console')
  await page.getByTestId('console-activity').click()
  const row = page.getByTestId('activity-table').getByRole('row').filter({ hasText: '/memo' })
  await expect(row).toContainText('PUT /v1/server/alphaweb.simulator.example/memo')
  await expect(row).toContainText('Done')
  await row.click()
  await expect(page.getByTestId('change-drawer')).toContainText('Console request')
  await expect(page.getByTestId('change-drawer')).not.toContainText('from the console')
  await expect(page.getByTestId('change-target')).toHaveAttribute(
    'href',
    /\/servers\/.+\/alphaweb\.simulator\.example$/,
  )
})

test('A change that is cancelled after sending has an unknown outcome, and then shows how it ended', async ({
  harness,
  simulator,
}) => {
  const page = await openConsole(harness, simulator)
  await page.getByTestId('console-choose-server.setMemo').click()
  await page.getByTestId('console-field-servername').fill('alphaweb.simulator.example')
  await page.getByTestId('console-field-memo').fill('sent before the cancellation')
  simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault: { kind: 'delay', ms: 4000 } })
  await page.getByTestId('console-send').click()
  await confirmAction(page)
  await expect.poll(() => sent(simulator)).toHaveLength(1)
  await page.getByTestId('console-cancel').click()
  await expect(page.getByTestId('console-abandoned')).toContainText('The outcome is not known yet.')
  const outcome = page.getByTestId('console-late-outcome')
  await expect(outcome).toContainText('Change made')
  await expect(outcome).toContainText('The response arrived after the cancellation.')
  await expect(page.getByTestId('console-abandoned')).toHaveCount(0)
  await expectAccessible(page, 'console with the end of a cancelled change')
  expect(simulator.world.user('alpha').servers.get('alphaweb.simulator.example')?.memo).toBe(
    'sent before the cancellation',
  )
})

test('What changes of the console may have changed, whose answers were lost, is shown as possibly outdated until it is read again', async ({
  harness,
  simulator,
}) => {
  const page = await openConsole(harness, simulator)
  const [account] = await callMain(page, 'accounts.list', null)
  const target = { accountId: String(account?.id), name: shop }
  await startSync(page)
  await waitUntilSynced(page)
  for (const method of ['POST', 'PUT'])
    simulator.faults.add({ match: { method }, times: 1, fault: { kind: 'reset-after' } })
  await chooseMethod(page, 'POST')
  await page.getByTestId('console-path').fill(`/v1/domain/${shop}/dns`)
  await page.keyboard.press('Escape')
  await typeBody(page, '{"host": "lost", "type": "A", "content": "192.0.2.44"}')
  await page.getByTestId('console-send').click()
  await confirmAction(page)
  const remedy = 'Check the present state before you repeat the change.'
  await expect(page.getByTestId('console-answer')).toContainText(remedy)
  await chooseMethod(page, 'PUT')
  await page.getByTestId('console-path').fill(`/v1/domain/${shop}/nameservers`)
  await page.keyboard.press('Escape')
  await typeBody(page, '{"nameservers": ["ns1.other.example", "ns2.other.example"]}')
  await page.getByTestId('console-send').click()
  await confirmAction(page)
  await expect(page.getByTestId('console-answer')).toContainText(remedy)

  await openArea(page, 'activity')
  await page.getByTestId('activity-table').getByRole('row').filter({ hasText: '/dns' }).click()
  await expect(page.getByTestId('change-drawer')).toContainText(remedy)
  await expect(page.getByTestId('change-drawer')).not.toContainText('Try again')
  await page.getByTestId('change-target').click()
  await expect(page.getByTestId('zone-uncertain')).toBeVisible()
  await expect(page.getByTestId('facet-nameservers')).toContainText('may be outdated')
  await expect(page.getByTestId('detail-uncertain')).toHaveCount(1)
  await expectAccessible(page, 'domain that a console request may have changed')
  await callMain(page, 'inventory.refreshDomain', { ...target, detailKinds: ['nameservers', 'zone'] })
  await expect(page.getByTestId('zone-uncertain')).toHaveCount(0)
  await expect(page.getByTestId('detail-uncertain')).toHaveCount(0)
})

test('A request that spends money is refused with the way to its screen, and a saved request asks for its variables', async ({
  harness,
  simulator,
}) => {
  const page = await openConsole(harness, simulator)
  await chooseMethod(page, 'POST')
  await page.getByTestId('console-path').fill(`/v1/domain/${shop}/%72enew`)
  await expect(page.getByTestId('console-paid')).toContainText('This operation costs money')
  await expect(page.getByTestId('console-send')).toBeDisabled()
  await expectAccessible(page, 'console with a paid request')

  await page.getByTestId('console-path').fill('/v1/server/{{server}}/db/user')
  await page.keyboard.press('Escape')
  await typeBody(page, '{"name_suffix": "shop", "password": "Canary-Word-91"}')
  await page.getByTestId('console-save').click()
  await page.getByTestId('console-save-name').fill('Database user')
  await typeBody(page, '{"name_suffix": ')
  await page.getByTestId('console-save-action').click()
  await expect(page.getByTestId('console-save-form')).toContainText('The body is not valid JSON.')
  await typeBody(page, '{"name_suffix": "shop", "password": "Canary-Word-91"}')
  await page.getByTestId('console-save-action').click()
  await page.locator('.saved-list .choice', { hasText: 'Database user' }).click()
  await expect(page.getByTestId('console-body')).toContainText('"password": "{{password}}"')
  await page.getByTestId('console-send').click()
  await page.getByTestId('console-variable-server').fill('alphaweb.simulator.example')
  await page.getByTestId('console-variable-password').fill('Other-"Word"-92')
  await expectAccessible(page, 'variables of a request')
  await page.getByTestId('console-variables-send').click()
  await confirmAction(page)
  await expect(page.getByTestId('console-status')).toHaveText('200')
  expect(simulator.ledger.requests.map(({ bodyJson }) => bodyJson)).toEqual([
    { name_suffix: 'shop', password: 'Other-"Word"-92' },
  ])

  await page.getByTestId('console-path').fill(`/v1/domain/${shop}/renew`)
  await page.getByTestId('console-paid').getByRole('link').click()
  await expect(page).toHaveURL(/orders\/renew/)
  expect(sent(simulator)).toEqual(['POST /v1/server/alphaweb.simulator.example/db/user'])
})

test('In Japanese, a name is converted to Punycode and a wrong body is not sent', async ({ harness, simulator }) => {
  const page = await openConsole(harness, simulator, { env: { LANGUAGE: 'ja', LANG: 'ja_JP.UTF-8' } })
  await expect(page.getByRole('heading', { name: 'コンソール' })).toBeVisible()
  await page.getByTestId('console-path').fill('/v1/domain/日本語.example/dns')
  await page.getByTestId('console-punycode').click()
  await expect(page.getByTestId('console-path')).toHaveValue('/v1/domain/xn--wgv71a119e.example/dns')
  await chooseMethod(page, 'POST')
  await typeBody(page, '{"type": "A"')
  await expect(page.getByTestId('console-problem')).toHaveText('本文が正しいJSONではありません。')
  await expect(page.getByTestId('console-send')).toBeDisabled()
  await typeBody(page, '{"type": "A", "host": "www2", "content": "192.0.2.7"}')
  await page.getByTestId('console-send').click()
  await expect(page.getByTestId('confirm')).toContainText('このPOSTリクエストを送信しますか？')
  await confirmAction(page)
  await expect(page.getByTestId('console-outcome')).toHaveText('変更済み')
  expect(sent(simulator)).toEqual(['POST /v1/domain/xn--wgv71a119e.example/dns'])
})

test('The editor of the body changes its texts with the language', async ({ harness, simulator }) => {
  const page = await openConsole(harness, simulator)
  await chooseMethod(page, 'POST')
  await typeBody(page, '{"type": "A"')
  const editor = page.getByTestId('console-body')
  await expect(editor.locator('.cm-content')).toHaveAttribute('aria-label', 'Body (JSON)')
  await expect(editor.locator('.cm-lint-marker-error')).toBeVisible()
  await callMain(page, 'app.saveSettings', { language: 'ja' })
  await expect(editor.locator('.cm-content')).toHaveAttribute('aria-label', '本文（JSON）')
  await expect(async () => {
    await page.mouse.move(0, 0)
    await editor.locator('.cm-lint-marker-error').hover()
    await expect(page.locator('.cm-diagnosticText')).toHaveText('本文が正しいJSONではありません。', { timeout: 1_000 })
  }).toPass()
})
