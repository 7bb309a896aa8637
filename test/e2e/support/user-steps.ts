// Steps of a user in the window, shared by the tests and the demo. Unless its comment says otherwise, a step uses the
// controls of the window.
import { expect, type Locator, type Page } from '@playwright/test'
import { callMain } from './call-main.ts'

export interface KeyToType {
  label: string
  secret: string
}

export interface AccountToType {
  label: string
  url: string
  folder?: string
  keys: KeyToType[]
}

export type Area = 'overview' | 'domains' | 'servers' | 'orders' | 'activity' | 'logs' | 'console' | 'settings'

export async function openArea(page: Page, area: Area): Promise<void> {
  await page.getByTestId(`area-${area}`).click()
}

export async function openAccount(page: Page, name: string): Promise<void> {
  await page.getByTestId('sidebar-account').filter({ hasText: name }).hover()
  await page.getByRole('link', { name: `Open ${name}` }).click()
  await expect(page.getByTestId('account-view')).toContainText(name)
}

/** Opens the form for a new account from the welcome page or the account list. */
export async function openAccountForm(page: Page): Promise<void> {
  const welcome = page.getByTestId('welcome-add-account')
  if (await welcome.isVisible()) await welcome.click()
  else await page.getByTestId('add-account').click()
  await expect(page.getByTestId('account-url')).toBeVisible()
}

/** Types a key into the last row of the form and tests it. The caller checks the result. */
export async function tryKey(page: Page, { label, secret }: KeyToType): Promise<Locator> {
  const entry = page.getByTestId('key-entry').last()
  await entry.getByTestId('key-label').fill(label)
  await entry.getByTestId('key-secret').fill(secret)
  await entry.getByTestId('try-key').click()
  return entry
}

export async function fillAccount(page: Page, account: Omit<AccountToType, 'keys'>): Promise<void> {
  await page.getByTestId('account-label').fill(account.label)
  if (account.folder !== undefined) await page.getByTestId('account-folder').fill(account.folder)
  await page.getByTestId('account-url').fill(account.url)
}

/** Adds an account with the form and waits until it is in the account list. `beforeSave` runs with the filled form. */
export async function addAccount(page: Page, account: AccountToType, beforeSave?: () => Promise<void>): Promise<void> {
  await openAccountForm(page)
  await fillAccount(page, account)
  for (const [index, key] of account.keys.entries()) {
    if (index > 0) await page.getByTestId('add-another-key').click()
    const entry = await tryKey(page, key)
    await expect(entry.getByTestId('key-tried')).toBeVisible({ timeout: 60_000 })
  }
  await beforeSave?.()
  await page.getByTestId('save-account').click()
  await expect(page.getByTestId('sidebar-account').filter({ hasText: account.label })).toBeVisible()
  // The form closes last, after the first sync is requested, and then opens the account's page.
  await expect(page.getByTestId('account-form')).toHaveCount(0)
}

/**
 * Stores an account with the commands of main that the form uses, for tests that do not test the form.
 * The lists of the account are not read.
 */
export async function addAccountByCommands(
  page: Page,
  { label, url, folder = '', keys }: AccountToType,
): Promise<void> {
  const pendingKeys = []
  for (const key of keys) {
    const { pendingKeyId } = await callMain(page, 'accounts.tryKey', { baseUrl: url, secret: key.secret })
    pendingKeys.push({ pendingKeyId, label: key.label })
  }
  await callMain(page, 'accounts.add', { label, folder, colour: 'blue', baseUrl: url, keys: pendingKeys })
  await expect(page.getByTestId('sidebar-account').filter({ hasText: label })).toBeVisible()
}

/** Starts a sync of the selected accounts, unless one is running, and waits until it has begun. */
export async function startSync(page: Page): Promise<void> {
  const before = await lastStart(page)
  const start = page.getByTestId('sync-all')
  let isClicked = false
  // A sync that the app starts automatically hides the button, possibly between the check and the click.
  await expect(async () => {
    if (!(await start.isVisible())) return
    await start.click({ timeout: 1000 })
    isClicked = true
  }).toPass({ intervals: [50], timeout: 60_000 })
  if (!isClicked) return
  // If the app started a sync just before the click, the click starts none.
  await expect(async () =>
    expect((await lastStart(page)) > before || (await isEverySyncRunning(page))).toBe(true),
  ).toPass({ intervals: [50, 100, 250], timeout: 60_000 })
}

/** Start time of the newest sync of any account in epoch milliseconds; 0 if there was none. */
async function lastStart(page: Page): Promise<number> {
  return Math.max(0, ...(await callMain(page, 'sync.progress', null)).map(({ startedAt }) => startedAt ?? 0))
}

async function isEverySyncRunning(page: Page): Promise<boolean> {
  return (await callMain(page, 'sync.progress', null)).every(({ state }) => state === 'lists' || state === 'details')
}

/** Waits until no sync is running. */
export async function waitUntilSynced(page: Page, timeout = 60_000): Promise<void> {
  await untilNoneIs(page, ['lists', 'details'], timeout)
  await expect(page.getByTestId('sync-all')).toBeVisible()
}

/** Waits until every list is read; details may still be read. */
export async function waitUntilListsRead(page: Page, timeout = 60_000): Promise<void> {
  await untilNoneIs(page, ['lists'], timeout)
}

async function untilNoneIs(page: Page, underway: string[], timeout: number): Promise<void> {
  await expect(async () => {
    const states = (await callMain(page, 'sync.progress', null)).map(({ state }) => state)
    expect(states.filter((state) => underway.includes(state))).toEqual([])
  }).toPass({ intervals: [100, 250], timeout })
}

export async function openSearch(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByTestId('search-input').fill(text)
  return page.getByTestId('search-hit')
}

/** Opens a domain's page from the list of all domains. */
export async function openDomain(page: Page, name: string): Promise<void> {
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-text').fill(name)
  const row = page.getByTestId('domains-table').getByRole('row').filter({ hasText: name }).first()
  // The list is filtered while the text is typed, so a click may hit another row or none.
  await expect(async () => {
    if (await page.getByTestId('domain-back').isVisible()) await page.getByTestId('domain-back').click()
    await row.click({ timeout: 5000 })
    await expect(page.getByTestId('domain-page').getByRole('heading', { name, exact: true })).toBeVisible({
      timeout: 3000,
    })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByTestId('records-table')).toBeVisible({ timeout: 60_000 })
}

/** Selects a domain in the list, which is open. */
export async function selectDomain(page: Page, name: string): Promise<void> {
  const filter = page.getByTestId('domains-filter-text')
  const table = page.getByTestId('domains-table')
  await filter.fill(name)
  // The list is filtered at once on blur. A click before that could hit another row.
  await filter.blur()
  await expect(table.locator('.earlier-query')).toHaveCount(0)
  const box = table.getByRole('checkbox', { name: `Select ${name}` })
  // The rows may be loaded again at that moment, e.g. while a sync runs.
  await expect(() => box.check({ timeout: 5000 })).toPass({ timeout: 60_000 })
}

/** Opens the form of a change for the selected domains. */
export async function chooseBulkChange(page: Page, kind: string): Promise<void> {
  await page.getByTestId('domains-change').click()
  await page.getByTestId(`bulk-${kind}`).click()
  await expect(page.getByTestId('domain-change')).toBeVisible()
}

export interface RecordToType {
  type?: string
  host?: string
  content?: string
  ttl?: number
  priority?: number
}

export function recordRow(page: Page, text: string): Locator {
  return page.getByTestId('records-table').getByRole('row').filter({ hasText: text })
}

export async function addRecord(page: Page, record: RecordToType): Promise<void> {
  await page.getByTestId('record-add').click()
  await fillRecord(page, record)
}

/** Changes the first record whose row contains all of `texts`. */
export async function changeRecord(page: Page, texts: string | string[], record: RecordToType): Promise<void> {
  const row = [texts]
    .flat()
    .reduce((rows, text) => rows.filter({ hasText: text }), page.getByTestId('records-table').getByRole('row'))
  await row.first().click()
  await fillRecord(page, record)
}

async function fillRecord(page: Page, { type, ...fields }: RecordToType): Promise<void> {
  if (type !== undefined) await chooseOption(page, page.getByTestId('record-type'), type)
  for (const [name, value] of Object.entries(fields)) await page.getByTestId(`record-${name}`).fill(String(value))
  await page.getByTestId('record-save').click()
}

/** Accepts the open confirmation. */
export async function confirmAction(page: Page): Promise<void> {
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('confirm')).toBeHidden()
}

/** Chooses an option of a select. Its option list is at the end of the document. */
export async function chooseOption(page: Page, select: Locator, text: string): Promise<void> {
  await select.click()
  await page
    .locator('.n-base-select-option:visible')
    .filter({ hasText: new RegExp(`^\\s*${text}\\s*$`) })
    .click()
}
