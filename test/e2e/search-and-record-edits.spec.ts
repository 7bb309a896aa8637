import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import {
  addRecord,
  changeRecord,
  chooseOption,
  confirmAction,
  openArea,
  openDomain,
  openSearch,
  recordRow,
  startSync,
  addAccountByCommands,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'
import { japaneseName, secrets } from '#test/e2e/support/small-world.ts'
import type { Simulator } from '#simulator/start-simulator.ts'

const shop = 'alpha-shop.example'

async function startSynced(harness: AppHarness, simulator: Simulator) {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  return page
}

function contentsOf(simulator: Simulator): string[] {
  return [...(simulator.world.owners.get(shop)?.domains.get(shop)?.records.values() ?? [])].map(
    ({ type, host, content }) => `${host} ${type} ${content}`,
  )
}

test('The search finds names, decoded names, records and memos, and opens a hit', async ({ harness, simulator }) => {
  const page = await startSynced(harness, simulator)
  await expect((await openSearch(page, 'alpha-mail')).filter({ hasText: 'alpha-mail.example' }).first()).toBeVisible()
  await page.getByTestId('search-input').fill('日本語')
  await expect(page.getByTestId('search-hit').filter({ hasText: japaneseName.decoded }).first()).toBeVisible()
  await page.getByTestId('search-input').fill('The shop runs')
  await expect(page.getByTestId('search-hit').filter({ hasText: 'alphaweb' }).first()).toBeVisible()
  await page.getByTestId('search-input').fill('spf.example')
  await page.getByTestId('search-hit').filter({ hasText: shop }).first().click()
  await expect(recordRow(page, 'spf.example').first()).toBeVisible()
})

test('A domain is found by its name server as last read, and the hit names the server and leads to all its domains', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  const hits = await openSearch(page, 'ns1.simulator.example')
  const hit = hits.filter({ hasText: shop }).first()
  await expect(hit).toContainText('Name server ns1.simulator.example')
  await expectAccessible(page, 'search by a name server')
  await page.getByTestId('command-domains-of-nameserver').click()
  await expect(page.getByTestId('domains-table')).toContainText(shop)
  await expect(page.getByTestId('domains-count')).toHaveText(/^3 of 4/)

  // A search by a name server that no domain has offers no such list.
  await openSearch(page, 'ns1.nowhere.example')
  await expect(page.getByTestId('search-none')).toBeVisible()
  await expect(hits).toHaveCount(0)
  await expect(page.getByTestId('command-domains-of-nameserver')).toHaveCount(0)
})

test('A record is changed only after a confirmation that shows the old and the new values', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openDomain(page, shop)
  await changeRecord(page, 'www', { content: '203.0.113.5' })
  await expect(page.getByTestId('confirm')).toContainText('192.0.2.10')
  await expect(page.getByTestId('confirm')).toContainText('203.0.113.5')
  expect(simulator.ledger.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  await confirmAction(page)
  await expect(recordRow(page, '203.0.113.5')).toBeVisible()
  expect(contentsOf(simulator)).toContain('www A 203.0.113.5')
  expect(
    simulator.ledger.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, bodyJson }) => [method, bodyJson]),
  ).toEqual([['PUT', expect.objectContaining({ content: '203.0.113.5' })]])
})

test('While a confirmation is open, shortcuts open neither the search nor another area', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openDomain(page, shop)
  await changeRecord(page, 'www', { content: '203.0.113.5' })
  await expect(page.getByTestId('confirm')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.press('ControlOrMeta+1')
  await expect(page.getByTestId('domain-page')).toBeVisible()
  await expect(page.getByTestId('search')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('confirm')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByTestId('search')).toBeVisible()
})

test('An invalid record is refused while typing, a warning is in the confirmation, and a declined confirmation sends nothing', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openDomain(page, shop)
  const before = simulator.ledger.requests.length
  await addRecord(page, { type: 'A', host: 'new', content: '999.1.1.1' })
  await expect(page.getByTestId('record-content-says')).toContainText('IPv4')
  await expect(page.getByTestId('confirm')).toBeHidden()
  await page.getByTestId('record-content').fill('2001:db8::1')
  await expect(page.getByTestId('record-content-says')).toContainText('AAAA')
  await page.getByTestId('record-content').fill('192.0.2.77')
  await expect(page.getByTestId('record-content-says')).not.toContainText('AAAA')
  expect(simulator.ledger.requests).toHaveLength(before)
  await chooseOption(page, page.getByTestId('record-type'), 'CNAME')
  await expect(page.getByTestId('record-content-says')).toContainText('host name')
  await page.getByTestId('record-host').fill('www')
  await page.getByTestId('record-content').fill('例え.example')
  await expect(page.getByTestId('record-content-says')).toContainText('xn--r8jz45g.example')
  await expect(page.getByTestId('record-host-warns')).toContainText('only record')
  await page.getByTestId('record-save').click()
  await expect(page.getByTestId('confirm')).toContainText('xn--r8jz45g.example')
  await expect(page.getByTestId('change-warnings')).toContainText('only record')
  await page.getByTestId('confirm-cancel').click()
  await expect(page.getByTestId('confirm')).toBeHidden()
  expect(simulator.ledger.requests).toHaveLength(before)
})

test('Records are added and deleted, and with foreign name servers the views say that records have no effect', async ({
  harness,
  simulator,
}) => {
  const domains = simulator.world.owners.get(shop)?.domains
  Object.assign(domains?.get(shop) ?? {}, { nameservers: ['NS1.simulator.example.', 'ns2.simulator.example'] })
  Object.assign(domains?.get('alpha-mail.example') ?? {}, { nameservers: ['NS1.other.example.', 'ns2.other.example'] })
  const page = await startSynced(harness, simulator)
  await openDomain(page, shop)
  await addRecord(page, { type: 'TXT', host: '_probe', content: 'one two three' })
  await confirmAction(page)
  await expect(recordRow(page, '_probe')).toBeVisible()
  expect(contentsOf(simulator)).toContain('_probe TXT one two three')
  await recordRow(page, '_probe').click()
  await page.getByTestId('record-delete').click()
  await expect(page.getByTestId('confirm')).toContainText('one two three')
  await confirmAction(page)
  await expect(recordRow(page, '_probe')).toHaveCount(0)
  expect(contentsOf(simulator)).not.toContain('_probe TXT one two three')
  await expect(page.getByTestId('delegation')).toHaveCount(0)
  await page.getByTestId('domain-back').click()
  await openDomain(page, 'alpha-mail.example')
  await expect(page.getByTestId('delegation')).toContainText(
    'Records here have no effect: the name servers are ns1.other.example, ns2.other.example.',
  )
  await addRecord(page, { type: 'TXT', host: '_probe', content: 'x' })
  await expect(page.getByTestId('delegation')).toHaveCount(3)
  await expect(page.getByTestId('confirm')).toContainText('no effect')
  await page.getByTestId('confirm-cancel').click()
})

test('A zone that changed meanwhile is shown with its current records, and nothing is overwritten', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openDomain(page, shop)
  const www = [...(simulator.world.owners.get(shop)?.domains.get(shop)?.records.values() ?? [])].find(
    ({ host }) => host === 'www',
  )
  if (!www) throw new Error('The world has no www record')
  www.content = '198.51.100.99'
  await changeRecord(page, 'www', { content: '203.0.113.7' })
  await confirmAction(page)
  await expect(page.getByTestId('conflict')).toContainText('198.51.100.99')
  await expect(page.getByTestId('conflict')).toContainText('The record changed in the meantime')
  await expectAccessible(page, 'a conflict in a zone')
  expect(www.content).toBe('198.51.100.99')
})

test('A record whose answer was lost is not added twice', async ({ harness, simulator }) => {
  const page = await startSynced(harness, simulator)
  await openDomain(page, shop)
  simulator.faults.add({ match: { method: 'POST', path: '/dns$' }, times: 1, fault: { kind: 'reset-after' } })
  await addRecord(page, { type: 'TXT', host: '_once', content: 'only once' })
  await confirmAction(page)
  await expect(page.getByText(/^Inferred: Added TXT _once .* Another program may have made it\.$/)).toBeVisible()
  expect(simulator.ledger.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(contentsOf(simulator).filter((record) => record.startsWith('_once'))).toHaveLength(1)
})

test('Closing a record whose change has an unknown outcome says that the change was sent', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openDomain(page, shop)
  simulator.faults.add({ match: { method: 'POST', path: '/dns$' }, fault: { kind: 'reset-before' } })
  await addRecord(page, { type: 'TXT', host: '_late', content: 'may come later' })
  await confirmAction(page)
  await expect(page.getByTestId('unsettled')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('confirm')).toContainText('was sent and may take effect')
})

test('Offline, stored data can be read and searched, nothing is sent, and edits are refused with a reason', async ({
  harness,
  simulator,
}) => {
  const page = await startSynced(harness, simulator)
  await openArea(page, 'settings')
  await page.getByTestId('offline-switch').click()
  await expect(page.getByTestId('banner-offline')).toBeVisible()
  const sent = simulator.ledger.requests.length
  await openDomain(page, shop)
  await expect(recordRow(page, 'v=spf1')).toBeVisible()
  await expect(page.getByTestId('record-add')).toBeDisabled()
  await expect(page.getByTestId('zone-refusal')).toContainText('offline')
  await expect(page.getByTestId('sync-all')).toBeDisabled()
  await expect((await openSearch(page, 'alpha-mail')).first()).toBeVisible()
  const { totals } = await callMain(page, 'inventory.overview', {})
  expect(totals.domains).toBe(4)
  expect(simulator.ledger.requests).toHaveLength(sent)
})
