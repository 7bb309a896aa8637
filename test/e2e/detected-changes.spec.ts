import type { Page } from '@playwright/test'
import type { CompleteRecordInput } from '#shared/ipc/dns.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { changeRecordElsewhere, servedDomain } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { getSimulatedServer, openServer } from '#test/e2e/support/server-operation-steps.ts'
import { chooseOption, openArea, openDomain } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

const shop = 'alpha-shop.example'
const text = { type: 'TXT', host: 'note', content: 'by banto', ttl: 3600, priority: 0 } satisfies CompleteRecordInput

async function findAlpha(page: Page): Promise<string> {
  return (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Alpha')?.id ?? ''
}

const readShop = async (page: Page, accountId: string) =>
  callMain(page, 'inventory.refreshDomain', { accountId, name: shop, detailKinds: ['detail', 'zone', 'nameservers'] })

test('The domain page and the activity list show what changed between two readings, and a change that Banto sent links to its entry', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  const accountId = await findAlpha(page)
  await openDomain(page, shop)
  await expect(page.getByTestId('detected-of-none')).toHaveText(
    'For this name, no difference of a compared value between two readings of this account is recorded.',
  )

  await changeRecordElsewhere(simulator, shop, { type: 'A', host: 'www', content: '192.0.2.55' })
  servedDomain(simulator, shop).autoRenew = !servedDomain(simulator, shop).autoRenew
  await readShop(page, accountId)
  await callMain(page, 'dns.apply', { accountId, domain: shop, change: { kind: 'add', after: text } })
  const items = page.getByTestId('detected-of-change')
  await expect(items).toHaveCount(3)
  await expect(items.nth(0)).toContainText('TXT note')
  await expect(items.nth(0)).toContainText('Sent by Banto')
  await expect(page.getByTestId('detected-of')).toContainText('192.0.2.55')
  await expect(page.getByTestId('detected-of-sent')).toHaveCount(1)
  await expect(
    page.getByTestId('detected-of').getByRole('listitem').filter({ hasText: 'A www' }).first(),
  ).toContainText(
    /Changed (between \d{4}-\d\d-\d\d \d\d:\d\d:\d\d and|at) \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Japan time\)/,
  )
  await expectAccessible(page, 'domain with detected changes')
  await page.getByTestId('detected-of-toggle').click()
  await expect(page.getByTestId('detected-of')).toBeHidden()
  await page.getByTestId('detected-of-toggle').click()
  await page.getByTestId('detected-of-sent').click()
  await expect(page.getByTestId('change-drawer')).toContainText('by banto')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('change-drawer')).toHaveCount(0)

  await page.getByTestId('activity-detected').click()
  await expect(page.getByTestId('detected-count')).toHaveText('3 detected changes')
  const rows = page.getByTestId('detected-table').getByRole('row')
  await expect(rows.filter({ hasText: 'TXT note' })).toContainText('Sent')
  await expectAccessible(page, 'detected changes')
  await chooseOption(page, page.getByTestId('detected-filter-fields'), 'DNS records')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('detected-count')).toHaveText('2 detected changes')
  await page.getByTestId('detected-filter-text').fill('192.0.2.55')
  await expect(page.getByTestId('detected-count')).toHaveText('1 detected change')
  await rows.filter({ hasText: '192.0.2.55' }).click()
  const drawer = page.getByTestId('detected-drawer')
  await expect(drawer).toContainText('No matching entry under “Changes”')
  await expect(drawer).toContainText(/Changed (between .+ and|at) .+ \(Japan time\)/)
  await expectAccessible(page, 'one detected change')
  await drawer.getByTestId('detected-target').click()
  await expect(page.getByTestId('domain-page').getByRole('heading', { name: shop, exact: true })).toBeVisible()

  await openArea(page, 'activity')
  await page.getByTestId('activity-detected').click()
  await page.getByTestId('clear-filters').click()
  await page.getByTestId('sidebar-account').filter({ hasText: 'Beta' }).click()
  await expect(page.getByTestId('detected-table')).toContainText('No detected changes of the selected accounts')
  await expectAccessible(page, 'no detected changes of an account')
})

test('The domain page, the list and the drawer say of a change that only a reading showed that it is inferred', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  const accountId = await findAlpha(page)
  await openDomain(page, shop)
  simulator.faults.add({ match: { method: 'POST', path: '/dns$' }, times: 1, fault: { kind: 'reset-after' } })
  const change = { kind: 'add' as const, after: text }
  await callMain(page, 'dns.apply', { accountId, domain: shop, change }).catch(() => undefined)
  await expect(page.getByTestId('detected-of-sent')).toHaveText('Sent by Banto (inferred)')
  await openArea(page, 'activity')
  await page.getByTestId('activity-detected').click()
  const row = page.getByTestId('detected-table').getByRole('row').filter({ hasText: 'TXT note' })
  await expect(row).toContainText('Sent (inferred)')
  await row.click()
  await expect(page.getByTestId('detected-uncertain')).toHaveText(
    'Sent by Banto (inferred) Inferred: no response confirms what Banto sent. Another program may have made this change.',
  )
  await expectAccessible(page, 'an inferred change')
})

test('The domain page, the list and the drawer say of a change of unknown outcome that Banto possibly made it', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  const accountId = await findAlpha(page)
  await openDomain(page, shop)
  const domains = [{ accountId, name: shop }]
  const source = { kind: 'record_operation' as const, operation: { kind: 'add_record' as const, record: text } }
  const late = { kind: 'late' as const, ms: 2_500 }
  simulator.faults.add({ match: { method: 'POST', path: '/dns$' }, times: 1, fault: late })
  await callMain(page, 'plans.create', { planId: 'lost', domains, source })
  await callMain(page, 'plans.run', { planId: 'lost', typed: null, excluded: [] })
  await expect
    .poll(() => [...servedDomain(simulator, shop).records.values()].map(({ content }) => content))
    .toContain(text.content)
  await readShop(page, accountId)
  await expect(page.getByTestId('detected-of-sent')).toHaveText('Possibly sent by Banto')
  await openArea(page, 'activity')
  await page.getByTestId('activity-detected').click()
  const row = page.getByTestId('detected-table').getByRole('row').filter({ hasText: 'TXT note' })
  await expect(row).toContainText('Possibly')
  await row.click()
  const drawer = page.getByTestId('detected-drawer')
  await expect(drawer.getByTestId('detected-uncertain')).toHaveText(
    'Possibly sent by Banto Banto sent a matching change, and its outcome is not confirmed. Banto or another program may have made this change.',
  )
  await expectAccessible(page, 'a change of unknown outcome')
  await drawer.getByTestId('detected-sent').click()
  await expect(page.getByTestId('change-drawer')).toContainText('Outcome unknown')
})

test('The server page shows a memo of another program once the memo is read to edit it, and then the own one as sent by Banto', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openServer(page)
  await expect(page.getByTestId('detected-of-none')).toBeVisible()
  getSimulatedServer(simulator).memo = 'changed elsewhere'
  await page.getByTestId('memo-edit').click()
  const items = page.getByTestId('detected-of-change')
  await expect(items).toHaveCount(1)
  await expect(items).toContainText('changed elsewhere')
  await expect(page.getByTestId('detected-of-sent')).toHaveCount(0)
  await page.getByTestId('memo-text').fill('own memo')
  await page.getByTestId('memo-save').click()
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('own memo')
  await expect(items.first().getByTestId('detected-of-sent')).toHaveText('Sent by Banto')
  await openArea(page, 'activity')
  await page.getByTestId('activity-detected').click()
  const row = page.getByTestId('detected-table').getByRole('row').filter({ hasText: 'own memo' })
  await expect(row.filter({ hasText: 'Sent' })).toHaveCount(1)
})

test('A reading that fails shows no change, and after a restart the next reading still shows since when the value was different', async ({
  harness,
  simulator,
}) => {
  let page = await startWithTwoSyncedAccounts(harness, simulator)
  const accountId = await findAlpha(page)
  const { zone } = await readShop(page, accountId)
  servedDomain(simulator, shop).records.clear()
  const removeFault = simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'status', status: 500 } })
  await callMain(page, 'inventory.refreshDomain', { accountId, name: shop, detailKinds: ['zone'] })
  await openArea(page, 'activity')
  await page.getByTestId('activity-detected').click()
  await expect(page.getByTestId('detected-table')).toContainText('No detected changes recorded')
  await expectAccessible(page, 'no detected changes')
  await harness.app().close()
  removeFault()
  page = await harness.start()
  await callMain(page, 'inventory.refreshDomain', { accountId, name: shop, detailKinds: ['zone'] })
  await expect(page.getByTestId('detected-count')).toHaveText('4 detected changes')
  const { rows } = await callMain(page, 'detectedChanges.list', {})
  expect(new Set(rows.map(({ previousReadAt }) => previousReadAt))).toEqual(new Set([zone.readAt]))
})

test('Names of accounts are not cut beside the column of matches, nor in the list of detected changes', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  const accountId = await findAlpha(page)
  await callMain(page, 'accounts.update', { accountId, label: 'Minato Design' })
  await changeRecordElsewhere(simulator, shop, { type: 'A', host: 'www', content: '192.0.2.55' })
  await readShop(page, accountId)
  const isCut = (label: Element) => label.scrollWidth > label.clientWidth
  await openArea(page, 'activity')
  await page.getByTestId('activity-detected').click()
  const account = (table: string) => page.getByTestId(table).getByText('Minato Design').first()
  expect(await account('detected-table').evaluate(isCut)).toBe(false)
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-text').fill('192.0.2.55')
  await expect(page.getByTestId('matched-record').first()).toBeVisible()
  expect(await account('domains-table').evaluate(isCut)).toBe(false)
})
