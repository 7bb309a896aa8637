import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { replaceReply } from '#test/e2e/support/replace-ipc-reply.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'
import { openArea } from '#test/e2e/support/user-steps.ts'

test('An error that nothing caught is shown once with its text, until the user reloads the window', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('the list has no rows')
    })
    setTimeout(() => {
      throw new Error('a second error')
    })
  })
  const banner = page.getByTestId('banner-uncaught')
  await expect(banner).toContainText('Stored data and orders are not affected')
  await banner.getByText('Error text').click()
  await expect(banner.getByTestId('uncaught-text')).toHaveText('TypeError: the list has no rows')
  await expectAccessible(page, 'uncaught error')
  await banner.getByTestId('banner-action').press('Enter')
  await expect(banner).toBeHidden()
  await expect(page.getByTestId('sidebar-account')).toBeVisible()
  expect(harness.takeUncaughtErrors()).toHaveLength(2)
})

test('A closed banner of an uncaught error stays closed while the same error repeats, and opens for another error', async ({
  harness,
}) => {
  const page = await harness.start()
  const reject = (text: string): Promise<void> =>
    page.evaluate((message) => {
      void Promise.reject(new Error(message))
    }, text)
  const banner = page.getByTestId('banner-uncaught')
  await reject('first')
  await expect(banner).toContainText('Error: first')
  await banner.getByTestId('banner-other-action').click()
  await reject('first')
  await reject('second')
  await expect(banner).toContainText('Error: second')
  expect(harness.takeUncaughtErrors()).toHaveLength(3)
})

test('An error in a component is shown and reaches the console as an uncaught error', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  // A first reading that is still under way would be shared by the second one, which then gets the reply of the first.
  await expect(page.getByTestId('overview')).toContainText('4 domains')
  await openArea(page, 'domains')
  await replaceReply(harness.app(), 'inventory.overview', {} as never)
  await openArea(page, 'overview')
  await expect(page.getByTestId('banner-uncaught')).toContainText('TypeError')
  expect(harness.takeUncaughtErrors().join('\n')).toContain('TypeError')
})
