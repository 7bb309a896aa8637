import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { addRecord, confirmAction, openArea, openDomain } from '#test/e2e/support/user-steps.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'

const shop = 'alpha-shop.example'

test('A change that the zone shows after a lost answer is done in the history too, and its form is left without a question', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await openDomain(page, shop)
  simulator.faults.add({ match: { method: 'POST', path: '/dns$' }, times: 1, fault: { kind: 'late', ms: 4_000 } })
  await addRecord(page, { type: 'TXT', host: 'late', content: 'text' })
  await confirmAction(page)
  const read = page.getByTestId('unsettled-read')
  await expect(read).toBeVisible()
  const hosts = () =>
    [...(simulator.world.owners.get(shop)?.domains.get(shop)?.records.values() ?? [])].map(({ host }) => host)
  await expect.poll(hosts).toContain('late')
  await read.click()
  const form = page.getByRole('complementary').filter({ has: page.getByTestId('unsettled-done') })
  await expect(form).toContainText('Change found')
  await expect(form).not.toContainText('already exists')
  await openArea(page, 'activity')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const row = page.getByTestId('activity-table').getByRole('row').filter({ hasText: shop })
  await expect(row).toContainText('Done')
  await row.click()
  await expect(page.getByTestId('change-settled')).toContainText('Another program may have made the change')
  await expectAccessible(page, 'change that a reading settled')
})

test('A job that waits for a read-only account leads to the account, and its plan to the job', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const [account] = await callMain(page, 'accounts.list', null)
  const accountId = account?.id ?? ''
  await callMain(page, 'accounts.update', { accountId, isReadOnly: true })
  const source = { kind: 'nameservers' as const, nameservers: ['ns1.other.example', 'ns2.other.example'] }
  await openDomain(page, shop)
  await callMain(page, 'plans.create', { planId: 'held', domains: [{ accountId, name: shop }], source })
  const show = (path: string) => page.evaluate((hash) => void (location.hash = hash), path)
  await show('#/plans/held')
  await expect(page.getByTestId('plan-cost-waits')).toContainText('when the account allows changes')
  await callMain(page, 'plans.run', { planId: 'held', typed: null, excluded: [] })
  await openDomain(page, shop)
  await show('#/plans/held')
  const plan = page.getByTestId('plan-was-run')
  await expect(plan).toContainText('The job: Waiting, 0 of 1 domain done.')
  await expectAccessible(page, 'plan that became a job')
  await plan.getByRole('button', { name: 'Show the job' }).click()
  await expect(page.getByTestId('job-state')).toContainText('read-only')
  await expect(page.getByTestId('job-resume')).toHaveCount(0)
  await expectAccessible(page, 'job that a setting holds back')
  await page.getByTestId('job-held-account').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Alpha')
  expect(simulator.ledger.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  await callMain(page, 'accounts.update', { accountId, isReadOnly: false })
  await expect.poll(() => simulator.ledger.requests.filter(({ method }) => method === 'PUT').length).toBe(1)
})
