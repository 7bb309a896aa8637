import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { addAlphaAndBeta } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { removeFromAlphasListsAndSync } from '#test/e2e/support/remove-from-service-lists-and-sync.ts'
import { saveCsv } from '#test/e2e/support/save-and-read-csv.ts'
import { chooseOption, confirmAction, openArea } from '#test/e2e/support/user-steps.ts'

test.setTimeout(180_000)

const servername = 'alphaweb.simulator.example'

test('Servers are selected and changed together, found by a version, and jobs read several of them', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  const hosting = simulator.world.user('alpha').servers.get(servername)?.hosting
  const rows = page.getByTestId('many-servers-table').locator('tbody tr')

  const listed = page.getByTestId('servers-table')
  const grid = listed.getByRole('grid')
  const box = (name: string) => listed.getByRole('row').filter({ hasText: name }).getByRole('checkbox')
  const selected = page.getByTestId('servers-selected')
  await openArea(page, 'servers')

  await test.step('Servers are selected by keyboard, pointer and range; Escape deselects all', async () => {
    await expect(box(servername)).toBeVisible()
    await grid.focus()
    for (const key of ['Home', 'Space']) await page.keyboard.press(key)
    await expect(selected).toHaveText('1 selected')
    await box('betaweb').click({ modifiers: ['Shift'] })
    await expect(selected).toHaveText('3 selected')
    await grid.focus()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('servers-selection')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+a')
    await expect(selected).toHaveText('3 selected')
    await expect(page.getByTestId('select-all-rows')).toHaveAttribute('aria-checked', 'true')
    await box('alphanew').click()
    await page.getByTestId('servers-filter-text').fill('alpha')
    await expect(page.getByTestId('servers-selected-hidden')).toHaveText('1 not shown in the list')
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expectAccessible(page, `selected servers, ${scheme}`)
    }
    await page.getByTestId('servers-filter-text').fill('')
    await expect(page.getByTestId('servers-selected-hidden')).toHaveCount(0)
  })

  await test.step('The selected servers get a tag in one step, and one press takes it back', async () => {
    await page.getByTestId('servers-tags').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('tags-drawer')).toContainText('Customer and tags of 2 servers')
    await expect(page.getByTestId('tags-add').locator('input')).toBeFocused()
    await page.keyboard.insertText('Client A')
    await page.keyboard.press('Enter')
    await expectAccessible(page, 'drawer for the tags of several servers')
    await page.getByTestId('tags-apply').click()
    await expect(page.getByTestId('tags-message')).toContainText('The tags of 2 servers were changed.')
    await expect(grid).toBeFocused()
    await expect(page.getByTestId('tag-chips')).toHaveText(['Client A', 'Client A'])
    await page.getByTestId('tags-undo').click()
    await expect(page.getByTestId('tags-message')).toContainText('The change of the tags of 2 servers was undone.')
    await expect(page.getByTestId('tag-chips')).toHaveCount(0)
  })

  await test.step('The menu and the file are for the selected servers', async () => {
    await listed.getByRole('row').filter({ hasText: servername }).click({ button: 'right' })
    await expect(page.getByTestId('menu-copy-name')).toHaveText(/Copy 2 names/)
    await expect(page.getByTestId('menu-tags')).toBeVisible()
    await page.keyboard.press('Escape')
    await listed.getByRole('row').filter({ hasText: 'alphanew' }).click({ button: 'right' })
    await page.getByTestId('menu-tags').click()
    await expect(page.getByTestId('tags-drawer')).toContainText('Customer and tags of 1 server')
    await page.getByTestId('tags-cancel').click()
    const rowsOfFile = await saveCsv(page, harness, { button: 'servers-export', name: 'servers.csv' })
    expect(rowsOfFile.map((row) => row['Name'])).toEqual([servername, 'betaweb.simulator.example'])
  })

  await test.step('The versions open with the selected servers, of which those in setup are left out', async () => {
    await box('alphanew').click()
    await expect(selected).toHaveText('3 selected')
    await page.getByTestId('servers-selected-versions').click()
    await expect(page.getByRole('toolbar', { name: 'Selected servers' })).toContainText('2 selected')
    await expect(page.getByTestId('many-servers-estimate')).toContainText('Read again: 4 calls')
    await expect(page.getByTestId('many-servers-left-out')).toHaveText(
      '1 selected server is left out while it is set up.',
    )
    await openArea(page, 'servers')
    await expect(selected).toHaveText('3 selected')
  })

  await test.step('Selected servers of accounts that are not selected are counted, and listed on request', async () => {
    await page.getByTestId('sidebar-account').filter({ hasText: 'Alpha' }).click()
    await expect(selected).toHaveText('3 selected')
    await page.getByTestId('servers-selected-versions').click()
    await expect(page.getByTestId('many-servers-left-out')).toContainText(
      '1 selected server is not listed, because its account is not selected.',
    )
    await page.getByTestId('many-servers-show-others').click()
    await expect(page.getByRole('toolbar', { name: 'Selected servers' })).toContainText('2 selected')
    await expect(page.getByTestId('many-servers-left-out')).toHaveText(
      '1 selected server is left out while it is set up.',
    )
    await openArea(page, 'servers')
    await page.getByTestId('servers-clear-selection').click()
    await expect(grid).toBeFocused()
  })

  await test.step('The list has the versions of every server, and finds those with one of them', async () => {
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

  await test.step('The servers with a PHP version are found by the version, and the fullest server is first', async () => {
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

  await test.step('A server that is gone, or whose account is removed, is no longer selected', async () => {
    await openArea(page, 'servers')
    for (const name of [servername, 'alphanew', 'betaweb']) await box(name).click()
    await expect(selected).toHaveText('3 selected')
    await removeFromAlphasListsAndSync(page, simulator, { servers: ['alphanew'] })
    await expect(selected).toHaveText('2 selected')
    const beta = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Beta')
    await openArea(page, 'overview')
    await callMain(page, 'accounts.remove', { accountId: beta?.id ?? '' })
    await openArea(page, 'servers')
    await expect(selected).toHaveText('1 selected')
  })
})

test('When no server matches the filters, a server whose versions were not read is mentioned', async ({
  harness,
  simulator,
}) => {
  simulator.faults.add({
    match: { path: '/server-info$', user: 'alpha' },
    fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
  })
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'servers')
  await page.getByTestId('servers-versions').click()
  await page.getByTestId('many-servers-text').fill('no such version')
  await expect(page.getByText('No server matches the filters')).toBeVisible()
  await expect(page.getByText('Data not read yet may contain a match.')).toBeVisible()
  await page.getByTestId('many-servers-text').fill('')
  await page.getByTestId('sidebar-account').filter({ hasText: 'Beta' }).click()
  await page.getByTestId('many-servers-text').fill('no such version')
  await expect(page.getByText('No server matches the filters')).toBeVisible()
  await expect(page.getByText('Data not read yet may contain a match.')).toHaveCount(0)
})
