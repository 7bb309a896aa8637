import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { addAlpha } from '#test/e2e/support/dns-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { saveCsv } from '#test/e2e/support/saved-csv.ts'
import { openArea, openDomain, selectDomain } from '#test/e2e/support/user-steps.ts'

const shop = 'alpha-shop.example'
const mail = 'alpha-mail.example'

test('A customer is set for the selected domains in one step, the list filters by it, and its file names it', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openArea(page, 'domains')
  for (const name of [shop, mail]) await selectDomain(page, name)
  await page.getByTestId('domains-filter-text').fill('')
  const sent = simulator.ledger.requests.length
  await page.getByTestId('domains-change').click()
  await page.getByTestId('bulk-tags').click()
  await expect(page.getByTestId('tags-apply')).toBeDisabled()
  await page.getByTestId('customer-set').click()
  await page.keyboard.insertText('青葉商店')
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'drawer for the customer of several domains')
  await page.getByTestId('tags-apply').click()
  await expect(page.getByTestId('tags-message')).toContainText('The customers or tags of 2 domains were changed.')
  await page.getByTestId('domains-clear-selection').click()

  await page.getByTestId('fact-filters-open').click()
  await page.getByTestId('fact-customers').click()
  await page.locator('.n-base-select-option:visible').filter({ hasText: '青葉商店' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('fact-chip-customers')).toContainText('Customer: 青葉商店')
  await expect(page.getByTestId('domains-count')).toHaveText(/^2 of /)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'domain list filtered by a customer')
  const saved = await saveCsv(page, harness, { button: 'domains-export', name: 'domains.csv' })
  expect(saved.map((row) => [row['Name'], row['Customer']])).toEqual([
    [mail, '青葉商店'],
    [shop, '青葉商店'],
  ])
  expect(simulator.ledger.requests).toHaveLength(sent)
})

test('A customer typed on the page of a domain is stored when the field is left, and a name that is too long is refused', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openDomain(page, shop)
  await page.getByTestId('annotation-customer').click()
  await page.keyboard.insertText(' Aoba   Ltd ')
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('annotation-customer')).toContainText('Aoba Ltd')
  expect(await callMain(page, 'annotations.customers', {})).toEqual({ domains: ['Aoba Ltd'], servers: [] })
  await openDomain(page, mail)
  await page.getByTestId('annotation-customer').click()
  await page.keyboard.insertText('x'.repeat(101))
  await page.keyboard.press('Enter')
  await expect(page.getByText('A customer’s name has at most 100 characters.')).toBeVisible()
  await page.getByTestId('annotation-customer').click()
  await page.keyboard.insertText('aoba')
  await page.locator('.n-base-select-option:visible').filter({ hasText: 'Aoba Ltd' }).click()
  await expect(page.getByTestId('annotation-customer')).toContainText('Aoba Ltd')
  await expectAccessible(page, 'domain page with a customer')
})

test('A file with a column of customers changes them after its preview was accepted', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlpha(page, simulator)
  const path = join(dirname(harness.profile), 'customers.csv')
  writeFileSync(path, `name,customer\n${shop},=Aoba\n${mail},Kaede\nnobody.example,Aoba\n`)
  await openArea(page, 'settings')
  await harness.app().app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, path)
  await page.getByTestId('tags-import').click()
  await expect(page.getByTestId('tags-preview-counts')).toContainText('Changes 2 domains and servers.')
  await expect(page.getByTestId('tags-findings')).toContainText('Line 4: No domain or server of this name')
  await page.getByTestId('tags-import-apply').click()
  await expect(page.getByTestId('tags-preview')).toHaveCount(0)
  expect((await callMain(page, 'annotations.customers', {})).domains).toEqual(['=Aoba', 'Kaede'])
})
