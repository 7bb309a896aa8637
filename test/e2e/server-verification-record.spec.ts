import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { listWrites, runPlan, servedZone } from '#test/e2e/support/zone-and-plan-steps.ts'
import { openArea } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

const blog = 'beta-blog.example'

test('The token of a server is put into a zone at the host that the user names, by keyboard', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  simulator.ledger.clear()
  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await page.getByTestId('server-verify').press('Enter')
  await expect(page.locator('#verification-domain')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('verification-drawer')).toHaveCount(0)
  await page.getByTestId('server-verify').press('Enter')
  await page.locator('#verification-host').press('Enter')
  await expect(page.getByTestId('verification-drawer').getByRole('alert')).toHaveText([
    'Choose a domain.',
    'Host is empty. Enter @ for the domain itself.',
  ])
  await expect(page.locator('#verification-domain')).toBeFocused()
  await page.keyboard.type('beta-b')
  await expect(page.locator('.n-base-select-option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.locator('#verification-host').fill('_check')
  await expect(page.getByTestId('verification-drawer')).toContainText(`The record will be at _check.${blog}.`)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('plan-change')).toContainText('TXT _check')
  expect(listWrites(simulator)).toEqual([])
  await runPlan(page)
  expect(servedZone(simulator, blog).filter((record) => record.startsWith('_check TXT '))).toHaveLength(1)
})
