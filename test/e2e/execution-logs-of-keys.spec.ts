import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { chooseOption, openArea } from '#test/e2e/support/user-steps.ts'
import { addAlphaAndBeta } from '#test/e2e/support/zone-and-plan-steps.ts'

test('The logs of all keys are in one list, in words, and the reads of Banto only on request', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'logs')
  const table = page.getByTestId('logs-table')
  await expect(table).toContainText('No stored entries apart from reads that Banto made or may have made')
  await expect(table).toContainText('Apart from reads that Banto made')
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
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
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

test('While the service asks an account to wait, the logs say until when, and the other accounts are read', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  simulator.faults.add({
    match: { user: 'beta', path: '^/v1/logs' },
    times: 1,
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '3600' } },
  })
  await openArea(page, 'logs')
  const bar = page.getByTestId('logs-fetch-state')
  const waits = page.getByTestId('logs-waits')
  const readNow = page.getByTestId('logs-newest')

  await test.step('Only the waiting account is left, so the logs can be read again', async () => {
    await expect(waits).toHaveText(/^Reading of 1 account waits until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Japan time\)$/)
    await expect(bar).not.toContainText('Reading the logs')
    await expect(bar.locator('.turning')).toHaveCount(0)
    await expect(bar).not.toContainText('could not be read')
    const readsOfAlpha = () =>
      simulator.ledger.requests.filter(({ path, userName }) => path === '/v1/logs' && userName === 'alpha').length
    const before = readsOfAlpha()
    await readNow.click()
    await expect.poll(readsOfAlpha).toBeGreaterThan(before)
    await expect(readNow).toBeEnabled()
    await expect(waits).toBeVisible()
    await expectAccessible(page, 'logs of which one account waits')
  })

  await test.step('The details name the account and the reason', async () => {
    await bar.getByTestId('logs-fetch-state-details').click()
    const drawer = page.getByTestId('drawer')
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Beta' }).first()).toContainText(
      /A limit is reached: no reading before .* \(Japan time\)/,
    )
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Alpha' }).first()).not.toContainText('no reading')
    await page.keyboard.press('Escape')
  })

  await test.step('By day, and in Japanese', async () => {
    await page.getByTestId('logs-tab-days').click()
    await expect(waits).toContainText('Reading of 1 account waits until')
    await callMain(page, 'app.saveSettings', { language: 'ja' })
    await expect(waits).toHaveText(/^1 アカウントのログの読み込みは最長 .*（日本時間）まで待機中$/)
  })
})

test('The calls of the app are listed and can be filtered by failed calls', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
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
    page.getByText('Tests of keys belong to no account: they are listed for all accounts only.'),
  ).toBeVisible()
  await expect(page.getByTestId('requests-table').getByRole('row').filter({ hasText: '/dns' }).first()).toBeVisible()
  await page.getByTestId('requests-only-failed').click()
  await expect(page.getByTestId('requests-table')).toContainText('404 NOT_FOUND')
  await expectAccessible(page, 'calls that failed')
  await expect(page.getByTestId('requests-table').getByRole('row').filter({ hasText: '/dns' })).toHaveCount(0)
})

test('The number of calls of an earlier filter is not shown when the calls of another filter cannot be read', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'logs')
  await page.getByTestId('logs-tab-requests').click()
  await expect(page.getByTestId('requests-count')).toHaveText(/^\d+ entries$/)
  const file = new DatabaseSync(join(harness.profile, 'banto.db'))
  file.exec('alter table request rename to request_elsewhere')
  file.close()
  await page.getByTestId('requests-only-failed').click()
  await expect(page.getByTestId('requests-table').getByTestId('error-notice')).toBeVisible()
  await expect(page.getByTestId('requests-count')).toBeHidden()
})
