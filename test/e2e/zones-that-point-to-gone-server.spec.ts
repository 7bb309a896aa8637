import { addAlpha, servedDomain } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { removeFromAlphasListsAndSync } from '#test/e2e/support/remove-from-service-lists-and-sync.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { openArea, openDomain, recordRow } from '#test/e2e/support/user-steps.ts'
import type { Simulator } from '#simulator/start-simulator.ts'

const shop = 'alpha-shop.example'
const serverAddress = '192.0.2.77'

function pointShopTo(simulator: Simulator, content: string): void {
  for (const record of servedDomain(simulator, shop).records.values())
    if (record.host === 'www') record.content = content
}

test('The page of a gone server counts the zones that still point to it, and their records are marked until they point elsewhere', async ({
  harness,
  simulator,
}) => {
  pointShopTo(simulator, serverAddress)
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openDomain(page, shop)
  await expect(recordRow(page, serverAddress)).toBeVisible()
  await expect(recordRow(page, serverAddress)).not.toContainText('gone server')
  await removeFromAlphasListsAndSync(page, simulator, { servers: ['alphaweb'] })
  await expect(recordRow(page, serverAddress)).toContainText('gone server')
  await expect(recordRow(page, 'mail.alpha-shop.example')).not.toContainText('gone server')
  await expect(page.getByTestId('servers-of-domain')).toContainText(/alphaweb.*Gone as of/)
  await expectAccessible(page, 'a zone with a record for a gone server')

  await page.getByTestId('servers-of-domain').getByRole('link', { name: 'alphaweb' }).click()
  const zones = page.getByTestId('gone-server-zones')
  await expect(zones).toContainText('1 zone, as last read, still points here')
  await expect(zones).toContainText(`No listed server is known to have ${serverAddress}.`)
  await expectAccessible(page, 'a gone server to which a zone points')
  await page.getByTestId('gone-server-zones-show').click()
  await expect(page.getByTestId('domains-count')).toHaveText(/^1 of/)
  await page.getByTestId('domains-table').getByRole('row').filter({ hasText: shop }).click()

  pointShopTo(simulator, '192.0.2.10')
  await page.getByTestId('zone-refresh').click()
  await expect(recordRow(page, serverAddress)).toHaveCount(0)
  await expect(page.getByTestId('records-table')).not.toContainText('gone server')
  await openArea(page, 'servers')
  await page.getByTestId('servers-filter-status').getByRole('button', { name: 'Gone' }).click()
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await expect(zones).toHaveText('No zone of a listed domain, as last read, points here.')
})
