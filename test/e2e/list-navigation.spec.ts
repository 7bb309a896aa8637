import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { addAccountByCommands, openArea, startSync, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
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
