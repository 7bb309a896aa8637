import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { openAccount, openArea, openDomain } from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'
import { callMain } from '#test/e2e/support/call-main.ts'

/** Opens each control's menu and closes it, and then goes to the overview. */
async function openMenusAndLeave(page: Page, testIds: readonly string[]): Promise<void> {
  for (const [index, testId] of testIds.entries()) {
    await page
      .getByTestId(testId)
      .nth(testIds.indexOf(testId) === index ? 0 : 1)
      .click()
    await expect(page.locator('.n-base-select-menu:visible, .n-dropdown-menu:visible')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.n-base-select-menu:visible, .n-dropdown-menu:visible')).toHaveCount(0)
  }
  await openArea(page, 'overview')
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible()
}

test('A view can be left after several of its menus were opened', async ({ harness, simulator }) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await test.step('a domain', async () => {
    for (const menus of [
      ['annotation-customer', 'annotation-tags'],
      ['zone-tools', 'annotation-tags'],
    ]) {
      await openDomain(page, 'alpha-shop.example')
      await openMenusAndLeave(page, menus)
    }
  })
  await test.step('a server', async () => {
    await openArea(page, 'servers')
    await page.getByTestId('servers-table').getByRole('row').nth(1).click()
    await openMenusAndLeave(page, ['annotation-customer', 'annotation-tags'])
  })
  await test.step('an account with two keys', async () => {
    const [account] = await callMain(page, 'accounts.list', null)
    const { pendingKeyId } = await callMain(page, 'accounts.tryKey', {
      baseUrl: simulator.url,
      secret: secrets.alphaRead,
      accountId: account?.id ?? '',
    })
    await callMain(page, 'accounts.addKey', { accountId: account?.id ?? '', pendingKeyId, label: 'reading' })
    await openAccount(page, 'Alpha')
    await openMenusAndLeave(page, ['key-actions', 'key-actions'])
  })
})
