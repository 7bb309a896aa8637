import { expect } from '@playwright/test'
import { test } from '#test/e2e/support/app-fixtures.ts'
import { openArea } from '#test/e2e/support/user-steps.ts'

test('The library for charts is loaded only by a view that has charts', async ({ harness }) => {
  const page = await harness.start()
  await expect(page.getByTestId('welcome-add-account')).toBeVisible()
  const isLoaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/charts-')))
  expect(await isLoaded()).toBe(false)
  await openArea(page, 'logs')
  await expect.poll(isLoaded).toBe(true)
})
