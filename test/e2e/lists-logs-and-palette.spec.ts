import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import {
  addAccountByCommands,
  chooseOption,
  openArea,
  openDomain,
  openSearch,
  recordRow,
  startSync,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

async function startSynced(harness: AppHarness, simulator: Simulator): Promise<Page> {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await addAccountByCommands(page, {
    label: 'Beta',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.beta }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  return page
}

function writesOf(simulator: Simulator): string[] {
  return simulator.ledger.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
}

test('The filters of a list are kept when it is left and cleared by one click, and a matching record is shown', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-text').fill('alpha')
  await page.getByTestId('domains-filter-status-expired').click()
  await expect(page.getByTestId('domains-count')).toHaveText('1 of 6 domains')
  await openArea(page, 'servers')
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-filter-text')).toHaveValue('alpha')
  await expect(page.getByTestId('domains-count')).toHaveText('1 of 6 domains')
  await page.getByTestId('clear-filters').click()
  await expect(page.getByTestId('domains-count')).toHaveText('6 domains')
  await page.getByTestId('domains-filter-text').fill('192.0.2.10')
  await expect(page.getByTestId('domains-count')).toHaveText('1 of 6 domains')
  await expect(page.getByTestId('matched-record')).toHaveText(/^@ A 192\.0\.2\.10\s*\+1/)
  await expect(page.getByTestId('unread')).toHaveCount(0)
})

test('A filter that is typed right before its list is left is kept', async ({ harness, simulator }) => {
  const page = await startSynced(harness, simulator)
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-text').fill('alpha-old')
  // The click is made inside the page: a click through Playwright would first blur the field and could come too late.
  await page.getByTestId('area-servers').evaluate((area: HTMLElement) => area.click())
  await expect(page.getByTestId('domains-filter-text')).toHaveCount(0)
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-filter-text')).toHaveValue('alpha-old')
  await expect(page.getByTestId('domains-count')).toHaveText('1 of 6 domains')
})

test('A row of the list can be opened with the keyboard alone, and the back button returns to the list', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-table')).toContainText('alpha-mail.example')
  await page.getByTestId('domains-table').getByRole('grid').focus()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { name: 'alpha-mail.example' })).toBeVisible()
  await page.getByTestId('domain-back').click()
  await expect(page.getByTestId('domains-table')).toBeVisible()
})

test('Details that the service returns for active domains only are not read for other domains, and the page says so', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openArea(page, 'domains')
  await page.getByTestId('domains-table').getByRole('row').filter({ hasText: 'alpha-old.example' }).click()
  for (const facet of ['nameservers', 'whois', 'lock'])
    await expect(page.getByTestId(`facet-${facet}`)).toContainText('active domains only')
  expect(
    simulator.ledger.requests.filter(({ path }) => /alpha-old\.example\/(nameservers|whois|registrar-lock)/.test(path)),
  ).toEqual([])
})

test('An invalid record is not sent, and each invalid field has an error', async ({ harness, simulator }) => {
  const page = await startSynced(harness, simulator)
  await openDomain(page, 'alpha-shop.example')
  await page.getByTestId('record-add').click()
  await page.getByTestId('record-host').fill('h'.repeat(65))
  await page.getByTestId('record-ttl').fill('5')
  await page.getByTestId('record-save').click()
  await expect(page.getByTestId('record-host-says')).toContainText('65')
  await expect(page.getByTestId('record-content-says')).toContainText('Content is empty')
  await expect(page.getByTestId('record-ttl-says')).toContainText('60')
  await expect(page.getByTestId('confirm')).toBeHidden()
  expect(writesOf(simulator)).toEqual([])
})

test('Unsent edits are not dropped without a confirmation', async ({ harness, simulator }) => {
  const page = await startSynced(harness, simulator)
  await openDomain(page, 'alpha-shop.example')
  await recordRow(page, 'www').first().click()
  await chooseOption(page, page.getByTestId('record-type'), 'A')
  await page.getByTestId('record-content').fill('203.0.113.9')
  await openArea(page, 'servers')
  await page.getByTestId('confirm-cancel').click()
  await expect(page.getByTestId('confirm')).toBeHidden()
  await expect(page.getByTestId('record-content')).toHaveValue('203.0.113.9')
  await page.keyboard.press('Escape')
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('record-content')).toBeHidden()
  expect(writesOf(simulator)).toEqual([])
})

test('The logs of all keys are in one list, in words, and the reads of this app only on request', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openArea(page, 'logs')
  const table = page.getByTestId('logs-table')
  await expect(table).toContainText('No stored entries apart from reads by this app')
  await expect(table).toContainText('Apart from reads by this app')
  await expectAccessible(page, 'logs without entries of others')
  await page.getByTestId('logs-filter-own').click()
  await expect(table.getByRole('row').filter({ hasText: 'Alpha' }).first()).toBeVisible()
  await expect(table.getByRole('row').filter({ hasText: 'Beta' }).first()).toBeVisible()
  await page.getByTestId('logs-filter-text').fill('records of')
  await expect(table.getByRole('row').nth(1)).toContainText('DNS records of a domain')
  await chooseOption(page, page.getByTestId('logs-filter-method'), 'DELETE')
  await expect(table).toContainText('No stored entry matches')
  await expectAccessible(page, 'logs without a match')
  await page.getByTestId('clear-filters').first().click()
  await table.getByRole('row').filter({ hasText: 'DNS records of a domain' }).first().click()
  await expect(page.getByTestId('log-entry')).toContainText('/dns')
  await expectAccessible(page, 'a log entry')
})

test('A key whose log cannot be read is named, and the logs of the other keys are shown', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  simulator.faults.add({
    match: { user: 'beta', path: '^/v1/logs' },
    fault: { kind: 'status', status: 404, code: 'USER_NOT_FOUND' },
  })
  await openArea(page, 'logs')
  await page.getByTestId('logs-filter-own').click()
  await expect(page.getByTestId('logs-table').getByRole('row').filter({ hasText: 'Alpha' }).first()).toBeVisible()
  await expect(page.getByTestId('logs-fetch-state')).toContainText('1 key could not be read')
  await page.getByTestId('logs-fetch-state-details').click()
  await expect(page.getByTestId('drawer').getByRole('listitem').first()).toContainText('Beta')
  await expect(page.getByTestId('drawer').getByRole('listitem').first()).toContainText('USER_NOT_FOUND')
  await expectAccessible(page, 'keys whose log could not be read')
})

test('The calls of the app are listed and can be filtered by failed calls', async ({ harness, simulator }) => {
  const page = await startSynced(harness, simulator)
  simulator.faults.add({
    match: { path: 'alpha-shop.example/whois$' },
    fault: { kind: 'status', status: 404, code: 'NOT_FOUND' },
  })
  const {
    rows: [domain],
  } = await callMain(page, 'inventory.domains', { filter: { text: 'alpha-shop' } })
  await callMain(page, 'inventory.refreshDomain', {
    accountId: domain?.accountId ?? '',
    name: 'alpha-shop.example',
    detailKinds: ['whois'],
  })
  await openArea(page, 'logs')
  await page.getByTestId('logs-tab-requests').click()
  await expect(
    page.getByText('Not listed: key tests, and calls without an answer when the app was ended.'),
  ).toBeVisible()
  await expect(page.getByTestId('requests-table').getByRole('row').filter({ hasText: '/dns' }).first()).toBeVisible()
  await page.getByTestId('requests-only-failed').click()
  await expect(page.getByTestId('requests-table')).toContainText('404 NOT_FOUND')
  await expectAccessible(page, 'calls that failed')
  await expect(page.getByTestId('requests-table').getByRole('row').filter({ hasText: '/dns' })).toHaveCount(0)
})

test('Commands are found by their names in either language and run with the keyboard', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByTestId('search-input').fill('servers go')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('servers-table')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByTestId('search').getByRole('option').first()).toHaveText('Renew…')
  await page.getByTestId('search-input').fill('更新')
  await expect(page.getByTestId('search').getByRole('option')).toHaveText(['Renew…', 'Sync all accounts'])
  await page.getByTestId('search-input').fill('192.0.2.10')
  await expect(page.getByTestId('search-hit')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByTestId('sidebar-account').filter({ hasText: 'Beta' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByTestId('search-input').fill('free-name.jp')
  await page.getByTestId('command-acquire-name').click()
  await expect(page.getByTestId('account-choice')).toContainText('Beta')
  await expect(page.getByTestId('names')).toHaveValue('free-name.jp')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByTestId('search-input').fill('work offline')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('banner-offline')).toBeVisible()
})

test('Enter right after typing opens the match of the typed text, not of the earlier text', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  const hits = await openSearch(page, 'alpha-shop')
  await expect(hits.first()).toContainText('alpha-shop.example')
  await page.getByTestId('search-input').evaluate(async (input: HTMLInputElement) => {
    input.value = 'beta-blog'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await expect(page.getByRole('heading', { name: 'beta-blog.example' })).toBeVisible()
})

test('Leaving a domain returns the focus to its row in the list', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await openArea(page, 'domains')
  const rows = page.getByTestId('domains-table').getByRole('grid')
  await rows.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  for (const leave of [() => page.getByTestId('domain-back').press('Enter'), () => page.goBack()]) {
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('domain-page')).toBeVisible()
    const opened = await page.getByTestId('domain-page').getByRole('heading', { level: 1 }).innerText()
    await leave()
    await expect(rows).toBeFocused()
    const id = await rows.getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${id}"]`)).toContainText(opened)
  }
})
