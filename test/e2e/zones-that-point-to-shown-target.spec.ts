import { addAlphaAndBeta, servedDomain } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { openArea, openDomain, openSearch, recordRow } from '#test/e2e/support/user-steps.ts'

test('The zones that point to a server, a name or an address are listed from where it is shown, with the records that do', async ({
  harness,
  simulator,
}) => {
  for (const record of servedDomain(simulator, 'beta-blog.example').records.values()) record.content = '192.0.2.77'
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  const count = page.getByTestId('domains-count')

  await openArea(page, 'servers')
  const servers = page.getByTestId('servers-table').getByRole('grid')
  await expect(servers).toContainText('alphaweb')
  await servers.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await page.keyboard.press('z')
  await expect(page.getByTestId('menu-pointing-zones')).toBeFocused()
  await expectAccessible(page, 'menu of a server')
  await page.keyboard.press('Enter')
  await expect(count).toHaveText('1 of 6 domains')
  await expect(page.getByTestId('attribute-chip-server')).toContainText('alphaweb')
  await expect(page.getByTestId('matched-record')).toHaveText(/^@ A 192\.0\.2\.77/)

  await page.getByTestId('domains-table').getByRole('row').filter({ hasText: 'beta-blog' }).click()
  await recordRow(page, '192.0.2.77').click({ button: 'right' })
  await page.getByTestId('menu-pointing-zones').click()
  await expect(page.getByTestId('attribute-chip-pointsTo')).toContainText('192.0.2.77')
  await expect(count).toHaveText('1 of 6 domains')

  await page.getByTestId('clear-filters').click()
  await openDomain(page, 'alpha-shop.example')
  await page.keyboard.press('Control+Shift+P')
  await expect(page.getByTestId('attribute-chip-pointsTo')).toContainText('alpha-shop.example')
  await expect(count).toHaveText('1 of 6 domains')
  await expect(page.getByTestId('matched-record')).toHaveText(/^www CNAME alpha-shop\.example/)
  await expectAccessible(page, 'zones that point to a name')

  await openArea(page, 'servers')
  await servers.getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await page.getByTestId('server-pointing-zones').click()
  await expect(page.getByTestId('attribute-chip-server')).toContainText('alphaweb')

  await openSearch(page, '192.0.2.77')
  await page.getByRole('option', { name: 'Zones that point to 192.0.2.77' }).click()
  await expect(page.getByTestId('matched-record')).toHaveText(/^@ A 192\.0\.2\.77/)
})

test('Zones that were never read are counted beside the zones that point to something', async ({
  harness,
  simulator,
}) => {
  simulator.faults.add({
    match: { path: 'beta-blog\\.example/dns' },
    fault: { kind: 'status', status: 400, code: 'VALIDATION_ERROR' },
  })
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await openSearch(page, 'point to')
  await page.getByRole('option', { name: 'Zones that point to alphaweb' }).click()
  await expect(page.getByTestId('domains-count')).toHaveText('0 of 6 domains')
  await expect(page.getByTestId('unread')).toContainText('1 zone')
})

test('How many zones point to a server is shown as not known while the server was never read', async ({
  harness,
  simulator,
}) => {
  simulator.faults.add({
    match: { path: '/server-info$' },
    fault: { kind: 'status', status: 400, code: 'VALIDATION_ERROR' },
  })
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await openSearch(page, 'point to')
  await page.getByRole('option', { name: 'Zones that point to alphaweb' }).click()
  await expect(page.getByTestId('domains-count')).toHaveText('not known')
  await expect(page.getByTestId('domains-no-match')).toContainText(/No address of alphaweb.* is stored/)
})
