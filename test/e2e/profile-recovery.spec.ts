import { existsSync, readFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '#main/store/database.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect } from '#test/e2e/support/app-fixtures.ts'
import {
  expectOrderStatus,
  listChargedRenewals,
  renew,
  startWithTwoAccounts,
  test,
} from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { startSecondInstance } from '#test/e2e/support/start-second-instance.ts'
import {
  addAccountByCommands,
  openArea,
  startSync,
  waitUntilListsRead,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'
import { damages } from '#test/main/profile-backup/damage-database.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

test('A second start on the same profile shows the window of the first and ends', async ({ harness }) => {
  const page = await harness.start()
  await harness.app().app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const { code } = await startSecondInstance(harness.profile)
  expect(code).toBe(0)
  await expect(async () => {
    expect(
      await harness
        .app()
        .app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized())),
    ).toEqual([false])
  }).toPass()
  await expect(page.getByTestId('welcome')).toBeVisible()
})

test('A damaged database without a backup is reported with its file name and kept when the user starts with an empty one', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await harness.app().close()
  const file = join(harness.profile, 'banto.db')
  for (const rest of ['banto.db-wal', 'banto.db-shm'])
    if (existsSync(join(harness.profile, rest))) truncateSync(join(harness.profile, rest))
  writeFileSync(file, 'This is not a database, and it is long enough to be read as one. '.repeat(200))
  rmSync(join(harness.profile, 'profile-backup.jsonl'))

  const again = await harness.start()
  await expect(again.getByTestId('startup-problem')).toHaveAttribute('data-kind', 'database_damaged')
  await expect(again.getByTestId('startup-problem')).toContainText('banto.db')
  await expectAccessible(again, 'a damaged database')
  await again.getByTestId('database-retry').click()
  await expect(again.getByTestId('startup-problem')).toBeVisible()
  await again.getByTestId('database-start-empty').click()
  await again.getByTestId('confirm-action').click()
  await expect(again.getByTestId('welcome')).toBeVisible()
  const kept = readdirSync(harness.profile).filter(
    (name) => name.startsWith('banto') && name !== 'banto.db' && !/-(wal|shm)$/.test(name),
  )
  expect(kept.length).toBeGreaterThan(0)
})

test('A database that is damaged between two starts is rebuilt from the backup, and the window says what came back', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await renew(page, ['alpha-one.com'])
  await expectOrderStatus(page, 'alpha-one.com', 'done')
  const [alpha] = await callMain(page, 'accounts.list', null)
  const target = { kind: 'domain', accountId: alpha?.id ?? '', name: 'alpha-one.com' } as const
  const gone = { ...target, name: 'alpha-two.com' }
  await callMain(page, 'annotations.changeTagsAndCustomers', {
    changes: [
      { target, add: ['VIP'] },
      { target: gone, customer: 'Aoba Ltd' },
    ],
  })
  expiring.world.user('alpha').domains.delete(gone.name)
  await callMain(page, 'app.saveSettings', { theme: 'dark' })
  await openArea(page, 'domains')
  await page.getByTestId('views-open').click()
  await page.getByTestId('view-name').locator('input').fill('All of mine')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('views-open')).toHaveText('All of mine')
  await harness.app().close()
  const file = join(harness.profile, 'banto.db')
  damages['with other bytes in every page but the first']?.(file)

  const again = await harness.start()
  const notice = again.getByTestId('banner-rebuild')
  await expect(notice).toContainText('2 accounts')
  await expect(notice).toContainText(`${file}.aside-`)
  await expectAccessible(again, 'the notice of a rebuilt database')
  for (const label of ['Alpha', 'Beta'])
    await expect(again.getByTestId('sidebar-account').filter({ hasText: label })).toBeVisible()
  expect((await callMain(again, 'app.state', null)).settings.theme).toBe('dark')
  // The sync starts by itself, with the keys in the keychain.
  await waitUntilListsRead(again)
  await openArea(again, 'domains')
  await expect(again.getByTestId('views-open')).toHaveText('All of mine')
  await expect(again.getByTestId('domains-table').getByRole('row').filter({ hasText: 'alpha-one.com' })).toContainText(
    'VIP',
  )
  // Its domain is in no list, so only the customer's page can name it.
  await again.getByTestId('domains-customers').click()
  await expect(again.getByTestId('customers-table').getByRole('row').filter({ hasText: 'Aoba Ltd' })).toContainText('1')
  await again.getByTestId('customers-table').getByText('Aoba Ltd').click()
  await expect(again.getByTestId('customer-gone')).toContainText('1 is no longer listed by its account')
  await expect(again.getByTestId('customer-unstored')).toContainText('No list holds alpha-two.com,')
  await expectAccessible(again, 'a customer of which only an entry is stored')
  await openArea(again, 'activity')
  await expect(again.getByTestId('database-rebuilt')).toContainText('Earlier entries may be missing')
  await openArea(again, 'orders')
  await expectOrderStatus(again, 'alpha-one.com', 'done')
  expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com'])
  // The prices were read before the damage.
  await again.getByTestId('orders-spending').click()
  await expect(again.getByTestId('prices-read')).toHaveText('No prices are stored')
  await notice.getByTestId('banner-action').click()
  await expect(notice).toHaveCount(0)
  await harness.app().close()
  const third = await harness.start()
  await expect(third.getByTestId('sidebar-account').filter({ hasText: 'Alpha' })).toBeVisible()
  await expect(third.getByTestId('banner-rebuild')).toHaveCount(0)
})

test('A missing database next to order records is reported, and the user can start with an empty one', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await harness.app().close()
  const file = join(harness.profile, 'banto.db')
  renameSync(file, `${file}.copy`)

  const again = await harness.start()
  const problem = again.getByTestId('startup-problem')
  await expect(problem).toHaveAttribute('data-kind', 'database_missing')
  await expect(problem).toContainText(file)
  await expectAccessible(again, 'a missing database')
  const retry = again.getByTestId('database-retry')
  await retry.click()
  // The file is put back only after the first retry has ended: else that retry would find it.
  await expect(retry).not.toHaveClass(/loading/)
  await expect(problem).toBeVisible()
  expect(existsSync(file)).toBe(false)
  renameSync(`${file}.copy`, file)
  await retry.click()
  await expect(again.getByTestId('sidebar-account').filter({ hasText: 'Alpha' })).toBeVisible()
  await harness.app().close()

  rmSync(file)
  const third = await harness.start()
  await third.getByTestId('database-start-empty').click()
  await expect(third.getByTestId('confirm')).toContainText('Order records are kept')
  await expectAccessible(third, 'start with an empty database')
  await third.getByTestId('confirm-action').click()
  await expect(third.getByTestId('welcome')).toBeVisible()
})

test('A missing database is created from the backup when the user has no copy of the file, and the window says what came back', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await harness.app().close()
  rmSync(join(harness.profile, 'banto.db'))

  const again = await harness.start()
  await expect(again.getByTestId('startup-problem')).toContainText(
    /from its backup of \d{4}-\d{2}-\d{2} .* \(Japan time\)/,
  )
  await expectAccessible(again, 'a missing database with a backup')
  await again.getByTestId('database-rebuild').click()
  await expect(again.getByTestId('sidebar-account').filter({ hasText: 'Alpha' })).toBeVisible()
  const banner = again.getByTestId('banner-rebuild')
  await expect(banner).toContainText('The database file was missing or empty. Banto created a new one from the backup.')
  await expect(banner).not.toContainText('damaged')
  await expectAccessible(again, 'a database created from the backup in place of a missing one')
})

test('Settings that cannot be read are named, and Banto stays offline until the user decides', async ({ harness }) => {
  const database = openDatabase(join(harness.profile, 'banto.db'))
  database.run(
    `insert into setting (name, value) values ('settings', ?)`,
    JSON.stringify({ isOffline: 'yes', theme: 'sepia', language: 'en' }),
  )
  database.close()
  const page = await harness.start()
  await expect(page.getByTestId('banner-unreadable')).toContainText('Theme and Work offline')
  await expectAccessible(page, 'settings that cannot be read')
  expect((await callMain(page, 'app.state', null)).settings.isOffline).toBe(true)
  await page.getByTestId('banner-unreadable').getByTestId('banner-action').click()
  await expect(page.getByTestId('banner-unreadable')).toHaveCount(0)
  await expect(page.getByTestId('banner-offline')).toHaveCount(0)
})

test('A database of a newer version is not changed, and the app says to update', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await harness.app().close()
  const file = join(harness.profile, 'banto.db')
  const database = new DatabaseSync(file)
  database.exec('pragma user_version = 9999')
  database.close()
  const before = readFileSync(file)
  const again = await harness.start()
  await expect(again.getByTestId('startup-problem')).toHaveAttribute('data-kind', 'database_newer')
  await expect(again.getByTestId('startup-problem')).toContainText('9999')
  await expect(again.getByTestId('database-start-empty')).toHaveCount(0)
  await harness.app().close()
  expect(readFileSync(file).equals(before)).toBe(true)
})
