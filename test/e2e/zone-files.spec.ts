import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { openDrawerOfZoneMenu, servedZone } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { openDomain, startSync, addAccountByCommands, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

const shop = 'alpha-shop.example'

async function openShop(harness: AppHarness, simulator: Simulator): Promise<Page> {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await openDomain(page, shop)
  return page
}

test('A zone file is imported after a preview that names every line that cannot be used, and a snapshot restores the zone', async ({
  harness,
  simulator,
}) => {
  const page = await openShop(harness, simulator)
  const before = servedZone(simulator, shop)
  await openDrawerOfZoneMenu(page, 'Import')
  await page
    .locator('#import-text')
    .fill('$TTL 3600\nblog 300 IN A 192.0.2.44\n@ IN CAA 0 issue "ca.example"\nwww IN A 999.1.1.1\n')
  await expect(page.getByTestId('import-errors')).toContainText('CAA')
  await expect(page.getByTestId('import-errors')).toContainText('999.1.1.1')
  await page.getByTestId('plan-start').click()
  await expect(page.getByTestId('plan-change')).toHaveCount(1)
  await page.getByTestId('plan-run').click()
  await expect(page.getByTestId('job-items').getByRole('row').filter({ hasText: shop })).toContainText('Done')
  expect(servedZone(simulator, shop)).toEqual([...before, 'blog A 192.0.2.44'].toSorted())

  await openDomain(page, shop)
  await openDrawerOfZoneMenu(page, 'Snapshots')
  await page.getByTestId('snapshot').first().getByRole('button').first().click()
  await expect(page.getByTestId('snapshot-details')).toContainText('difference')
  await expectAccessible(page, 'comparison of a snapshot with the zone')
  await page.getByTestId('plan-start').click()
  await page.getByTestId('plan-run').click()
  await expect(page.getByTestId('job-items').getByRole('row').filter({ hasText: shop })).toContainText('Done')
  await expect.poll(() => servedZone(simulator, shop)).toEqual(before)
})

test('Axe finds no violation in the drawers for zone files, templates and snapshots, light and dark', async ({
  harness,
  simulator,
}) => {
  const page = await openShop(harness, simulator)
  for (const theme of ['light', 'dark'] as const) {
    await callMain(page, 'app.saveSettings', { theme })
    for (const tool of ['Import', 'Apply a template', 'as a template', 'Snapshots']) {
      await openDrawerOfZoneMenu(page, tool)
      await expectAccessible(page, `${theme}: ${tool}`)
      await page.keyboard.press('Escape')
      await expect(page.locator('aside.side-drawer')).toHaveCount(0)
    }
  }
})
