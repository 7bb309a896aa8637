import { callMain } from '#test/e2e/support/call-main.ts'
import { removeFromAlphasListsAndSync } from '#test/e2e/support/remove-from-service-lists-and-sync.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { openArea, openSearch, recordRow, selectDomain, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'

const shop = 'alpha-shop.example'
const mail = 'alpha-mail.example'

test('Gone domains have a view of their own, and what is stored of them is deleted only after a confirmation that counts it', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const [account] = await callMain(page, 'accounts.list', null)
  await callMain(page, 'annotations.setNote', {
    target: { kind: 'domain', accountId: account?.id ?? '', name: shop },
    note: 'Moved to another provider',
  })
  await removeFromAlphasListsAndSync(page, simulator, { domains: [shop, mail] })

  await openSearch(page, 'gone domains')
  await page.getByTestId('command-gone-domains').click()
  await expect(page.getByRole('heading', { name: 'Gone domains' })).toBeVisible()
  await expect(page.getByTestId('domains-count')).toHaveText('2 gone domains')
  await expect(page.getByTestId('domains-table')).toContainText(/Status last read/)
  await expect(page.getByTestId('domains-table').getByRole('row').filter({ hasText: shop })).toContainText(
    /Gone as of \d{4}-\d{2}-\d{2}.*\d{4}-\d{2}-\d{2} \d{2}:\d{2}/,
  )
  await expectAccessible(page, 'gone domains')

  // The records stay readable, and the page offers to forget the domain.
  await page.getByTestId('domains-table').getByRole('row').filter({ hasText: shop }).click()
  await expect(recordRow(page, '192.0.2.10').first()).toBeVisible()
  const contract = page.getByTestId('facet-detail')
  await expect(contract).toContainText('Active when last read')
  await expect(contract).toContainText(/\d{4}-\d{2}-\d{2} when last read/)
  await expect(page.getByTestId('domain-page').locator('.soon')).toHaveCount(0)
  const sent = simulator.ledger.requests.length
  await page.getByTestId('forget-gone').click()
  const dialog = page.getByTestId('confirm')
  await expect(dialog).toContainText(`Forget ${shop}?`)
  await expect(dialog).toContainText('4 stored DNS records')
  await expect(dialog).toContainText('Tags, customer and note of 1 domain')
  await expect(dialog).toContainText('Sent and detected changes, snapshots, jobs, orders and logs stay.')
  await expect(dialog).toContainText('The service is not called.')
  await expect(dialog).toContainText('This cannot be undone.')
  await expectAccessible(page, 'the confirmation before a gone domain is forgotten')
  await page.getByTestId('confirm-cancel').click()
  await expect(recordRow(page, '192.0.2.10').first()).toBeVisible()
  await page.getByTestId('forget-gone').click()
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('domains-count')).toHaveText('1 gone domain')
  await expect(page.getByTestId('domains-table')).not.toContainText(shop)
  await expect(page.getByTestId('domains-forget-all')).toHaveText('Forget…')
  await page.getByTestId('domains-forget-all').click()
  await expect(dialog).toContainText('Forget 1 gone domain of Alpha?')
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('domains-none-gone')).toBeVisible()
  // Messages are outside of the landmarks of the page.
  await expect(page.locator('.n-message')).toHaveCount(0, { timeout: 20_000 })
  await expectAccessible(page, 'no gone domains')
  expect(simulator.ledger.requests.slice(sent).filter(({ path }) => path.includes(shop))).toEqual([])
  expect((await callMain(page, 'inventory.search', { text: shop })).hits.map(({ target }) => target)).not.toContain(
    shop,
  )
})

test('Of a selection only the gone domains are forgotten, and a domain that is listed again in the meantime is kept', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const before = simulator.world.user('alpha').domains.get(mail)
  await removeFromAlphasListsAndSync(page, simulator, { domains: [mail], servers: ['alphaweb'] })
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-status').getByRole('button', { name: 'Gone' }).click()
  await selectDomain(page, mail)
  await page.getByTestId('domains-filter-status').getByRole('button', { name: 'Gone' }).click()
  await selectDomain(page, shop)
  await page.getByTestId('domains-forget').click()
  const dialog = page.getByTestId('confirm')
  await expect(dialog).toContainText(`Forget ${mail}?`)
  if (before) simulator.world.user('alpha').domains.set(mail, before)
  await callMain(page, 'sync.start', { accountIds: null })
  await waitUntilSynced(page)
  await page.getByTestId('confirm-action').click()
  await expect(page.getByText('1 is listed again and was kept.')).toBeVisible()
  await page.locator('.n-message').getByRole('button', { name: 'close' }).click()
  await page.getByTestId('domains-clear-selection').click()
  await page.getByTestId('domains-filter-text').fill('')
  await expect(page.getByTestId('domains-table')).toContainText(mail)

  await openArea(page, 'servers')
  await page.getByTestId('servers-filter-status').getByRole('button', { name: 'Gone' }).click()
  await expect(page.getByRole('heading', { name: 'Gone servers' })).toBeVisible()
  await expect(page.locator('.n-message')).toHaveCount(0)
  await expectAccessible(page, 'gone servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Forget…' }).click()
  await expect(dialog).toContainText('daily reading of the usage of servers')
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('servers-none-gone')).toBeVisible()
})
