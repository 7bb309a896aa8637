import type { Page } from '@playwright/test'
import { startSimulator } from '#simulator/start-simulator.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain, callMainForEnvelope } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import {
  addAccount,
  confirmAction,
  openAccount,
  openArea,
  openDomain,
  startSync,
  addAccountByCommands,
  tryKey,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'
import { holdReply } from '#test/e2e/support/hold-or-drop-ipc-reply.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'
import { secrets, smallWorld } from '#test/e2e/support/small-world.ts'

const label = 'Alpha'
const keys = [{ label: 'all', secret: secrets.alpha }]

async function actOnKey(page: Page, action: 'replace' | 'rename' | 'remove'): Promise<void> {
  await page.getByTestId('key-actions').first().click()
  await page.getByTestId(`key-${action}`).click()
}

test('A paused account sends no calls, and a read-only account is read but not changed', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, { label, url: simulator.url, keys })
  await startSync(page)
  await waitUntilSynced(page)
  await openAccount(page, label)
  await page.getByTestId('account-paused').click()
  await expect(page.getByTestId('account-paused')).toBeChecked()
  await expect(page.getByText('Lists not fully read')).toHaveCount(0)
  const sent = simulator.ledger.requests.length
  await expect(page.getByTestId('sync-all')).toBeDisabled()
  await expect(page.getByTestId('sync-all')).toHaveAttribute('title', 'The account is paused.')
  await callMain(page, 'sync.start', { accountIds: null })
  await waitUntilSynced(page)
  expect(simulator.ledger.requests).toHaveLength(sent)
  await openDomain(page, 'alpha-shop.example')
  await expect(page.getByTestId('zone-refusal')).toContainText('paused')
  for (const refresh of ['domain-refresh', 'zone-refresh']) await expect(page.getByTestId(refresh)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Read Contract again' })).toBeDisabled()
  await page.getByTestId('zone-edit').click()
  await expect(page.getByRole('button', { name: 'Read the zone again' })).toBeDisabled()
  await openArea(page, 'logs')
  await expect(page.getByTestId('logs-table')).toContainText('The selected account is paused')
  await expect(page.getByTestId('logs-newest')).toBeDisabled()

  await openAccount(page, label)
  await page.getByTestId('account-paused').click()
  await page.getByTestId('account-read-only').click()
  await openDomain(page, 'alpha-shop.example')
  await expect(page.getByTestId('zone-refusal')).toContainText('read-only')
  await expect(page.getByTestId('record-add')).toBeDisabled()
  await expect(page.getByTestId('domain-renew')).toBeDisabled()
  await expect(page.getByTestId('domain-renew-refusal')).toContainText('The account is read-only in Banto')
  await page.getByTestId('zone-refresh').click()
  await expect(async () => expect(simulator.ledger.requests.length).toBeGreaterThan(sent)).toPass()
})

test('The age of the lists in the header names the paused accounts that it leaves out', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, { label, url: simulator.url, keys })
  await addAccountByCommands(page, {
    label: 'Beta',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.beta }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await expect(page.getByTestId('lists-read')).toHaveAttribute('title', '')
  await openAccount(page, label)
  await page.getByTestId('account-paused').click()
  await expect(page.getByTestId('lists-read')).toHaveAttribute('title', 'Without 1 paused account')
  await expect(page.getByTestId('lists-read').locator('time')).toHaveAttribute('title', /^Without 1 paused account\n/)
})

test('A key that the service answered with 401 is not sent again until it is replaced', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, { label, url: simulator.url, keys })
  await startSync(page)
  await waitUntilSynced(page)
  // Only one 401: after two of them every key that has never worked is held back.
  simulator.faults.add({
    match: { token: secrets.alpha },
    times: 1,
    fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
  })
  await startSync(page)
  await openAccount(page, label)
  await expect(page.getByTestId('key-row')).toHaveAttribute('data-state', 'quarantined')
  await waitUntilSynced(page)
  const sent = simulator.ledger.requests.length
  for (const button of ['sync-all', 'account-sync']) {
    await expect(page.getByTestId(button)).toBeDisabled()
    await expect(page.getByTestId(button)).toHaveAttribute('title', /no usable key/)
  }
  await callMain(page, 'sync.start', { accountIds: null })
  await waitUntilSynced(page)
  expect(simulator.ledger.requests).toHaveLength(sent)
  await actOnKey(page, 'replace')
  await page.getByTestId('key-secret').fill(secrets.alphaRead)
  await page.getByTestId('try-key').click()
  await expect(page.getByTestId('key-tried')).toBeVisible()
  await page.getByTestId('key-save').click()
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('key-row')).toHaveAttribute('data-state', 'working')
  await startSync(page)
  await waitUntilSynced(page)
  await openDomain(page, 'alpha-shop.example')
})

test('A merge is offered for two accounts with the same domains, and its dialog lists each thing that it does', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, { label, url: simulator.url, keys })
  await addAccountByCommands(page, {
    label: 'Double',
    url: simulator.url,
    keys: [{ label: 'read', secret: secrets.alphaRead }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await expect(
    page.getByRole('button', { name: /^Double, .*no usable API key of this account has permission/ }),
  ).toBeVisible()
  await openArea(page, 'overview')
  await expect(page.getByTestId('account-row').filter({ has: page.getByTestId('read-only') })).toHaveCount(1)
  await expectAccessible(page, 'overview with a read-only account')
  await openAccount(page, 'Double')
  await openAccount(page, label)
  await expectAccessible(page, 'an account that overlaps with another')
  await page.getByTestId('merge-account').click()
  await expect(page.getByTestId('confirm')).toBeVisible()
  await expect(page.getByTestId('confirm').getByRole('listitem')).toHaveCount(8)
  await expectAccessible(page, 'merge accounts')
  await confirmAction(page)
  await expect(page.getByTestId('sidebar-account')).toHaveCount(1)
  await expect(page.getByTestId('key-row')).toHaveCount(2)
  await page.goBack()
  await expect(page.getByText(`This account was merged into ${label}.`)).toBeVisible()
  await page.getByTestId('open-merged-account').click()
  await expect(page.getByTestId('key-row')).toHaveCount(2)
})

test('After two refused keys the window says that calls are on hold, and the user can resume them', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await callMain(page, 'app.saveSettings', { syncsAtStart: false })
  await addAccountByCommands(page, { label, url: simulator.url, keys })
  for (let index = 0; index < 2; index += 1)
    expect(
      (await callMainForEnvelope(page, 'accounts.tryKey', { baseUrl: simulator.url, secret: secrets.unknown })).ok,
    ).toBe(false)
  const sent = simulator.ledger.requests.length
  await expect(page.getByTestId('banner-held')).toContainText('Authentication failed 2 times in the last 10 minutes')
  await openAccount(page, label)
  const nextCall = page.getByTestId('quota-domain').getByRole('cell').last()
  await expect(nextCall).toHaveText('now, for your own actions')
  await page.getByTestId('sync-all').click()
  await expect(nextCall).toHaveText(/^syncs, jobs, orders and logs on hold: in \d+ minutes$/)
  await expectAccessible(page, 'calls on hold')
  expect(simulator.ledger.requests.length).toBe(sent)
  await openArea(page, 'logs')
  const logs = page.getByTestId('logs-fetch-state')
  await expect(logs).toContainText('Calls are on hold. The logs are read when calls are sent again.')
  await expect(logs).not.toContainText('Reading the logs')
  await logs.getByTestId('logs-fetch-state-details').click()
  await expect(page.getByTestId('drawer').getByText('Calls are on hold.').first()).toBeVisible()
  await callMain(page, 'app.saveSettings', { language: 'ja' })
  await expect(logs).toContainText('呼び出しは待機中です。呼び出しの再開後にログを読み込みます。')
  await callMain(page, 'app.saveSettings', { language: 'en' })
  await page.getByTestId('banner-held').getByTestId('banner-action').click()
  await expect(logs).not.toContainText('Calls are on hold')
  await expect(page.getByTestId('banner-held')).toHaveCount(0)
  await waitUntilSynced(page)
  expect(simulator.ledger.requests.length).toBeGreaterThan(sent)
})

test('While the address may be blocked, every account of it says that it is on hold, and the user can resume the calls', async ({
  harness,
}) => {
  const simulator = await startSimulator({
    world: { ...smallWorld, auth_block: { failures: 2, block_seconds: 1_234, retry_after: true } },
  })
  try {
    const page = await harness.start()
    await callMain(page, 'app.saveSettings', { syncsAtStart: false })
    await addAccountByCommands(page, { label, url: simulator.url, keys })
    const betaKeys = [{ label: 'all', secret: secrets.beta }]
    await addAccountByCommands(page, { label: 'Beta', url: simulator.url, keys: betaKeys })
    for (let index = 0; index < 2; index += 1)
      await callMainForEnvelope(page, 'accounts.tryKey', { baseUrl: simulator.url, secret: secrets.unknown })
    await page.getByTestId('sync-all').click()
    await page.getByTestId('banner-held').getByTestId('banner-action').click()
    await expect(page.getByTestId('banner-blocked')).toContainText('The service may have blocked this IP address')
    const onHold = page.getByRole('button', { name: /^(Alpha|Beta), On hold until (\d{4}-\d\d-\d\d )?\d\d:\d\d/ })
    await expect(onHold).toHaveCount(2)
    await expectAccessible(page, 'an address that may be blocked')
    simulator.advance(1_234_000)
    await page.getByTestId('banner-blocked').getByTestId('banner-action').click()
    await expect(page.getByTestId('banner-blocked')).toHaveCount(0)
    await expect(onHold).toHaveCount(0)
    await waitUntilSynced(page)
  } finally {
    await simulator.close()
  }
})

test('Removing an account names what is deleted without lines of nothing, deletes it with its keys and changes nothing at the service', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, { label, url: simulator.url, keys })
  await startSync(page)
  await waitUntilSynced(page)
  await openAccount(page, label)
  await page.getByTestId('account-remove').click()
  for (const text of ['1 key', '4 domains', '2 servers', '6 DNS records'])
    await expect(page.getByTestId('confirm')).toContainText(text)
  await expect(page.getByTestId('confirm').getByRole('listitem').filter({ hasText: /^0/ })).toHaveCount(0)
  await confirmAction(page)
  await expect(page.getByTestId('welcome')).toBeVisible()
  expect(simulator.ledger.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  for (const area of ['orders', 'activity'] as const) {
    await openArea(page, area)
    await expect(page.getByTestId('welcome')).toBeHidden()
    await expect(page.getByTestId(area)).toHaveAttribute('aria-current', 'page')
  }
  // The key is no longer in the keychain, so that it can be stored again.
  await addAccount(page, { label: 'Anew', url: simulator.url, keys })
})

test('The window can be used while the data of a removed account is deleted', async ({ harness, simulator }) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openAccount(page, label)
  const release = await holdReply(harness, 'accounts.remove')
  await page.getByTestId('account-remove').click()
  await page.getByTestId('confirm-action').click()
  await page.getByRole('button', { name: 'Continue in background' }).click()
  await expect(page.getByTestId('confirm')).toBeHidden()
  await expect(page.getByTestId('banner-notice')).toContainText('Alpha is being removed.')
  await openArea(page, 'domains')
  await expect(page.getByRole('row', { name: /beta-blog\.example/ })).toBeVisible()
  await release()
  await expect(page.getByText('Alpha was removed.')).toBeVisible()
  await expect(page.getByTestId('banner-notice')).toBeHidden()
  await expect(page.getByTestId('sidebar-account')).toHaveCount(1)
})

test('A key is renamed and removed, and the account says that it has no keys', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccountByCommands(page, { label, url: simulator.url, keys })
  await openAccount(page, label)
  await actOnKey(page, 'rename')
  await page.getByRole('complementary', { name: 'Rename all' }).getByRole('textbox').fill('main key')
  await page.getByTestId('key-rename-save').click()
  await expect(page.getByTestId('key-row')).toContainText('main key')
  await actOnKey(page, 'remove')
  await expect(page.getByTestId('confirm')).toContainText('main key')
  await confirmAction(page)
  await expect(page.getByTestId('key-row')).toHaveCount(0)
  await expect(page.getByTestId('account-view')).toContainText('no keys')
})

test('A second key is added to an existing account', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccountByCommands(page, { label, url: simulator.url, keys })
  await openAccount(page, label)
  await page.getByTestId('key-add').click()
  const entry = await tryKey(page, { label: 'reading', secret: secrets.alphaRead })
  await expect(entry.getByTestId('key-tried')).toBeVisible()
  await page.getByTestId('key-save').click()
  await expect(page.getByTestId('key-row')).toHaveCount(2)
})
