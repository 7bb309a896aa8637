import type { Page } from '@playwright/test'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { openArea, openDomain, startSync, addAccountByCommands, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import type { Simulator } from '#simulator/start-simulator.ts'

const shop = 'alpha-shop.example'

async function openEditor(harness: AppHarness, simulator: Simulator): Promise<Page> {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await openDomain(page, shop)
  await page.getByTestId('zone-edit').click()
  await expect(draftRow(page, 'www')).toBeVisible()
  return page
}

const draftRow = (page: Page, text: string) => page.getByTestId('draft-row').filter({ hasText: text })
const zoneOf = (simulator: Simulator) =>
  [...(simulator.world.owners.get(shop)?.domains.get(shop)?.records.values() ?? [])]
    .map(({ type, host, content }) => `${host} ${type} ${content}`)
    .toSorted()
const writes = (simulator: Simulator) => simulator.ledger.requests.filter(({ method }) => method !== 'GET')

/** Changes www, adds shop and deletes the TXT record, with the keyboard alone. */
async function editByKeyboard(page: Page): Promise<void> {
  await page.getByTestId('draft-table').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('203.0.113.5')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Insert')
  await page.keyboard.type('shop')
  await page.keyboard.press('Tab')
  await page.keyboard.type('203.0.113.6')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Delete')
  await expect(page.getByTestId('draft-summary')).toHaveText('1 to add · 1 to change · 1 to delete')
}

test('A zone is edited with the keyboard, and its changes are sent after their review only', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  const before = zoneOf(simulator)
  await editByKeyboard(page)
  await expectAccessible(page, 'zone editor with edits')
  await page.getByTestId('zone-editor-review').click()
  await expect(page.getByTestId('plan-view')).toBeVisible()
  expect(writes(simulator)).toEqual([])
  await page.getByTestId('plan-run').click()
  const item = page.getByTestId('job-items').getByRole('row').filter({ hasText: shop })
  await expect(item).toContainText('Done')
  await item.click()
  await expect(page.getByTestId('job-item-drawer')).toContainText('203.0.113.6')
  await expectAccessible(page, 'job with the changes of a domain')
  expect(zoneOf(simulator)).toEqual(
    [
      ...before.filter((record) => !record.startsWith('www ') && !record.includes('TXT')),
      'shop A 203.0.113.6',
      'www A 203.0.113.5',
    ].toSorted(),
  )
  expect(
    writes(simulator)
      .map(({ method }) => method)
      .toSorted(),
  ).toEqual(['DELETE', 'POST', 'PUT'])

  await openArea(page, 'activity')
  await expect(page.getByTestId('activity-table').getByRole('row').filter({ hasText: '203.0.113.6' })).toContainText(
    'Done',
  )
  await expect(page.getByTestId('activity-count')).toHaveText('3 changes')
  await page.getByTestId('activity-table').getByRole('row').filter({ hasText: '203.0.113.6' }).click()
  await expect(page.getByTestId('change-drawer')).toContainText('A shop')
  await expectAccessible(page, 'changes with one of them open')
  await page.getByTestId('activity-jobs').click()
  await expectAccessible(page, 'jobs')
  await page.getByRole('link', { name: shop }).click()
  await page.getByTestId('job-undo').click()
  await page.getByTestId('plan-run').click()
  await expect(page.getByTestId('job-items').getByRole('row').filter({ hasText: shop })).toContainText('Done')
  await expect.poll(() => zoneOf(simulator)).toEqual(before)
})

test('A draft survives a restart with its edits, and Ctrl+Z takes back the last one', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  await editByKeyboard(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByTestId('draft-summary')).toHaveText('1 to add · 1 to change · 0 to delete')
  await page.keyboard.press('ControlOrMeta+y')
  await page.getByTestId('zone-editor-back').click()
  await expect(page.getByTestId('domain-page')).toBeVisible()
  await harness.app().close()
  const again = await harness.start()
  await openDomain(again, shop)
  await again.getByTestId('zone-edit').click()
  await expect(again.getByTestId('draft-summary')).toHaveText('1 to add · 1 to change · 1 to delete')
  await again.getByTestId('draft-discard').click()
  await expect(again.getByTestId('draft-summary')).toHaveCount(0)
  expect(writes(simulator)).toEqual([])
})

test('A record that breaks a rule is marked while it is typed, and the draft cannot be sent', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  await draftRow(page, 'www').dblclick()
  await page.getByTestId('draft-content').fill('999.1.1.1')
  await expect(page.getByTestId('draft-content')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('draft-finding')).toContainText('IPv4')
  await expect(page.getByTestId('zone-editor-review')).toBeDisabled()
  await expect(page.getByTestId('zone-editor-invalid')).toHaveText('1 record breaks a rule and cannot be sent.')
})
