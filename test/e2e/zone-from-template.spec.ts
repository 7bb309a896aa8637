import type { Page } from '@playwright/test'
import {
  changeRecordElsewhere,
  listWrites,
  openDrawerOfZoneMenu,
  locateDomainInPlan,
  runPlan,
  servedZone,
} from '#test/e2e/support/zone-and-plan-steps.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { chooseOption, openArea, openDomain, selectDomain } from '#test/e2e/support/user-steps.ts'
import { startWithSyncedAlpha, startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

const mail = 'alpha-mail.example'

async function openEditor(page: Page): Promise<void> {
  await openDomain(page, mail)
  await page.getByTestId('zone-edit').click()
  await expect(draftRow(page, 'v=spf1')).toBeVisible()
}

const draftRow = (page: Page, text: string) => page.getByTestId('draft-row').filter({ hasText: text })

test('A zone is built from a template, edited, planned anew after a change elsewhere, restored from a snapshot and changed back', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  const before = servedZone(simulator, mail)
  simulator.ledger.clear()

  await openDomain(page, mail)
  await openDrawerOfZoneMenu(page, 'Apply a template')
  await chooseOption(page, page.getByTestId('template-choice'), 'Mail on this server')
  await page.locator('#template-server_ipv4').fill('203.0.113.25')
  await page.locator('#template-dmarc_address').fill('dmarc@alpha-mail.example')
  await expect(page.getByTestId('record-preview').locator('li')).toHaveCount(4)
  await expect(page.getByTestId('record-preview').locator('li').first()).toContainText(/TTL \d+/)
  await page.getByTestId('plan-start').click()
  await expect(page.getByTestId('plan-change-counts')).toContainText('4 records to add')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review template “Mail on this server”')
  await runPlan(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Template “Mail on this server” for ${mail}`)
  const built = [
    ...before,
    '@ MX mail.alpha-mail.example',
    '@ TXT v=spf1 mx ~all',
    '_dmarc TXT v=DMARC1; p=none; rua=mailto:dmarc@alpha-mail.example',
    'mail A 203.0.113.25',
  ].toSorted()
  expect(servedZone(simulator, mail)).toEqual(built)

  await openEditor(page)
  await draftRow(page, '203.0.113.25').dblclick()
  await page.getByTestId('draft-content').fill('203.0.113.26')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Insert')
  await page.getByTestId('draft-host').fill('shop')
  await page.getByTestId('draft-content').fill('203.0.113.27')
  await page.keyboard.press('Enter')
  await page.getByTestId('zone-editor-review').click()
  await expect(page.getByTestId('plan-change')).toHaveCount(2)

  // Nothing is sent on top of a zone that the user did not see.
  await changeRecordElsewhere(simulator, mail, { type: 'A', host: 'mail', content: '198.51.100.9' })
  simulator.ledger.clear()
  await page.getByTestId('plan-run').click()
  const item = page.getByTestId('job-items').getByRole('row').filter({ hasText: mail })
  await expect(item).toContainText('Needs a new plan')
  // The reason is read whole.
  const reason = item.getByTestId('job-item-summary')
  expect(await reason.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(false)
  await page.getByTestId('job-plan-rest').click()
  await expect(page.getByTestId('plan-change')).toHaveCount(1)
  await expect(page.getByTestId('plan-change').locator('ins')).toContainText('203.0.113.27')
  await expect(locateDomainInPlan(page, mail)).toContainText(
    'A mail 203.0.113.25 (TTL 3600) is not in the zone as planned; now: 198.51.100.9 (TTL 3600).',
  )
  expect(listWrites(simulator)).toEqual([])
  await page.getByTestId('plan-discard').click()

  await openEditor(page)
  await expect(page.getByTestId('zone-editor-elsewhere')).toContainText(
    'Your edits would overwrite these changes: A mail.',
  )
  // The warning stays as long as the edits would overwrite something.
  await expect(page.getByTestId('zone-editor-elsewhere').getByRole('button')).toHaveCount(0)
  await expect(page.getByTestId('draft-summary')).toHaveText('Edits: 1 added · 1 changed · 0 deleted')
  await page.getByTestId('zone-editor-review').click()
  await expect(page.getByTestId('plan-change').filter({ hasText: 'mail' }).locator('del')).toHaveText('198.51.100.9')
  await runPlan(page)
  const edited = [
    ...built.filter((record) => record !== 'mail A 203.0.113.25'),
    'mail A 203.0.113.26',
    'shop A 203.0.113.27',
  ].toSorted()
  expect(servedZone(simulator, mail)).toEqual(edited)
  expect(listWrites(simulator).map((call) => call.split(' ')[0])).toEqual(['PUT', 'POST'])

  // The oldest snapshot is the zone before the template.
  await openDomain(page, mail)
  await openDrawerOfZoneMenu(page, 'Snapshots')
  await expect(page.getByTestId('snapshot')).toHaveCount(2)
  await page.getByTestId('snapshot').last().getByRole('button').first().click()
  await expect(page.getByTestId('snapshot-details')).toContainText('5 differences')
  await page.getByTestId('plan-start').click()
  await expect(page.getByTestId('plan-change')).toHaveCount(5)
  // The domain loses its only mail server.
  await expect(page.getByTestId('plan-run')).toBeDisabled()
  await page.locator('#plan-typed').fill(mail)
  await runPlan(page)
  expect(servedZone(simulator, mail)).toEqual(before)

  await page.getByTestId('job-undo').click()
  await expect(page.getByTestId('plan-change-counts')).toContainText('5 records to add')
  await runPlan(page)
  expect(servedZone(simulator, mail)).toEqual(edited)
})

test('A click in the template drawer counts, although the field that it leaves shows its error above', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await openDomain(page, mail)
  await openDrawerOfZoneMenu(page, 'Apply a template')
  // The drawer gives the focus to its first empty field.
  const address = page.getByTestId('template-drawer').locator('#template-server_ipv4')
  await expect(address).toBeFocused()
  const mode = page.getByTestId('template-drawer').getByText('Replace these hosts')
  await mode.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, height = 0 } = (await mode.boundingBox()) ?? {}
  await page.mouse.move(x + height, y + height / 2)
  await page.mouse.down()
  await expect(address).not.toBeFocused()
  await page.mouse.up()
  await expect(page.getByRole('radio', { name: 'Replace these hosts' })).toBeChecked()
  await expect(page.getByTestId('template-drawer').getByRole('alert').first()).toBeVisible()
})

test('The drawers of templates and imports say for how many selected domains the records are', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await openArea(page, 'domains')
  for (const name of [mail, 'alpha-shop.example']) await selectDomain(page, name)
  for (const form of ['template', 'import']) {
    await page.getByTestId('domains-change').click()
    await page.getByTestId(`bulk-${form}`).click()
    await expect(page.getByTestId('drawer-domains')).toHaveText('For 2 domains, as selected when this form was opened')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('drawer-domains')).toBeHidden()
  }
})

test('The button that sends a plan stays enabled while the state of its accounts is read again', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await openDomain(page, mail)
  await openDrawerOfZoneMenu(page, 'Apply a template')
  await chooseOption(page, page.getByTestId('template-choice'), 'Mail on this server')
  await page.locator('#template-server_ipv4').fill('203.0.113.25')
  await page.locator('#template-dmarc_address').fill('dmarc@alpha-mail.example')
  await page.getByTestId('plan-start').click()
  const button = page.getByTestId('plan-run')
  await expect(button).toBeEnabled()
  const times = await button.evaluateHandle((element) => {
    const times: number[] = []
    new MutationObserver(() => element.hasAttribute('disabled') && times.push(performance.now())).observe(element, {
      attributes: true,
    })
    return times
  })
  const accountId = (await callMain(page, 'accounts.list', null))[0]?.id ?? ''
  await callMain(page, 'accounts.update', { accountId, isReadOnly: true })
  // The summary is read again.
  await expect(page.getByTestId('plan-cost-waits')).toBeVisible()
  expect(await times.evaluate((found) => found.length)).toBe(0)
})
