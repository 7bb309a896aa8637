import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { Page } from '@playwright/test'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { defaultExpiryThresholds } from '#shared/expiry-thresholds.ts'
import { countDaysUntil } from '#shared/japan-time.ts'
import { openDatabase } from '#main/store/database.ts'
import type { ReceivedRequest } from '#simulator/request-and-charge-ledger.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { generateWorld } from '#simulator/worlds/generate-world.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { storeWorldAsIfSynced } from '#test/bench/fill-profile-with-domains.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { electronHostName } from '#test/e2e/support/launch-app.ts'
import { setClockForward } from '#test/e2e/support/set-clock-forward.ts'
import { saveCsv } from '#test/e2e/support/save-and-read-csv.ts'
import {
  addAccountByCommands,
  openArea,
  openSearch,
  startSync,
  waitUntilListsRead,
} from '#test/e2e/support/user-steps.ts'

/** `npm test` plays a small portfolio. BANTO_E2E_PORTFOLIO=large plays 50 accounts of 1,000 domains each. */
const isLarge = process.env['BANTO_E2E_PORTFOLIO'] === 'large'
const size = isLarge
  ? { accounts: 50, domainsOfEach: 1000, recordsOfEach: 8, servers: 500, logEntries: 100_000 }
  : { accounts: 5, domainsOfEach: 100, recordsOfEach: 3, servers: 10, logEntries: 500 }
const domains = size.accounts * size.domainsOfEach

// Storing the large portfolio takes minutes.
if (isLarge) test.setTimeout(30 * minuteMs)
/** Time limit of a wait until lists of all accounts are read. */
const listsTimeoutMs = (isLarge ? 10 : 1) * minuteMs

function createWorld(): WorldFile {
  const now = Date.now()
  const world = generateWorld({
    now,
    users: size.accounts,
    domains: size.domainsOfEach,
    servers: size.servers / size.accounts,
    records: size.recordsOfEach,
  })
  return { ...world, auth_block: null }
}

/**
 * Starts the app on accounts whose data was read completely yesterday, without the service. Every key is real; no call
 * read the data.
 */
async function startWithDataOfYesterday(harness: AppHarness, simulator: Simulator, world: WorldFile): Promise<Page> {
  const before = await harness.start()
  for (const { name = '', keys = [] } of world.users ?? [])
    await addAccountByCommands(before, {
      label: name,
      url: simulator.url,
      keys: [{ label: 'main', secret: keys[0]?.token ?? '' }],
    })
  const accounts = await callMain(before, 'accounts.list', null)
  await harness.app().close()
  await simulator.pause()
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

/** The active domains of the world and the number of days that each has left at a time, epoch milliseconds. */
const listDaysLeft = ({ users = [] }: WorldFile, at: number) =>
  users
    .flatMap((user) => user.domains ?? [])
    .filter(({ status = 'active' }) => status === 'active')
    .map(({ expiry_date }) => countDaysUntil(expiry_date ?? '', at) ?? Infinity)

/** The title of the notification at `at`. Until `before`, notifications have shown what was due. */
function describeDueDomains(world: WorldFile, before: number, at: number): string {
  const reached = (left: number) => defaultExpiryThresholds.findLast((days) => left <= days) ?? Infinity
  const leftBefore = listDaysLeft(world, before)
  const left = listDaysLeft(world, at)
  const days = Math.max(...left.map(reached).filter((own, index) => own < reached(leftBefore[index] ?? Infinity)))
  const count = left.filter((own) => own <= days).length
  return `${count.toLocaleString('en')} active domains due within ${days} days or overdue`
}

/** The titles of the notifications so far. Only the stand-in records them. */
const listNotificationTitles = (harness: AppHarness) =>
  harness
    .app()
    .app.evaluate((electron) =>
      (electron as unknown as { standIn: { notifications: { title: string }[] } }).standIn.notifications.map(
        ({ title }) => title,
      ),
    )

test('A large portfolio is shown and searched offline at once, a failing account or a used-up quota stops no other account, and notifications follow the clock', async ({
  harness,
}) => {
  const world = createWorld()
  const simulator = await startSimulator({ world })
  try {
    const page = await startWithDataOfYesterday(harness, simulator, world)
    const startedAt = Date.now()
    const [failing, usedUp] = world.users ?? []
    const sample = (world.users?.at(-1)?.domains ?? [])[0]?.domain_name ?? ''

    await test.step('a day without the service', async () => {
      await openArea(page, 'domains')
      await expect(page.getByTestId('domains-count')).toContainText(domains.toLocaleString('en'))
      await expect(page.getByTestId('domains-table').getByRole('row').nth(1)).toContainText(/day|h ago/)
      await expect((await openSearch(page, sample)).first()).toContainText(/\S/)
      await page.getByTestId('search-input').fill(`mail.${sample}`)
      await expect(page.locator('[data-test="search-hit"][data-kind="record"]').first()).toContainText(sample)
      await page.keyboard.press('Escape')
      await simulator.resume()
    })

    await test.step('one account fails, and another program has used the quota of a second one', async () => {
      const sent = simulator.ledger.requests.length
      const failingToken = failing?.keys?.[0]?.token as string
      simulator.faults.add({
        match: { token: failingToken, path: '^/v1/domain$' },
        fault: { kind: 'status', status: 500 },
      })
      const usedUpToken = usedUp?.keys?.[0]?.token as string
      const callByOther = () =>
        fetch(`${simulator.url}/v1/domain/${usedUp?.domains?.[0]?.domain_name}`, {
          headers: { authorization: `Bearer ${usedUpToken}` },
        })
      for (let call = 0; call < 200 && (await callByOther()).status !== 429; call += 1);
      await startSync(page)
      const readLists = () =>
        new Set(
          simulator.ledger.requests
            .slice(sent)
            .filter(({ path, status }) => path === '/v1/domain' && status === 200)
            .map(({ userName }) => userName),
        )
      await expect.poll(() => readLists().size, { timeout: listsTimeoutMs }).toBeGreaterThanOrEqual(size.accounts - 2)
      expect(readLists().has(failing?.name ?? '')).toBe(false)
      // What was stored of the failing account stays.
      const accountId = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === failing?.name)?.id
      const { total } = await callMain(page, 'inventory.domainCounts', {
        filter: { accountIds: [accountId as string] },
      })
      expect(total).toBe(size.domainsOfEach)
      await expect
        .poll(async () => (await callMain(page, 'inventory.overview', {})).attention, { timeout: listsTimeoutMs })
        .toContainEqual(expect.objectContaining({ kind: 'sync_failed', accountId }))
      // The app learns from one refusal, and does not ask again before the time that the service names.
      const refused = simulator.ledger.requests
        .slice(sent)
        .filter(({ userName, status }) => userName === usedUp?.name && status === 429)
      expect(refused.length).toBeLessThanOrEqual(3)
    })

    await test.step('hours later, the failing account shows how old its data is, until its lists can be read again', async () => {
      await setClockForward(harness, 5 * hourMs)
      const accountId = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === failing?.name)?.id
      const name = failing?.domains?.[0]?.domain_name ?? ''
      const readAt = async () =>
        (await callMain(page, 'inventory.domains', { filter: { text: name }, limit: 1 })).rows[0]?.readAt ?? 0
      const syncFailingAgain = async () => {
        await callMain(page, 'sync.cancel', { accountIds: [accountId as string] })
        await callMain(page, 'sync.start', { accountIds: [accountId as string] })
      }
      const isTry = ({ userName, path }: ReceivedRequest) => userName === failing?.name && path === '/v1/domain'
      const countTries = () => simulator.ledger.requests.filter(isTry).length
      const triesBefore = countTries()
      await syncFailingAgain()
      await expect.poll(countTries, { timeout: listsTimeoutMs }).toBeGreaterThan(triesBefore)
      await openArea(page, 'overview')
      const attention = page.getByTestId('attention').getByRole('listitem')
      const error = attention.filter({ hasText: 'Sync error' }).filter({ hasText: failing?.name ?? '' })
      await expect(error).toContainText('HTTP_500')
      expect(await readAt()).toBeLessThan(Date.now() - dayMs + hourMs)
      simulator.faults.clear()
      await syncFailingAgain()
      await expect(error).toHaveCount(0, { timeout: listsTimeoutMs })
      // The attention item ends when the sync begins, before its list is stored.
      await expect.poll(readAt, { timeout: listsTimeoutMs }).toBeGreaterThan(Date.now() - hourMs)
    })

    if (electronHostName() === 'stand-in')
      await test.step('weeks later, a notification counts the domains that are due by then', async () => {
        const shown = () => listNotificationTitles(harness)
        // A check waits for changes to end.
        await callMain(page, 'sync.cancel', {})
        const timeout = listsTimeoutMs + minuteMs
        // The hours that the clock was set forward may have reached the next day, before or after the first check.
        const checkedAt = [startedAt, startedAt + 5 * hourMs]
        const isShown = async (titles: readonly string[]) => (await shown()).some((title) => titles.includes(title))
        const due = checkedAt.map((at) => describeDueDomains(world, 0, at))
        await expect.poll(() => isShown(due), { timeout }).toBe(true)
        await setClockForward(harness, 14 * dayMs)
        const [account] = await callMain(page, 'accounts.list', null)
        await callMain(page, 'accounts.update', { accountId: account?.id ?? '', notes: 'two weeks later' })
        const later = startedAt + 14 * dayMs + 5 * hourMs
        const dueLater = checkedAt.map((at) => describeDueDomains(world, at, later))
        await expect.poll(() => isShown(dueLater), { timeout }).toBe(true)
      })
  } finally {
    await simulator.close()
  }
})

/** Adds the accounts from the welcome page, by a pasted table of labels and keys. */
async function pasteAccounts(page: Page, simulator: Simulator, users: NonNullable<WorldFile['users']>): Promise<void> {
  await page.getByTestId('welcome-paste-accounts').click()
  await page.getByTestId('paste-url').fill(simulator.url)
  await page.getByTestId('paste-text').focus()
  const lines = users.map(({ name, keys = [] }) => `${name}\t${keys[0]?.token}`)
  await page.keyboard.insertText(['Account\tAPI key', ...lines].join('\n'))
  await page.getByTestId('paste-read').click()
  await page.getByTestId('paste-test').click()
  await page.getByTestId('paste-add').click({ timeout: listsTimeoutMs })
  await expect(page.getByTestId('paste-status')).toHaveText(`${users.length} accounts added`, {
    timeout: listsTimeoutMs,
  })
}

test('On a first start with pasted accounts, a domain of a large portfolio is found by its name as soon as its list is read', async ({
  harness,
}) => {
  const world = createWorld()
  const simulator = await startSimulator({ world })
  try {
    const page = await harness.start()
    const users = world.users ?? []
    await pasteAccounts(page, simulator, users.slice(0, 30))
    for (const { name = '', keys = [] } of users.slice(30))
      await addAccountByCommands(page, {
        label: name,
        url: simulator.url,
        keys: [{ label: 'main', secret: keys[0]?.token ?? '' }],
      })
    await startSync(page)
    const last = world.users?.at(-1)?.domains?.at(-1)?.domain_name ?? ''
    const hit = (await openSearch(page, last)).filter({ hasText: last }).first()
    await expect(hit).toBeVisible({ timeout: listsTimeoutMs })
    const reads = simulator.ledger.requests.filter(({ path }) => path.endsWith('/dns')).length
    expect(reads).toBeLessThan(domains)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('domain-page').getByRole('heading', { name: last, exact: true })).toBeVisible()
  } finally {
    await simulator.close()
  }
})

test('500 domains of a large portfolio are tagged in one go, and their CSV is edited and read back', async ({
  harness,
}) => {
  const world = createWorld()
  const simulator = await startSimulator({ world })
  try {
    const page = await startWithDataOfYesterday(harness, simulator, world)
    await openArea(page, 'domains')
    // At most 1,000 domains are tagged at once, as many as one account of the large portfolio has.
    if (isLarge) await page.getByTestId('sidebar-account').first().click()
    await page.getByTestId('domains-table').getByRole('row').nth(5).waitFor()
    await page.getByTestId('select-all-rows').click()
    await expect(page.getByTestId('domains-selected')).toContainText(/^[5-9]\d\d|,/)
    const tagged = Number((await page.getByTestId('domains-selected').innerText()).replaceAll(/\D/g, ''))
    await page.getByTestId('domains-change').click()
    await page.getByTestId('bulk-tags').click()
    await expect(page.getByTestId('tags-add').locator('input')).toBeFocused()
    await page.keyboard.insertText('Moved')
    await page.keyboard.press('Enter')
    await page.getByTestId('tags-apply').click()
    await expect(page.getByTestId('tags-message')).toContainText(
      `The tags of ${tagged.toLocaleString('en')} domains were changed.`,
    )

    await openArea(page, 'settings')
    const saved = await saveCsv(page, harness, { button: 'tags-export', name: 'tags.csv' })
    expect(saved.filter(({ tags }) => tags === 'Moved')).toHaveLength(tagged)
    const path = join(dirname(harness.profile), 'edited.csv')
    writeFileSync(path, `name,tags\n${saved.map(({ name }) => `${name},Client B`).join('\n')}\n`)
    await harness.app().app.evaluate(({ dialog }, filePath) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
    }, path)
    await page.getByTestId('tags-import').click()
    await expect(page.getByTestId('tags-preview-counts')).toContainText(
      `Changes the notes, tags or customers of ${tagged.toLocaleString('en')} domains and servers.`,
    )
    await page.getByTestId('tags-import-apply').click()
    await expect(
      page.getByText(
        `The customers, tags or notes of ${tagged.toLocaleString('en')} domains and servers were changed.`,
      ),
    ).toBeVisible()
    const { rows } = await callMain(page, 'inventory.domains', { filter: { tags: ['Client B'] }, limit: 1 })
    expect(rows[0]?.tags).toEqual(['Client B'])
    await waitUntilListsRead(page, listsTimeoutMs)
    const { totals } = await callMain(page, 'inventory.overview', {})
    expect(totals.domains).toBe(domains)
  } finally {
    await simulator.close()
  }
})
