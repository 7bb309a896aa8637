import { expect } from '@playwright/test'
import { formatJapanTime } from '#shared/japan-time.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { test } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { saveCsv } from '#test/e2e/support/save-and-read-csv.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { addAccountByCommands, chooseOption, openArea, openDomain, startSync } from '#test/e2e/support/user-steps.ts'
import { callMain } from '#test/e2e/support/call-main.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A key with the calls of another program over some days. */
function startWorld(): Promise<Simulator> {
  const at = (ago: number) => formatJapanTime(Date.now() - ago)
  return startSimulator({
    world: {
      auth_block: null,
      users: [
        {
          name: 'alpha',
          keys: [{ token: secrets.alpha, label: 'everything' }],
          domains: [{ domain_name: 'alpha-shop.example', records: [] }],
          logs: Array.from({ length: 40 }, (_, index) => ({
            method: index % 4 === 0 ? 'POST' : 'GET',
            path: index % 2 === 0 ? '/v1/domain/alpha-shop.example/dns' : '/v1/domain/alpha-shop.example',
            status_code: index % 10 === 0 ? 422 : 200,
            response_time_ms: 20 + index,
            ip_address: index % 5 === 0 ? '203.0.113.80' : '198.51.100.24',
            created_at: at(10 * minute + index * 0.2 * day),
          })),
        },
      ],
    },
  })
}

test('The archive is shown offline, by day, by address and per domain, and saved as CSV exactly as filtered', async ({
  harness,
}) => {
  const simulator = await startWorld()
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'everything', secret: secrets.alpha }],
  })
  await startSync(page)
  await openArea(page, 'logs')
  const table = page.getByTestId('logs-table')

  await test.step('Entries of others are listed, and the archive says of which time it is complete', async () => {
    await expect(page.getByTestId('logs-count')).toHaveText('40 entries')
    await expect(page.getByTestId('logs-complete-span')).toContainText(
      /^Complete from [-\d]+ [:\d]+ until [-\d]+ [:\d]+ \(Japan time\)$/,
    )
    await expect(page.getByTestId('logs-gaps')).toHaveCount(0)
  })

  await test.step('The archive is shown offline', async () => {
    await callMain(page, 'app.saveSettings', { isOffline: true })
    await expect(page.getByTestId('logs-newest')).toBeDisabled()
    await expect(table).toContainText('Add a DNS record')
  })

  await test.step('Calls from an address are unknown until the user marks it', async () => {
    await page.getByTestId('logs-addresses-open').click()
    await expectAccessible(page, 'source addresses')
    await page.getByRole('button', { name: 'Mark as known: 198.51.100.24' }).click()
    await expect(page.getByRole('button', { name: 'Mark as unknown: 198.51.100.24' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByTestId('logs-filter-unknown').click()
    await expect(page.getByTestId('logs-count')).toHaveText('8 entries')
  })

  await test.step('The file has exactly what the filter shows', async () => {
    const rows = await saveCsv(page, harness, { button: 'logs-csv', name: 'logs.csv' })
    expect(rows).toHaveLength(8)
    expect(rows.every((row) => row['Source address'] === '203.0.113.80' && row['Address known'] === 'No')).toBe(true)
    expect(rows[0]).toMatchObject({ Account: 'Alpha', Call: 'Add a DNS record', Method: 'POST', Status: '422' })
  })

  await test.step('The chart has its numbers as a table', async () => {
    await page.getByTestId('clear-filters').click()
    await chooseOption(page, page.getByTestId('logs-filter-span'), 'Last 7 days')
    await page.getByTestId('logs-tab-days').click()
    await expect(page.getByTestId('logs-days').getByRole('row')).toHaveCount(8)
    // The message about the saved file.
    await expect(page.locator('.n-message')).toHaveCount(0, { timeout: 10_000 })
    await expectAccessible(page, 'logs by day')
  })

  await test.step('The page of a domain leads to its entries', async () => {
    await openDomain(page, 'alpha-shop.example')
    await expect(page.getByTestId('logs-of').getByRole('listitem')).toHaveCount(6)
    // Without a number: the page of the logs may read newer entries when it opens.
    await expect(page.getByTestId('logs-of-all')).toHaveText('Show all in the log')
    await page.getByTestId('logs-of-all').click()
    await expect(page.getByTestId('logs-filter-target')).toContainText('About alpha-shop.example')
    await expect(page.getByTestId('logs-count')).toHaveText('40 entries')
  })
  await simulator.close()
})
