import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { chooseBulkChange, chooseOption, openArea, openDomain, selectDomain } from '#test/e2e/support/user-steps.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'

const shop = 'alpha-shop.example'
const mail = 'alpha-mail.example'

test('A contact that is saved in the form of one domain fills the form of several, until it is deleted', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await openDomain(page, shop)
  await page.getByTestId('change-whois').click()
  await page.getByTestId('whois-city').fill('Minato')
  const before = await page.getByTestId('whois-email').inputValue()
  await page.getByTestId('preset-save-as').press('Enter')
  await expect(page.getByTestId('preset-name')).toBeFocused()
  await page.keyboard.type('Client A')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('preset-choice')).toContainText('Client A')
  await expect(page.getByTestId('preset-save-as')).toBeFocused()
  await expectAccessible(page, 'Whois form with a saved contact')
  await page.getByTestId('change-cancel').click()
  await page.getByTestId('confirm-action').click()

  await openArea(page, 'domains')
  for (const name of [shop, mail]) await selectDomain(page, name)
  await chooseBulkChange(page, 'contacts')
  await expect(page.getByTestId('whois-city')).toHaveValue('')
  await chooseOption(page, page.getByTestId('preset-choice'), 'Client A')
  await expect(page.getByTestId('whois-city')).toHaveValue('Minato')
  await expect(page.getByTestId('whois-email')).toHaveValue(before)
  await page.getByTestId('whois-city').fill('Chuo')
  await expect(page.getByTestId('preset-choice')).toContainText('Client A (edited)')
  await page.getByTestId('whois-city').fill('Minato')
  await expect(page.getByTestId('preset-choice')).not.toContainText('edited')
  await page.getByTestId('preset-remove').click()
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('preset-choice')).toContainText('Nothing saved yet')
  await expect(page.getByTestId('whois-city')).toHaveValue('Minato')

  // The form disappears when no domain is selected. The app therefore asks before it discards the values.
  const box = (name: string) => page.getByTestId('domains-table').getByRole('checkbox', { name: `Select ${name}` })
  await page.getByTestId('domains-filter-text').fill('alpha-')
  await box(shop).click()
  await box(mail).click()
  await page.getByTestId('confirm-cancel').click()
  await expect(box(mail)).toBeChecked()
  await expect(page.getByTestId('whois-city')).toHaveValue('Minato')
  await box(mail).click()
  await page.getByTestId('confirm-action').click()
  await expect(box(mail)).not.toBeChecked()
  await expect(page.getByTestId('domain-change')).toHaveCount(0)
})
