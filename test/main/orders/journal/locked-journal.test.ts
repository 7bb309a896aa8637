import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, onTestFinished } from 'vitest'
import { startMainRig, startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-do-everything'

test('A second app on the same profile shows everything but orders, never says that there are none, and cannot order', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'banto-locked-'))
  const world = {
    users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: 'one.com', expiry_date: '2027-03-31' }] }],
  }
  const first = await startSimulatorRig({ world, profile, service: profile })
  const { id: accountId } = await first.addAccount('First', [token])
  const second = await startMainRig({ profile, service: profile })
  onTestFinished(async () => {
    await second.close()
    await first.close()
    rmSync(profile, { recursive: true, force: true })
  })

  expect(await second.call('orders.journal', null)).toMatchObject({
    state: 'closed',
    error: { kind: 'journal_locked' },
  })
  const filter = { accountIds: null }
  for (const [name, input] of [
    ['orders.list', {}],
    ['orders.counts', filter],
    ['orders.spending', filter],
    ['orders.intent', { intentId: 'any' }],
  ] as const) {
    await expect(second.call(name, input as never), name).rejects.toMatchObject({ kind: 'journal_locked' })
  }
  expect(await second.call('orders.runs', null)).toEqual([])
  expect(await second.call('accounts.list', null)).toHaveLength(1)
  await second.call('api.call', { accountId, endpoint: 'domain.list', input: {} })
  const { rows, totalYen, accounts } = await second.call('orders.quote', {
    quoteId: 'quote',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  expect(accounts[0]?.hint).toBeNull()
  const confirmed = second.call('orders.confirm', {
    quoteId: 'quote',
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  await expect(confirmed).rejects.toMatchObject({ kind: 'journal_locked' })
  expect(first.simulator.ledger.charges).toEqual([])
  expect(await first.call('orders.journal', null)).toMatchObject({ state: 'good', error: null })
})

test('While the order records cannot be read, no detected change says that no renewal led to it', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'banto-locked-'))
  const world = {
    users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: 'one.com', expiry_date: '2037-03-31' }] }],
  }
  const first = await startSimulatorRig({ world, profile, service: profile })
  const { id: accountId } = await first.addAccount('First', [token])
  await first.call('sync.start', { accountIds: null })
  await expect.poll(async () => (await first.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  Object.assign(first.simulator.world.user('first').domains.get('one.com') ?? {}, { expiryDate: '2038-03-31' })
  await first.call('inventory.refreshDomain', { accountId, name: 'one.com', detailKinds: ['detail'] })
  const second = await startMainRig({ profile, service: profile })
  onTestFinished(async () => {
    await second.close()
    await first.close()
    rmSync(profile, { recursive: true, force: true })
  })
  const filter = { fields: ['expiry' as const] }
  const change = { sentChange: null, sentOrder: null }
  const { rows: read } = await first.call('detectedChanges.list', { filter })
  expect(read).toMatchObject([{ ...change, areRenewalsUnread: false }])
  const { rows: unread } = await second.call('detectedChanges.list', { filter })
  expect(unread).toMatchObject([{ ...change, areRenewalsUnread: true }])
})
