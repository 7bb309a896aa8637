import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { watchCopiedTexts } from '#test/e2e/support/watch-copied-texts.ts'
import { saveCsv } from '#test/e2e/support/save-and-read-csv.ts'
import { confirmAction, openArea, openSearch, selectDomain } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'
import { addAlphaAndBeta } from '#test/e2e/support/zone-and-plan-steps.ts'

test('The CSV of a list has the rows that the filters show, or the selected ones, in the order of the list', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-text').fill('alpha')
  await expect(page.getByTestId('domains-count')).toHaveText(/ of 6 domains/)
  await page.getByTestId('domains-table').getByRole('button', { name: 'Name' }).click()
  const shownNames = () =>
    page
      .getByTestId('domains-table')
      .locator('.row')
      .evaluateAll((rows) =>
        rows
          .toSorted(
            (one, other) => Number(one.getAttribute('aria-rowindex')) - Number(other.getAttribute('aria-rowindex')),
          )
          .map((row) => row.querySelector('.mono')?.textContent),
      )
  await expect(page.getByTestId('domains-table').locator('[aria-sort=descending]')).toHaveCount(1)
  await expect.poll(async () => (await shownNames()).toSorted().toReversed()).toEqual(await shownNames())
  await expectAccessible(page, 'domain list with its CSV button')
  const filtered = await saveCsv(page, harness, { button: 'domains-export', name: 'filtered.csv' })
  expect(filtered.map((row) => row['Name as displayed'] || row['Name'])).toEqual(await shownNames())
  expect(filtered[0]).toMatchObject({ Account: 'Alpha', 'Age of status and expiry (hours)': '0' })
  await selectDomain(page, 'alpha-mail.example')
  await page.getByTestId('domains-filter-text').fill('beta')
  // The header grows with the words about the hidden selection and moves the button.
  await expect(page.getByTestId('domains-count')).toHaveText('2 of 6 domains')
  await expect(page.getByTestId('domains-selected-hidden')).toBeVisible()
  const selected = await saveCsv(page, harness, { button: 'domains-export', name: 'selected.csv' })
  expect(selected.map((row) => row['Name'])).toEqual(['alpha-mail.example'])
  await openArea(page, 'servers')
  const servers = await saveCsv(page, harness, { button: 'servers-export', name: 'servers.csv' })
  expect(servers.length).toBeGreaterThan(0)
})

test('Columns are hidden, moved and sized by the keyboard, and are as they were left after a restart', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'domains')
  const titles = async (on: typeof page) =>
    (await on.getByTestId('domains-table').getByRole('columnheader').allInnerTexts()).map((title) => title.trim())
  const width = (on: typeof page) =>
    on
      .getByTestId('domains-table')
      .getByRole('columnheader', { name: 'Status' })
      .evaluate((cell) => Math.round(cell.getBoundingClientRect().width))
  await expect
    .poll(() => titles(page))
    .toEqual(['', 'Name', 'Account', 'Status', 'Expiry', 'Auto-renew', 'Records', 'Last read'])
  await page.getByTestId('columns-open').focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'panel of the columns')
  await page.getByTestId('column-shown-account').focus()
  await page.keyboard.press('Space')
  await page.getByTestId('column-down-status').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByTestId('column-width-status').locator('input').fill('200')
  await page.keyboard.press('Enter')
  await page.getByTestId('density-compact').press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('columns-open')).toBeFocused()
  const arranged = ['', 'Name', 'Expiry', 'Auto-renew', 'Status', 'Records', 'Last read']
  expect(await titles(page)).toEqual(arranged)
  expect(await width(page)).toBe(200)
  const edge = await page.getByTestId('column-edge-status').boundingBox()
  if (!edge) throw new Error('The column has no edge')
  await page.mouse.move(edge.x + 3, edge.y + 3)
  await page.mouse.down()
  await page.mouse.move(edge.x - 37, edge.y + 3)
  await page.mouse.up()
  expect(await width(page)).toBe(160)
  await expect
    .poll(async () => (await callMain(page, 'viewState.get', null)).tables?.domains.widths)
    .toEqual({ status: 160 })
  await harness.app().close()
  const again = await harness.start()
  await expect(again.getByTestId('domains-table')).toContainText('alpha-shop.example')
  expect(await titles(again)).toEqual(arranged)
  expect(await width(again)).toBe(160)
  expect(
    await again
      .locator('.paged-table .row')
      .first()
      .evaluate((row) => row.clientHeight),
  ).toBeLessThan(26)
  await again.getByTestId('columns-open').click()
  await again.getByTestId('columns-reset').click()
  expect(await titles(again)).toContain('Account')
})

test('A saved view brings back filters, order, columns and accounts, from its list and from the palette', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'domains')
  await page.getByTestId('sidebar-account').filter({ hasText: 'Alpha' }).click()
  await page.getByTestId('domains-filter-status-expired').click()
  await page.getByTestId('columns-open').click()
  await page.getByTestId('column-shown-records').click()
  await page.keyboard.press('Escape')
  await page.getByTestId('views-open').click()
  await page.getByTestId('view-name').locator('input').fill('Lapsed')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('views-open')).toHaveText('Lapsed')
  await expectAccessible(page, 'panel of the saved views')
  await page.keyboard.press('Escape')
  await page.getByTestId('clear-filters').click()
  await expect(page.getByTestId('views-open')).toHaveText('Lapsed (changed)')
  await page.getByTestId('sidebar-all').click()
  await openArea(page, 'overview')

  await openSearch(page, 'lapsed')
  await page.getByText('Domains: view “Lapsed”').click()
  await expect(page.getByTestId('domains-count')).toHaveText('1 of 4 domains')
  await expect(page.getByTestId('views-open')).toHaveText('Lapsed')
  await expect(page.getByTestId('domains-table').getByRole('columnheader', { name: 'Records' })).toHaveCount(0)
  await expect(page.getByTestId('sidebar-account').filter({ hasText: 'Alpha' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByTestId('clear-filters').click()
  await page.getByTestId('views-open').click()
  await page.getByTestId('view-overwrite').click()
  await confirmAction(page)
  await expect(page.getByTestId('views-open')).toHaveText('Lapsed')
  await page.getByTestId('view-rename').click()
  await page.getByTestId('view-new-name').locator('input').fill('Whole Alpha')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('views-open')).toHaveText('Whole Alpha')
  await harness.app().close()

  const again = await harness.start()
  await expect(again.getByTestId('views-open')).toHaveText('Whole Alpha')
  await again.getByTestId('views-open').click()
  await again.getByTestId('view-remove').click()
  await confirmAction(again)
  await expect(again.getByTestId('views-open')).toHaveText('Views')
})

test('Keys of a desktop program work in the list: select all, copy, find, letters of a name, the context menu', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'domains')
  const table = page.getByTestId('domains-table')
  const grid = table.getByRole('grid')
  const menu = page.getByTestId('context-menu')
  await expect(table).toContainText('alpha-shop.example')
  const copied = await watchCopiedTexts(page)

  // Letters move to the row, Shift+F10 opens its menu, and Esc gives the focus back.
  await grid.focus()
  await page.keyboard.type('alpha-s')
  await expect(table.locator('.row.active')).toContainText('alpha-shop.example')
  await page.keyboard.press('Shift+F10')
  await expect(menu).toBeVisible()
  await expectAccessible(page, 'context menu of a domain')
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(grid).toBeFocused()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(copied).toBe('alpha-shop.example')
  await page.keyboard.press('ContextMenu')
  await expect(page.getByTestId('menu-open')).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByTestId('menu-copy-name')).toBeFocused()
  await page.getByTestId('menu-copy-row').press('Enter')
  await expect.poll(copied).toMatch(/^alpha-shop\.example\tAlpha\tActive\t\d{4}-\d\d-\d\d/)

  // The menu of a cell copies its text, and its actions are for the pressed row alone.
  await table.locator('.row', { hasText: 'alpha-mail.example' }).getByText('Active').click({ button: 'right' })
  await page.getByTestId('menu-copy-cell').click()
  await expect.poll(copied).toBe('Active')
  await table.locator('.row', { hasText: 'alpha-mail.example' }).click({ button: 'right' })
  await page.getByTestId('menu-tags').click()
  await expect(page.getByTestId('tags-add').locator('input')).toBeFocused()
  await page.keyboard.insertText('Shop')
  await page.keyboard.press('Enter')
  await page.getByTestId('tags-apply').click()
  await expect(table.locator('.row', { hasText: 'alpha-mail.example' })).toContainText('Shop')
  await expect(page.getByTestId('domains-selection')).toHaveCount(0)

  // Ctrl+A selects what the filter shows, whatever has the focus, and the menu is then for all of them.
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByTestId('domains-filter-text')).toBeFocused()
  await page.keyboard.type('alpha')
  await expect(page.getByTestId('domains-count')).toHaveText('4 of 6 domains')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByTestId('domains-selected')).toHaveText('4 selected')
  await grid.focus()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(async () => (await copied())?.split('\n').length).toBe(4)
  const read = simulator.ledger.requests.length
  await table.locator('.row', { hasText: 'alpha-mail.example' }).click({ button: 'right' })
  await expect(page.getByTestId('menu-open')).toHaveCount(0)
  await page.getByTestId('menu-refresh').click()
  await confirmAction(page)
  await expect.poll(async () => (await callMain(page, 'jobs.list', null))[0]?.state).toBe('ended')
  const calls = simulator.ledger.requests.slice(read)
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  expect(new Set(calls.map(({ path }) => path.split('/')[3]))).toContain('alpha-old.example')

  // Marking text does not open the row; a click does. The mask of the dialog would take the pointer while it fades out.
  await expect(page.locator('.n-modal-mask')).toHaveCount(0)
  const shop = table.getByRole('gridcell', { name: 'alpha-shop.example', exact: true })
  const box = await shop.boundingBox()
  if (!box) throw new Error('The row has no name')
  await page.mouse.move(box.x + 9, box.y + 16)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 16, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(window.getSelection()))).toMatch(/^a?lpha/)
  await expect(page.getByTestId('domain-back')).toHaveCount(0)
  await shop.click()
  await expect(page.getByTestId('domain-back')).toBeVisible()

  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click({ button: 'right' })
  await expect(page.getByTestId('menu-renew')).toHaveCount(0)
  await page.getByTestId('menu-open').click()
  await expect(page.getByTestId('servers-table')).toHaveCount(0)
})

test('A list is sorted by several columns with Shift and click or Enter, and the headers number them', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'domains')
  const table = page.getByTestId('domains-table')
  const header = (name: string) => table.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  await header('Status').getByRole('button').click()
  await header('Account')
    .getByRole('button')
    .click({ modifiers: ['Shift'] })
  await header('Account').getByRole('button').press('Shift+Enter')
  await expect(header('Status')).toHaveText('Status1')
  await expect(header('Account')).toHaveText('Account2')
  await expect(header('Account')).toHaveAttribute('aria-sort', 'descending')
  await expectAccessible(page, 'domain list sorted by two columns')
  const rows = await saveCsv(page, harness, { button: 'domains-export', name: 'sorted.csv' })
  const active = rows.filter((row) => row['Status'] === 'Active').map((row) => row['Account'])
  expect(rows.slice(0, active.length).map((row) => row['Status'])).toEqual(active.map(() => 'Active'))
  expect(active).toEqual(active.toSorted().toReversed())
  expect(new Set(active)).toEqual(new Set(['Alpha', 'Beta']))
  await expect
    .poll(async () => (await callMain(page, 'viewState.get', null)).domains?.thenBy)
    .toEqual([{ key: 'account', isDescending: true }])
  await header('Name').getByRole('button').click()
  await expect(header('Account')).toHaveText('Account')
})

test('Domains are filtered by attributes, a click on its chip removes each filter, and the count and the CSV follow the filters', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'domains')
  const count = page.getByTestId('domains-count')
  await page.getByTestId('attribute-filters-open').click()
  await page.getByTestId('attribute-tlds').click()
  await chooseTld(page, '.example')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('attribute-chip-tlds')).toHaveText('TLD: .example')
  await page.getByTestId('attribute-lock').click()
  await page.locator('.n-base-select-option:visible').filter({ hasText: 'No value' }).click()
  await expect(page.getByTestId('attribute-chip-lock')).toHaveText('Registrar lock: No value')
  await expectAccessible(page, 'panel of the filters by facts')
  await expect(page.getByTestId('attribute-filters')).toBeVisible()
  await page.getByTestId('attribute-nameserver').locator('input').fill('no-such-server')
  await expect(count).toHaveText('0 of 6 domains')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('attribute-filters')).toHaveCount(0)
  await page.getByTestId('attribute-chip-nameserver').click()
  await expect(count).not.toHaveText('0 of 6 domains')
  const [shown = ''] = /^\d+/.exec(await count.innerText()) ?? []
  const rows = await saveCsv(page, harness, { button: 'domains-export', name: 'facts.csv' })
  expect(rows).toHaveLength(Number(shown))
  await expect(page.getByTestId('domains-filter-status').locator('[aria-pressed=true]')).toContainText(shown)
  await page.getByTestId('attribute-chip-lock').click()
  await page.getByTestId('attribute-chip-tlds').click()
  await expect(count).toHaveText('6 domains')
})

async function chooseTld(page: Page, text: string): Promise<void> {
  await page.locator('.n-base-select-option:visible').filter({ hasText: text }).first().click()
}

test('Columns for name servers, lock, privacy, TLD and note are shown on request, and a typed name moves in the list of servers', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'domains')
  const table = page.getByTestId('domains-table')
  await expect(table.getByRole('columnheader', { name: 'TLD' })).toHaveCount(0)
  await page.getByTestId('columns-open').click()
  for (const key of ['tld', 'nameservers', 'lock', 'privacy', 'note'])
    await page.getByTestId(`column-shown-${key}`).click()
  for (const key of ['account', 'status', 'expiry', 'autoRenew', 'records'])
    await page.getByTestId(`column-shown-${key}`).click()
  await expectAccessible(page, 'panel of the columns with optional ones')
  await page.keyboard.press('Escape')
  for (const name of ['TLD', 'Name servers', 'Lock', 'Whois privacy', 'Note'])
    await expect(table.getByRole('columnheader', { name })).toBeVisible()
  const shop = table.getByRole('row').filter({ hasText: 'alpha-shop.example' })
  await expect(shop).toContainText('.example')
  await expect(shop).toContainText(/ns1\.\S+, ns2\./)
  const nameserversHeader = table.getByRole('columnheader', { name: 'Name servers' })
  await nameserversHeader.getByRole('button').click()
  await expect(nameserversHeader).toHaveAttribute('aria-sort', 'ascending')
  // The name servers of an expired domain and of one under transfer are not read, so these are last.
  await expect(table.getByRole('row').last()).toContainText('beta-wait.example')
  await nameserversHeader.getByRole('button').click()
  await expect(nameserversHeader).toHaveAttribute('aria-sort', 'descending')
  await expect(table.getByRole('row').last()).toContainText('alpha-old.example')

  await openArea(page, 'servers')
  const servers = page.getByTestId('servers-table').getByRole('grid')
  await expect(servers).toContainText('betaweb')
  await servers.focus()
  await page.keyboard.press('b')
  const beta = servers.getByRole('row').filter({ hasText: 'betaweb' })
  await expect(servers).toHaveAttribute('aria-activedescendant', (await beta.getAttribute('id')) ?? '')
})
