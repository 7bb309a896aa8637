import { hourMs } from '#shared/durations.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { setClockForward } from '#test/e2e/support/set-clock-forward.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'
import { startSync, waitUntilSynced } from '#test/e2e/support/user-steps.ts'

test('A banner says how far the clock of the computer is ahead of the service, until the clock is corrected', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const banner = page.getByTestId('banner-clock')
  await expect(banner).toHaveCount(0)
  await setClockForward(harness, 3 * hourMs)
  await startSync(page)
  await expect(banner).toContainText('The clock of this computer is about 3 hours ahead of the clock of the service.')
  await expectAccessible(page, 'banner about the clock')
  await waitUntilSynced(page)
  await setClockForward(harness, -3 * hourMs)
  // The start of this sync is earlier than that of the last one, so `startSync` would not notice it.
  await page.getByTestId('sync-all').click()
  await expect(banner).toHaveCount(0)
})
