import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import {
  addAccountByCommands,
  openArea,
  recordRow,
  openDomain,
  openSearch,
  startSync,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

const alpha = { label: 'Alpha', keys: [{ label: 'all', secret: secrets.alpha }] }
const beta = { label: 'Beta', keys: [{ label: 'all', secret: secrets.beta }] }

/** Whether the whole element is in the visible part of the other one. */
async function isInside(element: Locator, other: Locator): Promise<boolean> {
  const [inner, outer] = await Promise.all([element.boundingBox(), other.boundingBox()])
  return (
    inner !== null &&
    outer !== null &&
    inner.y < outer.y + outer.height &&
    inner.x + inner.width <= outer.x + outer.width
  )
}

async function domainsShown(page: Page): Promise<number> {
  return (await callMain(page, 'inventory.overview', {})).totals.domains
}

test('A sync reads domains, servers and zones of every account', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccountByCommands(page, { ...alpha, url: simulator.url })
  await addAccountByCommands(page, { ...beta, url: simulator.url })
  await startSync(page)
  await waitUntilSynced(page)
  await expect(page.getByText('Lists not fully read')).toHaveCount(0)
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-count')).toContainText('6')
  await expect(page.getByTestId('domains-table')).toContainText('alpha-shop.example')
  await expect(page.getByTestId('domains-table')).toContainText('beta-wait.example')
  // The age of a row covers each of its facts, because details are read with other calls than the list.
  const domain = page.getByTestId('domains-table').getByRole('row').filter({ hasText: 'alpha-shop.example' })
  const age = domain.getByRole('gridcell').last()
  await age.hover()
  await expect(age).toHaveAttribute('title', /^Status and expiry: .*\nAuto-renew: .*\nRecords: /)
  await openArea(page, 'servers')
  await expect(page.getByTestId('servers-table')).toContainText('betaweb')
  const { totals } = await callMain(page, 'inventory.overview', {})
  expect(totals).toMatchObject({ domains: 6, servers: 3, records: 7 })
  expect(simulator.ledger.summary().refused).toBe(0)
})

test('An account whose sync runs after a list failed is not said to be without a sync, and its error is not said to be of an earlier sync', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  for (const account of [alpha, beta]) await addAccountByCommands(page, { ...account, url: simulator.url })
  simulator.faults.add({ match: { path: '^/v1/server$' }, fault: { kind: 'garbage' } })
  simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  await startSync(page)
  await openArea(page, 'overview')
  await expect(page.getByTestId('attention-stale_many')).toContainText(
    '2 accounts lack a complete list of the last 24 hours, and their lists are not being read now',
  )
  await expect(page.getByTestId('attention-sync_failed')).toHaveCount(2)
  await expect(page.getByTestId('attention-sync_failed').first()).toContainText('Sync error')
  await expect(page.getByTestId('account-row').first()).toContainText('Syncing')
  await expect(page.getByTestId('account-row').first()).toContainText('sync error')
  await expect(page.locator('main')).not.toContainText('last sync')
  await page.getByTestId('account-row').first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Sync error' })).toBeVisible()
  await callMain(page, 'sync.cancel', {})
})

test('A failed account does not stop other accounts, a shrunken list needs a confirmation, and gone domains stay readable', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start({ size: { width: 1280, height: 800 } })
  await addAccountByCommands(page, { ...alpha, url: simulator.url })
  await addAccountByCommands(page, { ...beta, url: simulator.url })
  await startSync(page)
  await waitUntilSynced(page)
  simulator.faults.add({ match: { user: 'alpha' }, fault: { kind: 'status', status: 404, code: 'USER_NOT_FOUND' } })
  simulator.world.user('beta').domains.delete('beta-blog.example')
  await startSync(page)
  await openArea(page, 'overview')
  const waiting = page.getByTestId('attention-list_shrunk')
  await expect(waiting).toContainText(/Not applied: list at .* lacks 1 of 2 domains/)
  await waitUntilSynced(page)
  expect(await domainsShown(page)).toBe(6)
  // Two actions do not widen the rows beyond their section.
  await expect(waiting.getByRole('button')).toHaveCount(2)
  expect(await isInside(waiting.getByTestId('attention-action'), page.getByTestId('attention'))).toBe(true)

  await expectAccessible(page, 'a list that waits for the person')
  await waiting.getByTestId('attention-action').click()
  await expect(page.getByTestId('confirm')).toBeVisible()
  await expectAccessible(page, 'accept a list')
  await page.getByTestId('confirm-action').click()
  await expect(waiting).toHaveCount(0)
  await waitUntilSynced(page)
  expect(await domainsShown(page)).toBe(5)
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-table')).toContainText('alpha-shop.example')
  await expect(page.getByTestId('domains-table')).not.toContainText('beta-blog.example')
  await page.getByTestId('domains-filter-text').fill('beta-blog.example')
  await expect(page.getByTestId('domains-no-match')).toContainText(
    'Among the domains that are gone from the lists, 1 matches.',
  )
  await page.getByTestId('domains-show-gone').click()
  await expect(page.getByTestId('domains-count')).toHaveText('1 gone domain')
  await expect(page.getByTestId('domains-table')).toContainText(/beta-blog.example.*Gone as of \d{4}-\d{2}-\d{2}/)
  await openDomain(page, 'beta-blog.example')
  await expect(recordRow(page, '198.51.100.7')).toBeVisible()
  await expect(page.getByTestId('removed-from-list')).toContainText('no longer in the list of Beta')
  await expectAccessible(page, 'a domain that is gone')
  await expect(page.getByTestId('domain-renew')).toBeDisabled()
  await expect(page.getByTestId('domain-renew-refusal')).toHaveText(
    'A domain that is no longer in the list cannot be renewed.',
  )
})

test('A second account is synced while another sync runs, unread zones are counted, and a cancelled sync sends no more calls', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  await addAccountByCommands(page, { ...alpha, url: simulator.url })
  await startSync(page)
  await expect(async () =>
    expect(simulator.ledger.requests.some(({ path }) => path.endsWith('/dns'))).toBe(true),
  ).toPass()
  await addAccountByCommands(page, { ...beta, url: simulator.url })
  await page.getByTestId('sync-all').filter({ hasText: 'Sync the others' }).click()
  await expect(async () => expect(await domainsShown(page)).toBe(6)).toPass()
  await openArea(page, 'domains')
  await expect(page.getByTestId('unread')).toHaveCount(0)
  await page.getByTestId('domains-filter-text').fill('198.51.100.7')
  await expect(page.getByTestId('unread')).toContainText(/\d zones? not read yet/)
  await page.getByTestId('sync-cancel').click()
  await waitUntilSynced(page)
  const sent = simulator.ledger.requests.length
  expect(await domainsShown(page)).toBe(6)
  await page.waitForTimeout(2000)
  expect(simulator.ledger.requests).toHaveLength(sent)
  await openSearch(page, 'ns1')
  await expect(page.getByRole('dialog').getByTestId('unread')).toContainText(
    /\d zones? not read yet · name servers of \d domains? not read/,
  )
})

test('The button of an empty list syncs the accounts that are shown, also while another account syncs', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  simulator.faults.add({ match: { path: '/dns$', user: 'alpha' }, fault: { kind: 'hang' } })
  simulator.faults.add({
    match: { path: '^/v1/(domain|server)$', user: 'beta' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  for (const account of [alpha, beta]) await addAccountByCommands(page, { ...account, url: simulator.url })
  await startSync(page)
  const lists = () =>
    simulator.ledger.requests.filter(({ userName, path }) => userName === 'beta' && path === '/v1/domain').length
  await expect
    .poll(async () => (await callMain(page, 'sync.progress', null)).map(({ state }) => state).toSorted())
    .toEqual(['details', 'failed'])
  await page.getByTestId('sidebar-account').filter({ hasText: 'Beta' }).click()
  for (const area of ['domains', 'servers'] as const) {
    await openArea(page, area)
    const before = lists()
    const button = page.getByRole('button', { name: 'Sync now' })
    await expect(button).not.toHaveClass(/loading/)
    await button.click()
    await expect.poll(lists).toBeGreaterThan(before)
    await expect
      .poll(async () => (await callMain(page, 'sync.progress', null)).map(({ state }) => state).toSorted())
      .toEqual(['details', 'failed'])
  }
})

test('In a narrow window, the header stays one line with room for the search, and texts without space become icons', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  for (const account of [alpha, beta]) await addAccountByCommands(page, { ...account, url: simulator.url })
  await startSync(page)
  await expect(async () =>
    expect(simulator.ledger.requests.some(({ path }) => path.endsWith('/dns'))).toBe(true),
  ).toPass()
  await page.getByTestId('sync-cancel').click()
  const texts = page.getByTestId('lists-read')
  const unread = texts.getByTestId('details-failed')
  await expect(unread).toContainText('stopped')
  const words = unread.locator('.words')
  await page.setViewportSize({ width: 1920, height: 800 })
  await expect.poll(() => isInside(words, unread)).toBe(true)
  await page.setViewportSize({ width: 960, height: 640 })
  await expect.poll(() => isInside(words, unread)).toBe(false)
  await expect(unread.locator('svg')).toBeInViewport({ ratio: 1 })
  await expect(unread).toHaveAttribute('title', (await words.textContent()) ?? '')
  expect(await texts.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(24)
  expect((await page.getByTestId('search-open').boundingBox())?.width).toBeGreaterThanOrEqual(240)
})

test('The header says in words how many details were not read while other accounts can be synced, before the time left', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start({ size: { width: 1280, height: 800 } })
  for (const account of [alpha, beta]) await addAccountByCommands(page, { ...account, url: simulator.url })
  simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'status', status: 400, code: 'VALIDATION_ERROR' } })
  simulator.faults.add({ match: { path: '/whois$' }, fault: { kind: 'hang' } })
  const accountId = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === alpha.label)?.id ?? ''
  await callMain(page, 'sync.start', { accountIds: [accountId] })
  await expect(page.getByTestId('sync-all')).toHaveText('Sync the others')
  const unread = page.getByTestId('sync-progress').getByTestId('details-failed')
  await expect(unread).toContainText('could not be read')
  await expect.poll(() => isInside(unread.locator('.words'), unread)).toBe(true)
})

test('A second start shows all stored data without the service', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccountByCommands(page, { ...alpha, url: simulator.url })
  await startSync(page)
  await waitUntilSynced(page)
  const seen = (await callMain(page, 'inventory.overview', {})).totals
  await harness.app().close()
  await simulator.pause()
  const again = await harness.start()
  expect((await callMain(again, 'inventory.overview', {})).totals).toEqual(seen)
  await openDomain(again, 'alpha-shop.example')
  await expect(recordRow(again, 'v=spf1')).toBeVisible()
})

test('An app that was killed during a sync starts with its stored data and continues the sync', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  const heal = simulator.faults.add({ match: { path: '/(dns|whois)$' }, fault: { kind: 'hang' } })
  await addAccountByCommands(page, { ...alpha, url: simulator.url })
  await startSync(page)
  await expect(async () =>
    expect(simulator.ledger.requests.some(({ path }) => path.endsWith('/dns'))).toBe(true),
  ).toPass()
  await harness.app().kill()
  heal()
  const again = await harness.start()
  await expect(again.getByTestId('sidebar-account')).toHaveCount(1)
  await openArea(again, 'domains')
  await expect(again.getByTestId('domains-table')).toContainText('alpha-shop.example')
  await expect(async () => expect((await callMain(again, 'inventory.overview', {})).totals.records).toBe(6)).toPass({
    timeout: 40_000,
  })
})
