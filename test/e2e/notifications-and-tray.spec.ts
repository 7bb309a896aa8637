import { hourMs } from '#shared/durations.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { electronHostName } from '#test/e2e/support/launch-app.ts'
import { startAndReadTwoAccounts, test } from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { setClockForward } from '#test/e2e/support/set-clock-forward.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { addAccountByCommands, openArea, startSync, waitUntilListsRead } from '#test/e2e/support/user-steps.ts'

test.skip(electronHostName() !== 'stand-in', 'Only the stand-in records notifications and the tray')

interface StandIn {
  notifications: { title: string; body: string; at: number }[]
  notificationSupportQueriedAt: number[]
  clickNotification: (index: number) => void
  tray: () => { tooltip: string; image: string; labels: string[] } | null
  clickTrayItem: (label: string) => void
}

/** Runs in the main process, with the controls of the stand-in. */
function control<Result>(harness: AppHarness, run: (electron: { standIn: StandIn }) => Result): Promise<Result> {
  return harness.app().app.evaluate(run as never) as Promise<Result>
}

function clickTrayItem(harness: AppHarness, label: string): Promise<void> {
  const click = ({ standIn }: { standIn: StandIn }, begin: string) => standIn.clickTrayItem(begin)
  return harness.app().app.evaluate(click as never, label as never)
}

const titles = (harness: AppHarness) =>
  control(harness, ({ standIn }) => standIn.notifications.map(({ title }) => title))
/** A check waits until no change has come for ten seconds. */
const afterCheck = { timeout: 40_000 }
const dueTitle = '13 active domains due within 30 days or overdue'

test('After a restart, a notification shows only domains that reached another threshold since', async ({
  harness,
  expiring,
}) => {
  await startAndReadTwoAccounts(harness, expiring)
  await expect.poll(() => titles(harness), afterCheck).toEqual([dueTitle])
  await harness.app().close()

  const page = await harness.start()
  await setClockForward(harness, 24 * hourMs)
  await startSync(page)
  // One of the domains has reached 14 days. Eight others were already within 14 days.
  await expect.poll(() => titles(harness), afterCheck).toEqual(['9 active domains due within 14 days or overdue'])
})

test('A click on a notification shows the domains that it counts, whatever the window showed', async ({
  harness,
  expiring,
}) => {
  const page = await startAndReadTwoAccounts(harness, expiring)
  await expect.poll(() => titles(harness), afterCheck).toEqual([dueTitle])
  await openArea(page, 'domains')
  await page.getByTestId('sidebar-account').filter({ hasText: 'Alpha' }).click()
  await page.getByTestId('domains-filter-text').fill('nothing')
  await openArea(page, 'settings')
  await control(harness, ({ standIn }) => standIn.clickNotification(0))
  await expect(page.getByTestId('domains-table').getByRole('row')).toHaveCount(1 + 13)
  await expect(page.getByTestId('domains-filter-text')).toHaveValue('')
  await expect(page.getByTestId('sidebar-all')).toHaveAttribute('aria-pressed', 'true')
  await page.getByTestId('restore-account-selection').click()
  await expect(page.getByTestId('sidebar-account').filter({ hasText: 'Alpha' })).toHaveAttribute('aria-pressed', 'true')
})

test('Quiet hours hold a notification until they end, and the settings are set by keyboard', async ({
  harness,
  expiring,
}) => {
  const page = await harness.start()
  // The clock starts at a full hour, because the hour of the notification is compared at the end.
  await setClockForward(harness, new Date().setHours(23, 0, 0, 0) - Date.now())
  for (const [label, secret] of [
    ['Alpha', secrets.alpha],
    ['Beta', secrets.beta],
  ] as const)
    await addAccountByCommands(page, { label, url: expiring.url, keys: [{ label: 'all', secret }] })
  await openArea(page, 'settings')
  await page.getByTestId('notification-quiet-hours-switch').focus()
  await page.keyboard.press('Space')
  const hours = page.getByTestId('notification-quiet-hours')
  await expect(hours.getByTestId('time-range-from')).toHaveValue('22:00')
  await page.keyboard.press('Shift+Tab')
  await expect(hours.getByTestId('time-range-to')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('8:00')
  await page.keyboard.press('Tab')
  await expect
    .poll(async () => (await callMain(page, 'app.state', null)).settings.notificationQuietHours)
    .toEqual({ from: 22 * 60, to: 8 * 60 })
  await expectAccessible(page, 'settings with quiet hours')
  // Each check begins with this question. The second check begins only after the first has ended, with or without a
  // notification.
  const lastCheckAt = () => control(harness, ({ standIn }) => standIn.notificationSupportQueriedAt.at(-1) ?? 0)
  for (let check = 0; check < 2; check += 1) {
    await startSync(page)
    await waitUntilListsRead(page)
    const readAt = await control(harness, () => Date.now())
    await expect.poll(lastCheckAt, afterCheck).toBeGreaterThan(readAt)
  }
  await setClockForward(harness, 10 * hourMs)
  await startSync(page)
  await expect.poll(() => titles(harness), afterCheck).toHaveLength(1)
  const at = await control(harness, ({ standIn }) =>
    standIn.notifications.map((shown) => new Date(shown.at).getHours()),
  )
  expect(at).toEqual([9])
})

test('The tray follows what needs attention, and the app works in the tray while its window is closed', async ({
  harness,
  expiring,
}) => {
  const page = await startAndReadTwoAccounts(harness, expiring)
  const tray = () => control(harness, ({ standIn }) => standIn.tray())
  await expect
    .poll(async () => (await tray())?.labels)
    .toEqual(
      expect.arrayContaining(['Active domains due within 30 days or overdue: 13', '', 'Open Banto', 'Quit Banto']),
    )
  expect((await tray())?.image).toMatch(/tray-attention\.png$/)
  await openArea(page, 'overview')
  const items = page.getByTestId('attention').getByRole('listitem')
  await expect(items.first()).toBeVisible()
  // What is in progress needs nothing from the user.
  const groups = page.getByTestId('attention').getByRole('region').filter({ hasNotText: 'In progress' })
  // The items come from several queries, one after the other.
  await expect(async () => {
    const counts = await groups.locator('h3 .number').allTextContents()
    const total = await groups.getByRole('listitem').count()
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(total)
    expect((await tray())?.tooltip).toBe(`Banto: ${total} items need attention`)
  }).toPass()

  await clickTrayItem(harness, 'Go offline')
  await expect.poll(async () => (await tray())?.tooltip).toMatch(/\(offline\)$/)
  await clickTrayItem(harness, 'Go online')

  await openArea(page, 'settings')
  await page.getByTestId('tray-switch').click()
  await expect.poll(async () => (await callMain(page, 'app.state', null)).settings.keepsRunningInTray).toBe(true)
  const window = await harness.app().app.browserWindow(page)
  const syncedAt = async () =>
    Math.min(...(await callMain(page, 'accounts.list', null)).map((each) => each.syncedAt ?? 0))
  const before = await syncedAt()
  await window.evaluate((shown) => shown.close())
  expect(await window.evaluate((shown) => shown.isVisible())).toBe(false)
  await callMain(page, 'sync.start', { accountIds: null })
  await expect.poll(syncedAt).toBeGreaterThan(before)

  await clickTrayItem(harness, 'Open Banto')
  expect(await window.evaluate((shown) => shown.isVisible())).toBe(true)
  await clickTrayItem(harness, 'Quit Banto')
  await expect.poll(() => harness.app().isRunning()).toBe(false)
})
