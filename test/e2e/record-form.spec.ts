import type { Simulator } from '#simulator/start-simulator.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { chooseOption, openArea, openDomain, recordRow } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

function writesOf(simulator: Simulator): string[] {
  return simulator.ledger.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
}

test('An invalid record is not sent, and each invalid field has an error', async ({ harness, simulator }) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openDomain(page, 'alpha-shop.example')
  await page.getByTestId('record-add').click()
  await page.getByTestId('record-host').fill('h'.repeat(65))
  await page.getByTestId('record-ttl').fill('5')
  await page.getByTestId('record-save').click()
  await expect(page.getByTestId('record-host-says')).toContainText('65')
  await expect(page.getByTestId('record-content-says')).toContainText('Content is empty')
  await expect(page.getByTestId('record-ttl-says')).toContainText('60')
  await expect(page.getByTestId('confirm')).toBeHidden()
  expect(writesOf(simulator)).toEqual([])
})

test('Unsent edits are not dropped without a confirmation', async ({ harness, simulator }) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openDomain(page, 'alpha-shop.example')
  await recordRow(page, 'www').first().click()
  await chooseOption(page, page.getByTestId('record-type'), 'A')
  await page.getByTestId('record-content').fill('203.0.113.9')
  await openArea(page, 'servers')
  await page.getByTestId('confirm-cancel').click()
  await expect(page.getByTestId('confirm')).toBeHidden()
  await expect(page.getByTestId('record-content')).toHaveValue('203.0.113.9')
  await page.keyboard.press('Escape')
  // The confirmation names the record as the list and the title of the form do.
  await expect(page.getByTestId('confirm')).toContainText('A www')
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('record-content')).toBeHidden()
  expect(writesOf(simulator)).toEqual([])
})
