import type { Page } from '@playwright/test'
import { listWrites, servedZone } from '#test/e2e/support/zone-and-plan-steps.ts'
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

async function pasteIntoDraft(page: Page, text: string): Promise<void> {
  await page.getByTestId('draft-table').evaluate((table, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    table.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
}

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
  await expect(page.getByTestId('draft-summary')).toHaveText('Edits: 1 added · 1 changed · 1 deleted')
}

test('A zone is edited with the keyboard, and its changes are sent after their review only', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  const before = servedZone(simulator, shop)
  await editByKeyboard(page)
  await expectAccessible(page, 'zone editor with edits')
  await page.getByTestId('zone-editor-review').click()
  await expect(page.getByTestId('plan-view')).toBeVisible()
  expect(listWrites(simulator)).toEqual([])
  await page.getByTestId('plan-run').click()
  const item = page.getByTestId('job-items').getByRole('row').filter({ hasText: shop })
  await expect(item).toContainText('Done')
  await item.click()
  await expect(page.getByTestId('job-item-drawer')).toContainText('203.0.113.6')
  await expect(page.getByTestId('job-export')).toBeVisible()
  await expectAccessible(page, 'job with the changes of a domain')
  expect(servedZone(simulator, shop)).toEqual(
    [
      ...before.filter((record) => !record.startsWith('www ') && !record.includes('TXT')),
      'shop A 203.0.113.6',
      'www A 203.0.113.5',
    ].toSorted(),
  )
  expect(
    listWrites(simulator)
      .map((call) => call.split(' ')[0])
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
  await expect.poll(() => servedZone(simulator, shop)).toEqual(before)
})

test('A draft survives a restart with its edits, and Ctrl+Z takes back the last one', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  await editByKeyboard(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByTestId('draft-summary')).toHaveText('Edits: 1 added · 1 changed · 0 deleted')
  await page.keyboard.press('ControlOrMeta+y')
  await page.getByTestId('zone-editor-back').click()
  await expect(page.getByTestId('domain-page')).toBeVisible()
  await harness.app().close()
  const again = await harness.start()
  await openDomain(again, shop)
  await expect(again.getByTestId('zone-draft-notice')).toContainText('Edits: 1 added · 1 changed · 1 deleted')
  await again.getByTestId('zone-draft-open').click()
  await expect(again.getByTestId('draft-summary')).toHaveText('Edits: 1 added · 1 changed · 1 deleted')
  await again.getByTestId('draft-discard').click()
  await expect(again.getByTestId('draft-summary')).toHaveCount(0)
  expect(listWrites(simulator)).toEqual([])
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

test('A new record is judged by what is typed so far, and not before anything was typed', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  await page.getByTestId('draft-add').click()
  await expect(page.getByTestId('draft-unfinished')).toBeVisible()
  await expect(page.getByTestId('draft-finding')).toHaveCount(0)
  await expect(page.getByTestId('selected-record').getByRole('heading')).toHaveText('A record without a host')
  await expect(page.getByTestId('draft-host')).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByTestId('zone-editor-unfinished')).toHaveText('1 new record is not complete yet.')
  await expect(page.getByTestId('zone-editor-review')).toBeDisabled()

  await page.getByLabel('Type', { exact: true }).selectOption('TXT')
  await page.getByTestId('draft-host').fill('_dmarc')
  await page.getByTestId('draft-content').fill('v=DMARC1; p=none')
  await expect(page.getByTestId('selected-record').getByRole('heading')).toHaveText(`TXT _dmarc.${shop}`)
  await expect(page.getByTestId('mail-record-explanation').first()).toContainText('delivered as before')
  await expect(page.getByTestId('zone-editor-unfinished')).toHaveCount(0)
  await expect(page.getByTestId('zone-editor-invalid')).toHaveCount(0)
  await expect(page.getByTestId('zone-editor-review')).toBeEnabled()

  await page.getByTestId('draft-content').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('draft-finding')).toContainText('Content is empty')
  await expect(page.getByTestId('zone-editor-invalid')).toHaveText('1 record breaks a rule and cannot be sent.')
})

test('Refused lines of a pasted text are listed with their reasons until the list is closed', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  await pasteIntoDraft(page, 'new 3600 IN A 203.0.113.9\nbad 3600 IN A 999.1.1.1\nmore 3600 IN A 203.0.113.8\n')
  await expect(draftRow(page, '203.0.113.9')).toBeVisible()
  await expect(page.getByTestId('refused-paste')).toContainText('1 pasted line cannot be used')
  await expect(page.getByTestId('refused-paste')).toContainText('Line 2')
  await expect(page.getByTestId('refused-paste')).toContainText('999.1.1.1')
  await expect(page.getByText('2 records added from the clipboard')).toHaveCount(0)
  await expectAccessible(page, 'zone editor with refused lines')
  await page.getByTestId('refused-paste-close').click()
  await expect(page.getByTestId('refused-paste')).toHaveCount(0)
})

test('A draft with a record that the zone already has cannot be sent, and a second SPF record is marked', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  const [, , address] = servedZone(simulator, shop)
    .find((record) => record.startsWith('www A '))
    ?.split(' ') as string[]
  // The zone has one already.
  const spf = '@ 3600 IN TXT "v=spf1 a -all"\n'
  await pasteIntoDraft(page, `www 1200 IN A ${address}\nnew 3600 IN A 203.0.113.9\n${spf}`)
  await expect(page.getByTestId('draft-summary')).toHaveText('Edits: 3 added · 0 changed · 0 deleted')
  await expect(page.getByTestId('zone-editor-invalid')).toHaveText('1 record breaks a rule and cannot be sent.')
  await expect(page.getByTestId('zone-editor-review')).toBeDisabled()
  await expect(draftRow(page, 'v=spf1 a').getByRole('img')).toHaveAccessibleName(/With 2 SPF records at one host/)
  await draftRow(page, 'v=spf1 a').click()
  await expect(page.getByTestId('mail-record-explanation').first()).toContainText('Receivers use no part of the record')
  await expect(page.getByTestId('selected-record')).not.toContainText('Refused: All other senders')
})

test('A domain that was planned again shows the state of the later item, with a link to its job', async ({
  harness,
  simulator,
}) => {
  const page = await openEditor(harness, simulator)
  await editByKeyboard(page)
  simulator.faults.add({
    match: { method: 'POST', path: `${shop}/dns` },
    times: 1,
    fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
  })
  await page.getByTestId('zone-editor-review').click()
  await page.getByTestId('plan-run').click()
  const item = page.getByTestId('job-items').getByRole('row').filter({ hasText: shop })
  await expect(item).toContainText('Failed')
  const failedJob = page.url()
  await page.getByTestId('job-plan-rest').click()
  await page.getByTestId('plan-run').click()
  await expect(item).toContainText('Done')
  const laterJob = page.url()
  await page.goBack()
  await expect(page).toHaveURL(failedJob)
  await expect(page.getByTestId('job-state')).toHaveText('1 handled by a new plan')
  await expect(item).not.toContainText('Failed')
  await page.getByTestId('job-filter-state').getByText('Handled by a new plan').click()
  await expect(item).toContainText('Handled by a new plan')
  await expect(page.getByTestId('job-plan-rest')).toHaveCount(0)
  await item.click()
  await expect(item).toContainText('Planned again: Done')
  await expect(page.getByTestId('job-item-planned-again')).toContainText('Done')
  await expectAccessible(page, 'job with a domain that a later job finished')
  await page.getByTestId('job-item-planned-again').getByRole('link').click()
  await expect(page).toHaveURL(laterJob)
  await expect(page.getByTestId('job-item-drawer')).toHaveCount(0)
})
