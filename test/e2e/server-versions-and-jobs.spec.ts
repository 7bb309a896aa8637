import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { addAlphaAndBeta } from '#test/e2e/support/dns-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { chooseOption, confirmAction, openArea } from '#test/e2e/support/user-steps.ts'

test.setTimeout(180_000)

const servername = 'alphaweb.simulator.example'

test('Servers are found by a version, and jobs read several of them', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  const hosting = simulator.world.user('alpha').servers.get(servername)?.hosting
  const rows = page.getByTestId('many-servers-table').locator('tbody tr')

  await test.step('The list has the versions of every server, and finds those with one of them', async () => {
    await openArea(page, 'servers')
    await page.getByTestId('servers-versions').click()
    await expect(rows).toHaveCount(3)
    const versions = await rows.filter({ hasText: servername }).locator('td').nth(2).innerText()
    const [version = ''] = versions.split(', ')
    await page.getByTestId('many-servers-text').fill(version)
    await expect(rows.filter({ hasText: servername })).toHaveCount(1)
    await page.getByTestId('many-servers-text').fill('no such version')
    await expect(page.getByTestId('many-servers-count')).toHaveText('0 of 3 servers')
    await page.getByTestId('many-servers-clear-filters').click()
    await expect(rows).toHaveCount(3)
  })

  await test.step('The servers with a PHP version are found by the version, and the fullest server stands first', async () => {
    await chooseOption(page, page.getByTestId('many-servers-php'), '8.3')
    const withVersion = (await callMain(page, 'serverJobs.servers', {}))
      .filter(({ info }) => JSON.stringify(info.data?.['php_versions'] ?? null).includes('"8.3"'))
      .map(({ row }) => row.name)
    expect(withVersion.length).toBeGreaterThan(0)
    await expect(rows.locator('th')).toHaveText(withVersion)
    await page.locator('[data-test="many-servers-php"]').hover()
    await page.locator('[data-test="many-servers-php"] .n-base-clear').first().click()
    await page.getByTestId('many-servers-sort-usage').click()
    await expect(page.getByRole('columnheader', { name: 'Usage' })).toHaveAttribute('aria-sort', 'descending')
    const shares = await rows.evaluateAll((all) =>
      all.map((row) => {
        const meter = row.querySelector('[role="meter"]')
        return meter ? Number(meter.getAttribute('aria-valuenow')) / Number(meter.getAttribute('aria-valuemax')) : -1
      }),
    )
    expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  })

  await test.step('In Japanese, the same list', async () => {
    await callMain(page, 'app.saveSettings', { language: 'ja' })
    await expect(page.getByTestId('many-servers-count')).toHaveText('3 台中 3 台')
    await page.getByTestId('many-servers-text').fill('ない版')
    await expect(page.getByText('絞り込みに一致するサーバーはありません')).toBeVisible()
    await expectAccessible(page, '日本語: 一致するサーバーなし')
    await callMain(page, 'app.saveSettings', { language: 'en' })
    await page.getByTestId('many-servers-clear-filters').click()
  })

  await test.step('A server that is being set up cannot be selected', async () => {
    await page.getByTestId('many-servers-all').click()
    await expect(page.getByRole('toolbar', { name: 'Selected servers' })).toContainText('2 selected')
    await expect(rows.filter({ hasText: 'alphanew' }).getByRole('checkbox')).not.toBeChecked()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByTestId('many-servers-text').fill('alphaweb')
    await expect(rows).toHaveCount(1)
  })

  await test.step('The caches of the selected server are cleared after a confirmation', async () => {
    await page.getByTestId('many-servers-all').click()
    await expect(page.getByTestId('many-servers-hidden')).toHaveCount(0)
    await page.getByTestId('many-servers-text').fill('no such server')
    await expect(page.getByTestId('many-servers-hidden')).toHaveText('1 hidden by the filters')
    await page.getByTestId('many-servers-text').fill('alphaweb')
    await expect(rows).toHaveCount(1)
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expectAccessible(page, `versions of the servers, ${scheme}`)
    }
    await page.getByTestId('many-servers-clear_caches').click()
    await confirmAction(page)
    await expect(page.getByTestId('job-state')).toHaveText('1 done', { timeout: 30_000 })
    expect(hosting?.clearedCaches.map(({ domain }) => domain)).toEqual([...(hosting?.domains.keys() ?? [])])
  })

  await test.step('Error logs are shown together, and searched', async () => {
    await openArea(page, 'servers')
    await page.getByTestId('servers-versions').click()
    await page.getByTestId('many-servers-text').fill('alphaweb')
    await expect(rows).toHaveCount(1)
    await page.getByTestId('many-servers-all').click()
    await page.getByTestId('many-servers-read_error_logs').click()
    await expect(page.getByTestId('job-state')).toHaveText('1 done', { timeout: 30_000 })
    await expect(page.getByTestId('job-error-logs-count')).toBeVisible()
    const items = page.getByTestId('job-items')
    await expect(items).toContainText('1 of 1 logs read')
    await expect(items.locator('.row:not(.waiting) .skeleton')).toHaveCount(0)
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expectAccessible(page, `error logs of a job, ${scheme}`)
    }
  })
})
