import type { Page } from '@playwright/test'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { agreeAndPay, requestQuote, expectState } from '#test/e2e/support/purchase-steps.ts'
import {
  addRecord,
  openArea,
  openDomain,
  openSearch,
  recordRow,
  chooseBulkChange,
  selectDomain,
  startSync,
  addAccountByCommands,
  waitUntilSynced,
  type Area,
} from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

test.setTimeout(300_000)

const areas: readonly Area[] = ['overview', 'domains', 'servers', 'orders', 'activity', 'logs', 'console', 'settings']
const bulkKinds = ['nameservers', 'lock', 'privacy', 'contacts', 'replace_value', 'add_record', 'remove_record']
const pages = [
  'orders-renew',
  'orders-acquire',
  'orders-transfer',
  'orders-server',
  'orders-spending',
  'orders-external-purchases',
] as const

/** Opens an area and waits until it is current; a view is loaded at its first opening and shown afterwards. */
async function showArea(page: Page, area: Area): Promise<void> {
  await openArea(page, area)
  await expect(page.getByTestId(`area-${area}`)).toHaveAttribute('aria-current', 'page')
}

/** Checks every area and every page of the orders. */
async function walk(page: Page, what: string): Promise<void> {
  for (const area of areas) {
    await showArea(page, area)
    await expectAccessible(page, `${what}: ${area}`)
  }
  await openArea(page, 'orders')
  for (const name of pages) {
    await page.getByTestId(name).click()
    await expect(page.getByTestId(name)).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page, `${what}: ${name}`)
  }
}

test('Axe finds no violation in the views of an empty profile, light and dark', async ({ harness }) => {
  const page = await harness.start()
  for (const theme of ['light', 'dark'] as const) {
    await callMain(page, 'app.saveSettings', { theme })
    await showArea(page, 'overview')
    await expectAccessible(page, `empty ${theme}: welcome`)
    await showArea(page, 'settings')
    await expectAccessible(page, `empty ${theme}: settings`)
    await page.getByTestId('add-account').click()
    await expect(page.getByTestId('account-form')).toBeVisible()
    await expectAccessible(page, `empty ${theme}: new account`)
  }
})

test('Axe finds no violation in the views, drawers and dialogs of a filled profile, light and dark', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await callMain(page, 'app.saveSettings', { theme: 'light' })
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    folder: 'Shops',
    keys: [
      { label: 'all', secret: secrets.alpha },
      { label: 'reading', secret: secrets.alphaRead },
    ],
  })
  await addAccountByCommands(page, {
    label: 'Beta',
    url: simulator.url,
    folder: 'Shops',
    keys: [{ label: 'all', secret: secrets.beta }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await walk(page, 'en light')

  await openSearch(page, 'alpha')
  await expect(page.getByTestId('search-hit').first()).toBeVisible()
  await expectAccessible(page, 'search')
  await page.getByTestId('search-input').fill('zzzz')
  await expect(page.getByTestId('search-none')).toBeVisible()
  await expectAccessible(page, 'search without a hit')
  await page.keyboard.press('Escape')

  await openDomain(page, 'alpha-shop.example')
  await expectAccessible(page, 'domain')
  await addRecord(page, { type: 'A', host: 'axe', content: '192.0.2.77' })
  await expect(page.getByTestId('confirm')).toBeVisible()
  await expectAccessible(page, 'confirm a record')
  await page.getByTestId('confirm-cancel').click()
  await expectAccessible(page, 'new record')
  await page.keyboard.press('Escape')
  await page.getByTestId('confirm-action').click()
  await recordRow(page, 'www').first().click()
  await expectAccessible(page, 'record')
  await page.keyboard.press('Escape')
  for (const kind of ['whois', 'lock', 'nameservers'] as const) {
    await page.getByTestId(`change-${kind}`).click()
    await expectAccessible(page, `change ${kind}`)
    await page.keyboard.press('Escape')
  }
  await page.getByTestId('change-nameservers').click()
  await page.getByTestId('nameservers').fill('ns1.other.example')
  await page.getByTestId('change-review').click()
  await expect(page.getByTestId('plan-panel')).toBeVisible()
  await expectAccessible(page, 'plan of a domain')
  await page.getByTestId('plan-discard').click()
  await openArea(page, 'domains')
  for (const name of ['alpha-shop.example', 'beta-blog.example']) await selectDomain(page, name)
  await page.getByTestId('domains-change').click()
  await expectAccessible(page, 'changes of selected domains')
  await page.keyboard.press('Escape')
  for (const kind of bulkKinds) {
    await chooseBulkChange(page, kind)
    await expectAccessible(page, `change of several domains: ${kind}`)
    await page.keyboard.press('Escape')
  }
  await chooseBulkChange(page, 'set_ttl')
  await page.getByTestId('set-ttl').fill('300')
  await page.getByTestId('change-review').click()
  await expect(page.getByTestId('plan-panel')).toBeVisible()
  await expectAccessible(page, 'plan of several domains')
  await page.getByTestId('plan-discard').click()

  await page.getByTestId('domains-clear-selection').click()
  await page.getByTestId('domains-csv').click()
  await expectAccessible(page, 'changes from a CSV file')
  await page.locator('#import-text').fill('alpha-shop.example,lock,on\nnowhere.example,lock,on')
  await expect(page.getByTestId('csv-domain')).toBeVisible()
  await expectAccessible(page, 'changes of a CSV file that was read')

  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await expectAccessible(page, 'server')
  await page.getByTestId('server-verify').click()
  await page.getByTestId('verification-review').click()
  await expect(page.getByTestId('verification-drawer').getByRole('alert')).toHaveCount(2)
  await expectAccessible(page, 'verification record')
  await page.keyboard.press('Escape')

  await openArea(page, 'logs')
  await page.getByTestId('logs-tab-requests').click()
  await expectAccessible(page, 'calls of the app')
  await page.getByTestId('logs-tab-execution').click()
  await page.getByTestId('logs-fetch-state-details').click()
  await expectAccessible(page, 'fetch states of the logs')

  const alpha = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Alpha')
  await page.evaluate((id) => location.assign(`#/accounts/${id}`), alpha?.id)
  await expect(page.getByTestId('account-view')).toBeVisible()
  await expectAccessible(page, 'account')
  await page.getByTestId('account-edit-open').click()
  await expectAccessible(page, 'edit account')
  await page.keyboard.press('Escape')
  await page.getByTestId('key-add').click()
  await expectAccessible(page, 'add key')
  await page.keyboard.press('Escape')
  await page.getByTestId('key-actions').first().click()
  await expectAccessible(page, 'actions of a key')
  await page.getByTestId('key-rename').click()
  await expectAccessible(page, 'rename key')
  await page.keyboard.press('Escape')
  await page.getByTestId('account-remove').click()
  await expectAccessible(page, 'remove account')
  await page.getByTestId('confirm-cancel').click()

  await callMain(page, 'app.saveSettings', { theme: 'dark', language: 'ja' })
  await page.getByTestId('sidebar-account').filter({ hasText: 'Alpha' }).click()
  await openArea(page, 'domains')
  await page.getByTestId('domains-csv').click()
  await page.locator('#import-text').fill('alpha-shop.example,lock,on\nnowhere.example,lock,on')
  await expect(page.getByTestId('csv-domain')).toBeVisible()
  await expectAccessible(page, 'ja dark: changes of a CSV file that was read')
  await openArea(page, 'orders')
  await page.getByTestId('orders-acquire').click()
  await page.getByTestId('names').fill('banto-axe.com example.com')
  await page.getByTestId('search-names').click()
  await expect(page.getByTestId('found-table').getByRole('row').filter({ hasText: 'banto-axe.com' })).toBeVisible()
  await expectAccessible(page, 'names looked up')
  await page.getByTestId('basket-banto-axe.com').click()
  await requestQuote(page)
  await expectAccessible(page, 'to pay')
  await agreeAndPay(page)
  await expectState(page, 'banto-axe.com', 'done')
  await expectAccessible(page, 'paid')
  await openArea(page, 'orders')
  await page.getByTestId('orders-table').getByRole('row').filter({ hasText: 'banto-axe.com' }).click()
  await expectAccessible(page, 'order')
  await page.keyboard.press('Escape')
  await callMain(page, 'app.saveSettings', { railIsNarrow: true })
  await walk(page, 'ja dark narrow')
})
