import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { openDatabase } from '#main/store/database.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { generateWorld } from '#simulator/worlds/generate-world.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { storeWorldAsIfSynced } from '#test/bench/fill-profile-with-domains.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { addAccountByCommands, confirmAction, openArea } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

const size = { accounts: 5, domainsOfEach: 50, recordsOfEach: 0, servers: 0, logEntries: 0 }
const domains = size.accounts * size.domainsOfEach

/**
 * Each key may read one detail of each domain, so that the calls of an account fit into about a minute at the service's
 * limit.
 */
function createWorld(): WorldFile {
  const world = generateWorld({
    now: Date.now(),
    users: size.accounts,
    domains: size.domainsOfEach,
    servers: 0,
    records: 0,
  })
  const permissions = {
    domain: 'read',
    nameserver: 'none',
    dns: 'none',
    whois: 'none',
    registrar_lock: 'none',
  } as const
  return {
    ...world,
    auth_block: null,
    users: (world.users ?? []).map((user) => ({
      ...user,
      keys: (user.keys ?? []).map((key) => ({
        ...key,
        services: { domain: { permission_type: 'custom' as const, permissions } },
      })),
    })),
  }
}

/** Starts the app on accounts whose lists were read yesterday, and whose details were never read. */
async function startWithLists(harness: AppHarness, simulator: Simulator, world: WorldFile): Promise<Page> {
  const before = await harness.start()
  await callMain(before, 'app.saveSettings', { syncsAtStart: false })
  for (const { name = '', keys = [] } of world.users ?? [])
    await addAccountByCommands(before, {
      label: name,
      url: simulator.url,
      keys: [{ label: 'main', secret: keys[0]?.token ?? '' }],
    })
  const accounts = await callMain(before, 'accounts.list', null)
  await harness.app().close()
  const database = openDatabase(join(harness.profile, 'banto.db'))
  await storeWorldAsIfSynced(
    database,
    (world.users ?? []).map((user) => {
      const account = accounts.find(({ label }) => label === user.name)
      return { accountId: account?.id ?? '', keyId: account?.keys[0]?.id ?? '', user }
    }),
    size,
    Date.now() - dayMs,
  )
  database.close()
  return harness.start()
}

test('250 domains of five accounts are read again as one job, which continues after a kill and asks for no domain twice', async ({
  harness,
}) => {
  test.setTimeout(5 * minuteMs)
  const world = createWorld()
  const simulator = await startSimulator({ world })
  try {
    const page = await startWithLists(harness, simulator, world)
    simulator.ledger.clear()
    const asked = () => simulator.ledger.requests.filter(({ path }) => path.startsWith('/v1/domain/'))

    await openArea(page, 'domains')
    await page.getByTestId('domains-table').getByRole('row').nth(5).waitFor()
    await page.getByTestId('select-all-rows').click()
    await expect(page.getByTestId('domains-selected')).toHaveText(`${domains} selected`)
    await page.getByTestId('domains-read').click()
    await expect(page.getByTestId('domain-reading-sum')).toHaveText(
      /^250 domains of 5 accounts: 250 calls, (about \d min|less than a minute)\.$/,
    )
    await expect(page.getByTestId('domain-reading-accounts').locator('tbody tr')).toHaveCount(size.accounts)
    expect(asked()).toHaveLength(0)
    await page.getByTestId('confirm-action').click()
    await expect.poll(() => asked().length, { timeout: 60_000 }).toBeGreaterThan(100)
    // The answers of the calls in flight are lost.
    await simulator.pause()
    await harness.app().kill()
    await simulator.resume()
    const before = asked().map(({ path }) => path)

    const again = await harness.start()
    await openArea(again, 'activity')
    await again.getByTestId('activity-jobs').click()
    const job = again.getByTestId('job').first()
    await expect(job).toContainText('Details of')
    await expect(job.getByTestId('job-state')).toHaveText('250 done', { timeout: 4 * minuteMs })
    expect(asked().filter(({ status }) => status === 429)).toEqual([])
    const times = Map.groupBy(asked(), ({ path }) => path)
    expect(times.size).toBe(domains)
    // At most four of each account were in flight.
    const repeated = [...times].filter(([, requests]) => requests.length > 1).map(([path]) => path)
    expect(repeated.length).toBeLessThanOrEqual(4 * size.accounts)
    expect(repeated.every((path) => before.includes(path))).toBe(true)
    expect([...times.values()].every((requests) => requests.length <= 2)).toBe(true)
  } finally {
    await simulator.close()
  }
})

test('The dialog says what a reading costs and what it leaves out, in both languages', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openArea(page, 'domains')
  const row = page.getByTestId('domains-table').locator('.row', { hasText: 'alpha-shop.example' })
  await row.waitFor()

  await test.step('from the selection bar', async () => {
    await page.getByTestId('select-all-rows').click()
    await page.getByTestId('domains-read').click()
    await expect(page.getByTestId('domain-reading-cost')).toBeVisible()
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expectAccessible(page, `the cost of a reading, ${scheme}`)
    }
    await page.getByTestId('confirm-cancel').click()
    await expect(page.getByTestId('domain-reading-cost')).toHaveCount(0)
  })

  await test.step('a domain that the service lost is shown as not found in the job', async () => {
    simulator.world.user('alpha').domains.delete('alpha-old.example')
    await row.click({ button: 'right' })
    await page.getByTestId('menu-refresh').click()
    await confirmAction(page)
    const message = page.getByTestId('undo-message')
    await expect(message.filter({ hasText: '1 not found' })).toBeVisible({ timeout: 60_000 })
    // It takes the place of the message that the job has started, which would stay for 8 seconds.
    await expect(message).toHaveCount(1, { timeout: 3_000 })
    await message.getByRole('link', { name: 'Show' }).click()
    await expect(page.getByTestId('job-state')).toContainText('1 not found')
    const found = page.getByTestId('job-items').locator('.row', { hasText: 'alpha-old.example' })
    await expect(found).toContainText('Not found')
    await expectAccessible(page, 'a job that read domains')
    await found.click()
    await expect(page.getByTestId('domain-page')).toBeVisible()
    await page.goBack()
  })

  await test.step('in Japanese', async () => {
    await callMain(page, 'app.saveSettings', { language: 'ja' })
    await expect(page.getByTestId('job-state')).toContainText('該当なし 1 件')
    await openArea(page, 'activity')
    await page.getByTestId('activity-jobs').click()
    await expect(page.getByTestId('job')).toHaveCount(1)
    await expect(page.getByTestId('jobs-of-all-accounts')).toHaveCount(0)
    await page.getByTestId('sidebar-account').filter({ hasText: 'Beta' }).click()
    await expect(page.getByTestId('jobs-of-all-accounts')).toHaveText(
      '選択中のアカウントに限らず、すべてのアカウントのジョブを表示しています。',
    )
    await expect(page.getByTestId('job')).toHaveCount(1)
    await page.getByTestId('sidebar-all').click()
    await openArea(page, 'domains')
    await page.getByTestId('domains-read').click()
    await expect(page.getByTestId('domain-reading-sum')).toContainText('回の呼び出し')
    await expectAccessible(page, '日本語: 読み直しの確認')
    await page.keyboard.press('Escape')
  })

  await test.step('offline, nothing can be read', async () => {
    await callMain(page, 'app.saveSettings', { language: 'en', isOffline: true })
    await expect(page.getByTestId('domains-read')).toBeDisabled()
  })
})
