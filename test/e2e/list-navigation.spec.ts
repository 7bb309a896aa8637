import { startSimulator } from '#simulator/start-simulator.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { addAccountByCommands, openArea, openSearch, startSync, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

test('The filters of a list are kept when it is left and cleared by one click, and a matching record is shown', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
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
  const page = await startWithTwoSyncedAccounts(harness, simulator)
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
  const page = await startWithTwoSyncedAccounts(harness, simulator)
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
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'domains')
  await page.getByTestId('domains-table').getByRole('row').filter({ hasText: 'alpha-old.example' }).click()
  for (const facet of ['nameservers', 'whois', 'lock'])
    await expect(page.getByTestId(`facet-${facet}`)).toContainText('active domains only')
  expect(
    simulator.ledger.requests.filter(({ path }) => /alpha-old\.example\/(nameservers|whois|registrar-lock)/.test(path)),
  ).toEqual([])
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
  await expect(rows).toContainText('alpha-mail.example')
  await rows.focus()
  await expect(rows).toBeFocused()
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

test('The way back from a domain deep in a long list shows the same rows at the same place, and its row has the focus', async ({
  harness,
}) => {
  const names = Array.from({ length: 400 }, (_, index) => `site-${String(index).padStart(3, '0')}.example`)
  const long = await startSimulator({
    world: {
      auth_block: null,
      users: [
        {
          name: 'long',
          keys: [{ token: secrets.alpha }],
          domains: names.map((domain_name) => ({ domain_name, records: [] })),
        },
      ],
    },
  })
  try {
    const page = await harness.start()
    await addAccountByCommands(page, { label: 'Long', url: long.url, keys: [{ label: 'all', secret: secrets.alpha }] })
    await callMain(page, 'app.saveSettings', { backgroundShare: 0 })
    await startSync(page)
    await waitUntilSynced(page)
    await openArea(page, 'domains')
    const rows = page.getByTestId('domains-table').getByRole('grid')
    await expect(rows).toContainText('site-000.example')
    const scrollTop = () => rows.evaluate((grid) => grid.scrollTop)
    // The opened row is not at an edge of the visible rows.
    await rows.evaluate((grid) => (grid.scrollTop = 9000))
    await rows.getByRole('row').filter({ hasText: 'site-285.example' }).click()
    await expect(page.getByTestId('domain-page')).toBeVisible()
    await page.getByTestId('domain-back').click()
    await expect(rows.getByRole('row').filter({ hasText: 'site-285.example' })).toBeVisible()
    expect(await scrollTop()).toBe(9000)
    await expect(rows).toBeFocused()
    const id = await rows.getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${id}"]`)).toContainText('site-285.example')

    // A row that moved meanwhile is found, and is where it was in the window.
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('domain-page')).toBeVisible()
    for (const name of names.slice(0, 3)) long.world.user('long').domains.delete(name)
    await startSync(page)
    await waitUntilSynced(page)
    await page.getByTestId('domain-back').click()
    await expect.poll(scrollTop).toBe(9000 - 3 * 32)
    await expect
      .poll(async () => page.locator(`[id="${await rows.getAttribute('aria-activedescendant')}"]`).innerText())
      .toContain('site-285.example')

    // Other filters show their own first rows.
    await page.keyboard.press('Enter')
    await page.getByTestId('area-domains').click()
    await page.getByTestId('domains-filter-text').fill('site')
    await expect(page.getByTestId('domains-count')).toHaveText('397 of 397 domains')
    expect(await scrollTop()).toBe(0)
  } finally {
    await long.close()
  }
})

test('The back button of a domain leads to the page that it was opened from', async ({ harness, simulator }) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'servers')
  const hits = await openSearch(page, 'alpha-shop')
  await hits.first().click()
  await page.getByTestId('zone-edit').click()
  await page.getByTestId('zone-editor-back').click()
  await expect(page.getByTestId('domain-page')).toBeVisible()
  await page.getByTestId('domain-back').click()
  await expect(page.getByTestId('servers-table')).toBeVisible()
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await openSearch(page, 'alpha-mail')
  await hits.first().click()
  await page.getByTestId('domain-back').click()
  await expect(page.getByTestId('server-page')).toBeVisible()
  await page.getByTestId('server-back').click()
  await expect(page.getByTestId('servers-table').getByRole('grid')).toBeFocused()
})
