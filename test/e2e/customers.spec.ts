import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { addAlphaAndBeta } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { removeFromAlphasListsAndSync } from '#test/e2e/support/remove-from-service-lists-and-sync.ts'
import { saveCsv } from '#test/e2e/support/save-and-read-csv.ts'
import { openArea, openDomain, selectDomain } from '#test/e2e/support/user-steps.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'

const shop = 'alpha-shop.example'
const mail = 'alpha-mail.example'

test('A customer is set for the selected domains in one step, the list filters by it, and its file names it', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
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
  await expect(page.getByTestId('tags-apply')).toHaveText('Change the customers of 2 domains')
  await page.getByTestId('tags-apply').click()
  await expect(page.getByTestId('tags-message')).toContainText('The customers of 2 domains were changed.')
  await page.getByTestId('domains-clear-selection').click()

  await page.getByTestId('attribute-filters-open').click()
  await page.getByTestId('attribute-customers').click()
  await page.locator('.n-base-select-option:visible').filter({ hasText: '青葉商店' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('attribute-chip-customers')).toContainText('Customer: 青葉商店')
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
  const page = await startWithSyncedAlpha(harness, simulator)
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
  const page = await startWithSyncedAlpha(harness, simulator)
  const path = join(dirname(harness.profile), 'customers.csv')
  writeFileSync(path, `name,customer\n${shop},=Aoba\n${mail},Kaede\nnobody.example,Aoba\n`)
  await openArea(page, 'settings')
  await harness.app().app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, path)
  await page.getByTestId('tags-import').click()
  await expect(page.getByTestId('tags-preview-counts')).toContainText(
    'Changes the notes, tags or customers of 2 domains and servers.',
  )
  await expect(page.getByTestId('tags-findings')).toContainText('Line 4: No domain or server of this name')
  await page.getByTestId('tags-import-apply').click()
  await expect(page.getByTestId('tags-preview')).toHaveCount(0)
  expect((await callMain(page, 'annotations.customers', {})).domains).toEqual(['=Aoba', 'Kaede'])
})

test('The page of a customer says what expires next and what it costs, and the print sheet and the file say the same; it is renamed there', async ({
  harness,
  simulator,
}) => {
  const [tld] = simulator.world.file.tlds
  if (!tld) throw new Error('The world has no TLD')
  simulator.world.file.tlds = [...simulator.world.file.tlds, { ...tld, tld: 'example' }]
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  const { rows } = await callMain(page, 'inventory.domains', { sort: 'expiry' })
  const servers = await callMain(page, 'inventory.servers', {})
  const owned = rows.filter(({ status }) => status === 'active').slice(0, 3)
  const targets = [
    ...owned.map(({ accountId, name }) => ({ kind: 'domain' as const, accountId, name })),
    ...servers.rows.slice(0, 1).map(({ accountId, name }) => ({ kind: 'server' as const, accountId, name })),
  ]
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-customers')).toHaveCount(0)
  await callMain(page, 'annotations.changeTagsAndCustomers', {
    changes: targets.map((target) => ({ target, customer: 'Aoba Ltd' })),
  })
  await page.getByTestId('domains-customers').click()
  await expect(page.getByTestId('customers-count')).toHaveText('1 customer')
  await expectAccessible(page, 'list of customers')
  await page.getByTestId('customers-table').getByText('Aoba Ltd').click()
  await expect(page.getByTestId('customer-counts')).toHaveText('3 domains · 1 server')
  await expect(page.getByTestId('customer-sum')).toHaveText('No renewal price is known.')
  await expect(page.getByTestId('customer-unpriced')).toContainText('3 domains: price not read')
  await expect(page.getByTestId('customer-table').getByText('Price not read')).toHaveCount(3)
  await page.getByTestId('customer-read-prices').click()
  await expect(page.getByTestId('customer-sum')).toContainText('for 3 domains, 1 year each')
  await expect(page.getByTestId('customer-unpriced')).toHaveText(/^Not included:\s*1 server: the API gives no/)
  const sum = /¥[\d,]+/.exec(await page.getByTestId('customer-sum').innerText())?.[0] ?? ''
  await expectAccessible(page, 'page of a customer')

  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = document.querySelector('.print-sheet')?.textContent ?? ''
    }
  })
  await page.getByTestId('customer-print').click()
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    new RegExp(`Aoba Ltd[^]*${sum.slice(1)} for 3 domains`),
  )
  for (const { name } of owned)
    await expect(page.locator('body')).toHaveAttribute('data-printed', new RegExp(name.replaceAll('.', '\\.')))
  await expect(page.getByTestId('print-sheet')).toHaveCount(0)

  const { rows: all } = await callMain(page, 'inventory.domains', { sort: 'expiry' })
  const alphaId = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Alpha')?.id
  const other = all.find(({ customer, accountId }) => customer === '' && accountId === alphaId)
  if (!other) throw new Error('Every domain has the customer')
  await callMain(page, 'annotations.changeTagsAndCustomers', {
    changes: [{ target: { kind: 'domain', accountId: other.accountId, name: other.name }, customer: 'Kaede' }],
  })
  await page.getByTestId('customer-rename-open').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#customer-new-name')).toBeFocused()
  await page.keyboard.insertText('kaede')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('customer-merge')).toContainText(
    'exists already (1 domain · 0 servers). Both become one customer with 4 domains · 1 server.',
  )
  await expectAccessible(page, 'dialog that merges two customers')
  await page.getByTestId('customer-rename-cancel').click()
  await removeFromAlphasListsAndSync(page, simulator, { domains: [other.name] })
  await page.getByTestId('customer-rename-open').click()
  await page.locator('#customer-new-name').fill('kaede')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('customer-merge')).toContainText(
    'exists already (0 domains · 0 servers · 1 no longer listed). Both become one customer with 3 domains · 1 server · 1 no longer listed.',
  )
  await page.locator('#customer-new-name').fill('青葉商店')
  await expect(page.getByTestId('customer-merge')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('customer-rename')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '青葉商店' })).toBeVisible()
  await expect(page.getByTestId('customer-counts')).toHaveText('3 domains · 1 server')
  await page.getByTestId('customer-undo').click()
  await expect(page.getByTestId('customer-message')).toContainText('have the customer “Aoba Ltd” again')
  await expect(page.getByRole('heading', { name: 'Aoba Ltd' })).toBeVisible()

  const saved = await saveCsv(page, harness, { button: 'customer-export', name: 'customer.csv' })
  expect(saved).toHaveLength(targets.length)
  const prices = saved.map((row) => Number(row['Renewal for 1 year (yen)'] ?? 0))
  expect(prices.reduce((total, yen) => total + yen, 0)).toBe(Number(sum.replaceAll(/[¥,]/g, '')))
  expect(saved.find((row) => row['Kind'] === 'Server')?.['Why without a price']).toBe('Not given by the API')

  await page.getByTestId('customer-domains').click()
  await expect(page.getByTestId('domains-count')).toHaveText(/^3 of /)
})

test('The search opens a customer by its name, and the page of a name that nothing has any more says so', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await openDomain(page, shop)
  await page.getByTestId('annotation-customer').click()
  await page.keyboard.insertText('青葉商店')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('annotation-open-customer')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByTestId('search-input').fill('青葉商店')
  await expect(page.getByTestId('command-customer-青葉商店')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('customer-counts')).toHaveText('1 domain · 0 servers')
  const { rows } = await callMain(page, 'inventory.domains', { filter: { text: shop } })
  await callMain(page, 'annotations.changeTagsAndCustomers', {
    changes: rows.map(({ accountId, name }) => ({
      target: { kind: 'domain' as const, accountId, name },
      customer: '',
    })),
  })
  await expect(page.getByTestId('customer-unknown')).toBeVisible()
  await expectAccessible(page, 'page of a customer that nothing has')
})

test('The way back from a customer and from one of its domains shows the lists as they were left', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const { rows } = await callMain(page, 'inventory.domains', {})
  const [first, ...others] = rows.map(({ accountId, name }) => ({ kind: 'domain' as const, accountId, name }))
  if (!first) throw new Error('Alpha has no domain')
  await callMain(page, 'annotations.changeTagsAndCustomers', {
    changes: [{ target: first, customer: 'Aoba Ltd' }, ...others.map((target) => ({ target, customer: 'Umi Ltd' }))],
  })
  await openArea(page, 'domains')
  await page.getByTestId('domains-customers').click()
  const customers = page.getByTestId('customers-table').getByRole('grid')
  const order = customers.getByRole('columnheader', { name: 'Domains' })
  await order.getByRole('button').click()
  await expect(order).toHaveAttribute('aria-sort', /ending/)
  await customers.getByText('Umi Ltd').click()
  const items = page.getByTestId('customer-table').getByRole('grid')
  const opened = items.getByRole('row').filter({ hasText: 'alpha-shop.example' })
  await opened.click()
  await page.getByTestId('domain-back').click()
  await expect(items).toBeFocused()
  await expect(items).toHaveAttribute('aria-activedescendant', (await opened.getAttribute('id')) ?? 'no row')
  await page.getByTestId('customer-back').click()
  await expect(customers).toBeFocused()
  await expect(order).toHaveAttribute('aria-sort', /ending/)
  const row = customers.getByRole('row').filter({ hasText: 'Umi Ltd' })
  await expect(customers).toHaveAttribute('aria-activedescendant', (await row.getAttribute('id')) ?? 'no row')
})
