import { expect } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { startAndReadTwoAccounts, startWithTwoAccounts, test } from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import {
  openAccount,
  openArea,
  startSync,
  addAccountByCommands,
  waitUntilListsRead,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'

test('The overview and the list counts cover the selected accounts and link to the counted domains', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openArea(page, 'overview')
  const totals = page.getByTestId('totals')
  const expiries = page.getByTestId('attention-domains_expiring')
  await expect(totals).toContainText('2 accounts · 15 domains')
  await expect(expiries).toHaveText([
    /^3 active domains due within 7 days/,
    /^8 active due within 14 days or overdue \(3 above\)/,
    /^13 active due within 30 days or overdue \(8 above\)/,
  ])
  const accountItems = page.getByTestId('sidebar-account')
  await accountItems.filter({ hasText: 'Alpha' }).click()
  await expect(totals).toContainText('1 account · 5 domains')
  await expect(page.getByTestId('domains-active')).toContainText('4')
  await expect(expiries).toHaveText([/^3 active domains due within 7 days/])
  await expect(page.getByTestId('next-expiries').getByRole('listitem')).toHaveCount(4)
  await accountItems.filter({ hasText: 'Beta' }).click()
  await expect(totals).toContainText('1 account · 10 domains')
  await expect(page.getByTestId('attention-domains_expired')).toHaveCount(0)
  await expect(expiries).toHaveText([
    /^5 active domains due within 14 days/,
    /^10 active due within 30 days or overdue \(5 above\)/,
  ])
  await page.getByTestId('sidebar-all').click()
  await expiries.last().getByRole('button').click()
  await expect(page.getByTestId('domains-count')).toHaveText('13 of 15 domains')
  await expect(page.getByTestId('domains-table').getByRole('row').nth(1)).toContainText('alpha-one.com')
  await expect(page.getByTestId('domains-filter-status-active')).toContainText('13')
  await expect(page.getByTestId('domains-filter-status-expired')).toContainText('1')
  await page.getByTestId('domains-filter-text').fill('beta')
  await expect(page.getByTestId('domains-filter-status-active')).toContainText('10')
  await expect(page.getByTestId('domains-filter-status-expired')).toContainText('0')
  await expect(page.getByTestId('domains-renew-matching')).toHaveText(/Renew these 10…/)
  await page.getByTestId('domains-renew-matching').click()
  await expect(page.getByTestId('renew-selected-count')).toContainText('10 of 10')
  // The list has no selection that the user did not make.
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-renew-matching')).toBeVisible()
  await expect(page.getByTestId('domains-selection')).toBeHidden()
  // Not all of the domains could be renewed then, so the button does not count them.
  const beta = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Beta')
  await callMain(page, 'accounts.update', { accountId: beta?.id ?? '', isReadOnly: true })
  await expect(page.getByTestId('domains-renew-matching')).toHaveText('Renew…')
  expect(expiring.ledger.charges).toEqual([])
})

test('The totals of the overview and the counts of its accounts open exactly the lists that they count', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-text').fill('nothing')
  await openArea(page, 'overview')
  const ofBeta = page.getByTestId('account-row').filter({ hasText: 'Beta' })
  await expect(ofBeta.getByTestId('account-row-domains')).toHaveText('10')
  await ofBeta.getByTestId('account-row-domains').click()
  await expect(page.getByTestId('domains-count')).toHaveText('10 domains')
  await openArea(page, 'overview')
  await page.getByTestId('sidebar-all').click()
  await page.getByTestId('total-domains').click()
  await expect(page.getByTestId('domains-count')).toHaveText('15 domains')
  await openArea(page, 'overview')
  await page.getByTestId('total-logEntries').click()
  // The total counts the reads of Banto, which the list hides unless it is asked for them.
  await expect(page.getByTestId('logs-filter-own')).toHaveAttribute('aria-checked', 'true')
  await openArea(page, 'overview')
  await expectAccessible(page, 'an overview whose counts are links')
})

test('An attention item of two accounts names one account whole and counts the other in a window of 1280 px', async ({
  harness,
  expiring,
}) => {
  const page = await harness.start()
  for (const [label, secret] of [
    ['Minato Design', secrets.alpha],
    ['Kita Systems', secrets.beta],
  ] as const)
    await addAccountByCommands(page, { label, url: expiring.url, keys: [{ label: 'all', secret }] })
  await startSync(page)
  await waitUntilListsRead(page)
  await openArea(page, 'overview')
  const item = page.getByTestId('attention-domains_expiring').last()
  await expect(item).toContainText(/within 30 days or overdue/)
  const isCut = (label: Element) => label.scrollWidth > label.clientWidth
  // The accounts of an item are in the order of their ids, which are random.
  await expect(item.getByTestId('attention-more-accounts')).toHaveAttribute(
    'title',
    /^(Minato Design\nKita Systems|Kita Systems\nMinato Design)$/,
  )
  const names = item.locator('.account-label .cut')
  await expect(names).toHaveCount(1)
  // The lists of the sync arrive one after the other, and each may change the layout of the item.
  await expect.poll(() => names.evaluate(isCut)).toBe(false)
})

test('The reason why details could not be read is shown whole in a window of 1280 pixels', async ({
  harness,
  expiring,
}) => {
  const page = await harness.start({ size: { width: 1280, height: 800 } })
  expiring.faults.add({
    match: { path: '/whois$' },
    fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
  })
  await addAccountByCommands(page, {
    label: 'Minato Design',
    url: expiring.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await openArea(page, 'overview')
  const reason = page.getByTestId('attention-details_failed').locator('.detail')
  await expect(reason).not.toBeEmpty()
  expect(await reason.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false)
  expect(await reason.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('normal')
})

test('The page of an account begins with its counts and expiries, and each of them opens what it counts', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openAccount(page, 'Beta')
  const overview = page.getByTestId('account-overview')
  await expect(page.getByTestId('account-view').getByRole('heading', { level: 2 }).first()).toHaveText('At a glance')
  await expect(overview.getByTestId('account-domains')).toHaveText(/Domains\s*10/)
  await expect(overview.getByTestId('account-orders')).toHaveText(/Orders\s*0/)
  await expect(overview.getByTestId('next-expiries').getByRole('listitem')).toHaveCount(6)
  await expect(overview.getByTestId('account-attention').getByRole('listitem')).toHaveText([
    /^5 active domains due within 14 days/,
    /^10 active due within 30 days or overdue \(5 above\)/,
  ])
  await expectAccessible(page, 'account: at a glance')
  await overview.getByTestId('attention-action').first().click()
  // The list shows the account of the page, whatever was selected before.
  await expect(page.getByTestId('domains-count')).toHaveText('5 of 10 domains')
  await page.getByTestId('restore-account-selection').click()
  await expect(page.getByTestId('sidebar-all')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByTestId('restore-account-selection')).toHaveCount(0)
  await openAccount(page, 'Alpha')
  await overview.getByTestId('account-domains').click()
  await expect(page.getByTestId('domains-count')).toHaveText('5 domains')
  await openAccount(page, 'Alpha')
  await overview.getByTestId('account-servers').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Servers')
  await openAccount(page, 'Alpha')
  await overview.getByTestId('account-orders').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await expect(page.getByTestId('sidebar-account').filter({ hasText: 'Alpha' })).toHaveAttribute('aria-pressed', 'true')
})

for (const language of ['en', 'ja'] as const)
  test(`Every month of expiry, TLD and status of the overview opens exactly the domains that it counts (${language})`, async ({
    harness,
    expiring,
  }) => {
    const page = await startWithTwoAccounts(harness, expiring, language)
    await openArea(page, 'overview')
    await expect(page.getByTestId('expiry-chart').getByRole('button').first()).toBeVisible()
    await expectAccessible(page, `overview with charts: ${language}`)
    const links = [
      ...(await page.getByTestId('expiry-chart').getByRole('button').all()),
      page.getByTestId('tld-com'),
      page.getByTestId('tld-net'),
      page.getByTestId('domains-active'),
      page.getByTestId('domains-expired'),
    ]
    // The links are found again after the view was left, by the names of their tests.
    const ids = await Promise.all(links.map((link) => link.getAttribute('data-test')))
    let ofMonths = 0
    for (const id of ids) {
      const link = page.getByTestId(id as string)
      const count = Number(await link.locator('.number').first().textContent())
      if (id?.startsWith('column-')) ofMonths += count
      await link.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByTestId('domains-count')).toContainText('15')
      await expect(page.getByTestId('domains-table').locator('[aria-rowcount]')).toHaveAttribute(
        'aria-rowcount',
        String(count + 1),
      )
      await openArea(page, 'overview')
    }
    expect(ofMonths).toBe(15)
  })

test('The columns of the expiry chart are as high as their counts, the highest one included', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openArea(page, 'overview')
  const columns = page.getByTestId('expiry-chart').getByRole('button')
  await expect(columns.first()).toBeVisible()
  const drawn = await columns.evaluateAll((buttons) =>
    buttons.map((button) => ({
      count: Number(button.querySelector('.number')?.textContent),
      height: button.querySelector('.bar')?.getBoundingClientRect().height ?? 0,
    })),
  )
  const [highest] = drawn.toSorted((one, other) => other.count - one.count)
  expect(highest?.count).toBeGreaterThan(1)
  for (const { count, height } of drawn)
    expect(height / (highest?.height ?? 0)).toBeCloseTo(count / (highest?.count ?? 0), 2)
})

test('The expiry warnings of a folder are set in the settings, and the overview warns at these days', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openArea(page, 'overview')
  await page.getByRole('link', { name: 'Expiry warnings…' }).click()
  const row = page.getByTestId('expiry-thresholds-row')
  const field = row.getByTestId('expiry-thresholds')
  await expect(field).toHaveValue('60, 30, 14, 7, 1')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await field.fill('6, 400')
  await expect(page.getByText('whole numbers from 1 to 365')).toBeVisible()
  await expect(row.getByTestId('expiry-thresholds-save')).toBeDisabled()
  await expectAccessible(page, 'settings with wrong expiry warnings')
  await field.fill('6 20')
  await field.press('Enter')
  await expect(field).toHaveValue('20, 6')
  await openArea(page, 'overview')
  const expiries = page.getByTestId('attention-domains_expiring')
  await expect(expiries).toHaveText([/^2 active domains due within 6 days/, /^13 active due within 20 days/])
  await expiries.last().getByTestId('attention-action').click()
  await expect(page.getByTestId('domains-count')).toHaveText('13 of 15 domains')
  await openArea(page, 'settings')
  await row.getByTestId('expiry-thresholds-default').click()
  await expect(field).toHaveValue('60, 30, 14, 7, 1')
})

test('A day of calls in the overview opens the log entries that it counts', async ({ harness, expiring }) => {
  const page = await startAndReadTwoAccounts(harness, expiring)
  // Another program uses the keys.
  for (const path of ['domain/one.example', 'domain/two.example', 'domain/three.example'])
    await fetch(`${expiring.url}/v1/${path}`, { headers: { authorization: `Bearer ${secrets.alpha}` } })
  await callMain(page, 'logs.refreshArchive', { accountIds: null })
  // Entries of this app are counted until the app has recognized them, so the counts may change while they are
  // compared.
  await expect(async () => {
    for (const link of [page.getByTestId('calls-chart').getByRole('button').last(), page.getByTestId('calls-errors')]) {
      await openArea(page, 'overview')
      const count = /(?:≥|^)(\d+)/m.exec(await link.innerText({ timeout: 5000 }))?.[1]
      await link.click()
      await expect(page.getByTestId('logs-count')).toHaveText(`${count} entries`, { timeout: 3000 })
    }
  }).toPass()
})
