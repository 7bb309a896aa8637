// Steps of a renewal and a world with domains that expire soon, shared by the tests of renewals and orders.
import { expect, type Locator, type Page } from '@playwright/test'
import { formatJapanTime, formatJapanDate } from '#shared/japan-time.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createRenewalRequestDelay, type RenewalRequestDelay } from '#test/delay-renewal-requests.ts'
import { callMain } from './call-main.ts'
import { test as desktop, type AppHarness } from './app-fixtures.ts'
import { addAccountByCommands, chooseOption, openArea, startSync, waitUntilListsRead } from './user-steps.ts'
import { secrets } from './small-world.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The date in Japan a number of days from today, `YYYY-MM-DD`. */
export function japanDateInDays(days: number): string {
  return formatJapanDate(Date.now() + days * dayMs)
}

/** The price of a .com domain per year in the simulator's worlds, in yen. */
export const comRenewalYen = 1_650

/** The balance of `alpha` is enough for all its domains, the balance of `beta` for two of ten. */
function expiringWorld(): WorldFile {
  const soon = (name: string, days: number) => ({ domain_name: name, expiry_date: japanDateInDays(days) })
  return {
    auth_block: null,
    clock: formatJapanTime(Date.now()),
    users: [
      {
        name: 'alpha',
        keys: [{ token: secrets.alpha }],
        domains: [
          soon('alpha-one.com', 5),
          soon('alpha-two.com', 6),
          soon('alpha-three.net', 7),
          soon('alpha-late.com', 80),
          { domain_name: 'alpha-gone.com', status: 'expired', expiry_date: japanDateInDays(-3) },
        ],
      },
      {
        name: 'beta',
        balance: 2 * comRenewalYen,
        keys: [{ token: secrets.beta }],
        domains: Array.from({ length: 10 }, (_, index) => soon(`beta-${index}.com`, 10 + index)),
      },
    ],
  }
}

/** The app with a simulator of a world with domains that expire soon, which is reset before each test. */
export const test = desktop.extend<
  { expiring: Simulator; renewalRequestDelay: RenewalRequestDelay },
  { sharedExpiring: { simulator: Simulator; delay: RenewalRequestDelay } }
>({
  sharedExpiring: [
    async ({}, use) => {
      const delay = createRenewalRequestDelay()
      const simulator = await startSimulator({ world: expiringWorld, onArrival: delay.onArrival })
      await use({ simulator, delay })
      await simulator.close()
    },
    { scope: 'worker' },
  ],
  renewalRequestDelay: async ({ sharedExpiring: { delay } }, use) => {
    await use(delay)
    delay.release()
  },
  expiring: async ({ sharedExpiring: { simulator } }, use) => {
    simulator.reset()
    await use(simulator)
    await simulator.pause()
    await simulator.resume()
  },
})

export type Language = 'ja' | 'en'

const twoAccounts = { Alpha: secrets.alpha, Beta: secrets.beta }

/** Starts the app with both accounts, whose lists and automatic renewals are read. No sync runs. */
export async function startWithTwoAccounts(
  harness: AppHarness,
  simulator: Simulator,
  language: Language = 'en',
): Promise<Page> {
  const page = await harness.startWithSyncedAccounts({
    simulator,
    accounts: twoAccounts,
    // A complete sync would wait for the next minute of the quota.
    async waitUntilRead(syncing) {
      await waitUntilListsRead(syncing)
      await waitUntilAutoRenewRead(syncing)
      await callMain(syncing, 'sync.cancel', {})
    },
  })
  await callMain(page, 'app.saveSettings', { language })
  return page
}

/**
 * Starts the app on an empty profile, adds both accounts and waits until their lists are read. The sync still reads
 * details.
 */
export async function startAndReadTwoAccounts(harness: AppHarness, simulator: Simulator): Promise<Page> {
  const page = await harness.start()
  for (const [label, secret] of Object.entries(twoAccounts))
    await addAccountByCommands(page, { label, url: simulator.url, keys: [{ label: 'all', secret }] })
  await startSync(page)
  await waitUntilListsRead(page)
  return page
}

/**
 * Waits until the basket of 90 days selects domains by itself: those whose automatic renewal was not read are not
 * selected.
 */
export async function waitUntilAutoRenewRead(page: Page): Promise<void> {
  const unread = async () => {
    const rows = await callMain(page, 'inventory.expiring', { accountIds: null, days: 90, limit: 100 })
    return rows.filter(({ status, autoRenew }) => status === 'active' && autoRenew === null).length
  }
  await expect.poll(unread, { timeout: 60_000 }).toBe(0)
}

export async function openRenew(page: Page): Promise<void> {
  await openArea(page, 'orders')
  await page.getByTestId('orders-renew').click()
  // A row that is still loading has no checkbox of a domain.
  await expect(page.getByTestId('renew-table').getByRole('checkbox', { name: '.' }).first()).toBeVisible()
}

export function basketRow(page: Page, name: string) {
  return page.getByTestId('renew-table').getByRole('row').filter({ hasText: name })
}

/** The reason below a domain that cannot be renewed. */
async function problemBelow(page: Page, name: string): Promise<Locator> {
  const index = Number(await basketRow(page, name).getAttribute('aria-rowindex'))
  return page.getByTestId('renew-table').locator(`[aria-rowindex="${index + 1}"] [data-test="row-problem"]`)
}

/** The reason stands below the domain and is not cut off in the narrowest window. */
export async function expectReadableProblem(page: Page, name: string): Promise<void> {
  const problem = await problemBelow(page, name)
  await expect(problem).toBeVisible()
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  await page.setViewportSize({ width: 960, height: 640 })
  await expect.poll(() => problem.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  await page.setViewportSize(size)
}

/** Deselects every domain. The button is disabled while none is selected, as before automatic renewals are read. */
export async function deselectAll(page: Page): Promise<void> {
  const button = page.getByTestId('renew-deselect-all')
  if (await button.isEnabled()) await button.click()
}

/** Selects exactly these domains. The app may select others itself until automatic renewals are read, so it repeats. */
export async function selectOnly(page: Page, names: string[]): Promise<void> {
  await expect(async () => {
    await deselectAll(page)
    for (const name of names) await basketRow(page, name).getByRole('checkbox').check({ timeout: 5000 })
    await expect(page.getByTestId('renew-table').getByRole('checkbox', { checked: true })).toHaveCount(names.length)
  }).toPass()
}

export async function setYears(page: Page, name: string, years: number): Promise<void> {
  await chooseOption(page, basketRow(page, name).locator('.years-choice'), String(years))
}

/** Requests a quote and pays it. */
export async function requestQuoteAndPay(page: Page): Promise<void> {
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('pay')).toBeVisible()
  await page.getByTestId('agree').click()
  await page.getByTestId('pay').click()
  await expect(page.getByTestId('orders-table')).toBeVisible()
}

/**
 * Pays for all ten domains of `beta`, and for the others that are selected. The simulator answers the first refused
 * order of `beta` and delays all later ones. The app has then recorded the refusal in every case and holds the
 * remaining orders.
 */
export async function payUntilBetaLacksBalance(page: Page, renewalRequestDelay: RenewalRequestDelay): Promise<void> {
  const [paid, refused] = [2, 1]
  renewalRequestDelay.delayAfter(paid + refused, 'beta')
  await requestQuoteAndPay(page)
  await expect
    .poll(async () => (await callMain(page, 'orders.runs', null))[0]?.accounts.map(({ stopped }) => stopped), {
      timeout: 60_000,
    })
    .toContain('no_money')
  renewalRequestDelay.release()
}

export async function renew(page: Page, names: string[]): Promise<void> {
  await openRenew(page)
  await selectOnly(page, names)
  await requestQuoteAndPay(page)
}

export async function waitForRunState(
  page: Page,
  state: 'running' | 'checking' | 'paused' | 'held' | 'ended',
): Promise<void> {
  await expect(page.getByTestId('run').first()).toHaveAttribute('data-state', state, { timeout: 60_000 })
}

export function orderRow(page: Page, name: string) {
  return page.getByTestId('orders-table').getByRole('row').filter({ hasText: name })
}

export async function expectOrderStatus(page: Page, name: string, status: string, timeout = 30_000): Promise<void> {
  await expect(orderRow(page, name).first().locator('[data-order-status]')).toHaveAttribute(
    'data-order-status',
    status,
    { timeout },
  )
}

/** The charged names, sorted. */
export function listChargedRenewals(simulator: Simulator): string[] {
  return simulator.ledger.charges.map(({ target }) => target).sort()
}

/** The renewal requests in the order received, without dry runs. */
export function listRenewalRequests(simulator: Simulator) {
  return simulator.ledger.requests.filter(
    ({ endpoint, bodyJson }) => endpoint === 'domain.renew' && (bodyJson as { dry_run?: boolean }).dry_run !== true,
  )
}
