import type { Page } from '@playwright/test'
import { detailsAges } from '#shared/ipc/inventory.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import {
  addAccountByCommands,
  openAccount,
  openArea,
  startSync,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'

/** The domains in the list. An empty list has a row, too. */
const domainRows = (page: Page) => page.getByTestId('domains-table').getByRole('row').filter({ hasText: '.example' })

/** The counts of a plan as shown, by age. */
async function shownCounts(page: Page, of: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const age of detailsAges)
    counts[age] = Number(await page.getByTestId(of).getByTestId(`details-${age}`).locator('.count').innerText())
  return counts
}

test('The numbers of the plan are the numbers of the lists that they open, on the overview and for an account', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  for (const [label, secret] of [
    ['Alpha', secrets.alpha],
    ['Beta', secrets.beta],
  ] as const)
    await addAccountByCommands(page, { label, url: simulator.url, keys: [{ label: 'all', secret }] })
  // The lists alone are read, so that every detail is due.
  await callMain(page, 'app.saveSettings', { backgroundShare: 0 })
  await startSync(page)
  await waitUntilSynced(page)
  await callMain(page, 'app.saveSettings', { backgroundShare: 0.5 })
  await callMain(page, 'sync.start', {
    accountIds: (await callMain(page, 'accounts.list', null))
      .filter(({ label }) => label === 'Alpha')
      .map(({ id }) => id),
  })
  await waitUntilSynced(page)

  await openArea(page, 'overview')
  await expect(async () => {
    const { fresh, unread } = await shownCounts(page, 'details-age-bar')
    expect([fresh !== 0, unread !== 0]).toEqual([true, true])
  }).toPass()
  const counts = await shownCounts(page, 'details-age-bar')
  await expect(page.getByTestId('details-age-remarks')).toContainText('due now')
  await expectAccessible(page, 'the overview with the plan of readings')
  for (const age of detailsAges) {
    await openArea(page, 'overview')
    await page.getByTestId('details-age-bar').getByTestId(`details-${age}`).click()
    await expect(page.getByTestId('attribute-chip-detailsAge')).toBeVisible()
    await expect(domainRows(page)).toHaveCount(counts[age] ?? 0)
  }

  await openAccount(page, 'Beta')
  const plan = page.getByTestId('reading-plan')
  await expect(plan).toContainText('no planned sync: details are read when')
  await expect(plan).toContainText('a sync now would read all')
  await expect(plan).toContainText(/Counted at\s*\d\d:\d\d:\d\d \(Japan time\)/)
  await expect(page.getByTestId('reading-plan-next').getByRole('listitem').first()).toContainText(
    /beta-wait\.example\s*unfinished procedure/,
  )
  await expectAccessible(page, 'the account page with a plan')
  const own = await shownCounts(page, 'reading-plan')
  await plan.getByTestId('details-unread').click()
  await expect(domainRows(page)).toHaveCount(own.unread ?? 0)
  await page.getByTestId('attribute-chip-detailsAge').click()
  await expect(domainRows(page)).toHaveCount(Object.values(own).reduce((sum, count) => sum + count, 0))

  await openAccount(page, 'Beta')
  await expect(page.getByTestId('unfinished-procedures')).toContainText(/the list is read again (by about|in a moment)/)
  await page.getByTestId('unfinished-domains').click()
  await expect(domainRows(page)).toHaveCount(1)

  await openAccount(page, 'Beta')
  await callMain(page, 'app.saveSettings', { isOffline: true })
  await expect(plan).toContainText('nothing is read while offline')
  await callMain(page, 'app.saveSettings', { isOffline: false, language: 'ja' })
  await expect(plan).toContainText('自動同期なし')
  await expectAccessible(page, 'the account page with a plan in Japanese')
})
