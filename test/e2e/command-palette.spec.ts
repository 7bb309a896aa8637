import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { openSearch } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

test('Commands are found by their names in either language and run with the keyboard', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByTestId('search-input').fill('servers go')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('servers-table')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByTestId('search').getByRole('option').first()).toHaveText('Renew…')
  await page.getByTestId('search-input').fill('更新')
  await expect(page.getByTestId('search').getByRole('option')).toHaveText(['Renew…', 'Sync all accounts'])
  await page.getByTestId('search-input').fill('192.0.2.10')
  await expect(page.getByTestId('search-hit')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByTestId('sidebar-account').filter({ hasText: 'Beta' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByTestId('search-input').fill('free-name.jp')
  await page.getByTestId('command-acquire-name').click()
  await expect(page.getByTestId('account-choice')).toContainText('Beta')
  await expect(page.getByTestId('names')).toHaveValue('free-name.jp')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByTestId('search-input').fill('work offline')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('banner-offline')).toBeVisible()
})

test('Enter right after typing opens the match of the typed text, not of the earlier text', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  const hits = await openSearch(page, 'alpha-shop')
  await expect(hits.first()).toContainText('alpha-shop.example')
  await page.getByTestId('search-input').evaluate(async (input: HTMLInputElement) => {
    input.value = 'beta-blog'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await expect(page.getByRole('heading', { name: 'beta-blog.example' })).toBeVisible()
})
