import { expect, test } from 'vitest'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('The overview lists what needs a decision, worst first', async () => {
  const { inventory, database, clock, queryOverview } = openTemporaryInventory(['a', 'b', 'paused'])
  database.run(`update account set is_paused = 1 where id = 'paused'`)
  const now = clock.now()
  const key = (id: string, state: string, expiresAt: number | null) =>
    database.run(
      'insert into api_key (id, account_id, label, state, expires_at, added_at) values (?, ?, ?, ?, ?, 0)',
      id,
      'a',
      id,
      state,
      expiresAt,
    )
  key('k1', 'quarantined', now + 86_400_000)
  key('k2', 'working', now - 1)
  key('k3', 'working', now + 86_400_000)
  key('k4', 'working', null)
  database.run(
    `insert into sync_run (account_id, state, started_at, lists_read_at, error_at, error) values ('b', 'failed', ?, ?, ?, ?)`,
    now,
    now,
    now,
    JSON.stringify({
      kind: 'service',
      message: 'Refused',
      code: 'FORBIDDEN',
      details: { errors: ['from: no such day'] },
    }),
  )
  await inventory.storeListedDomains(
    'a',
    [
      domainListItem('shared.example'),
      domainListItem('old.example', { status: 'expired', expiry_date: '2026-11-01' }),
      domainListItem('soon.example', { expiry_date: '2026-11-22' }),
      domainListItem('later.example', { expiry_date: '2026-12-10' }),
    ],
    1,
    completeListSource,
  )
  await inventory.storeListedDomains(
    'b',
    [
      domainListItem('shared.example'),
      domainListItem('moving.example', { status: 'transferring', expiry_date: null }),
      domainListItem('refused.example', { status: 'transfer_action_required', expiry_date: '2026-11-23' }),
    ],
    1,
    completeListSource,
  )
  const { attention, totals, nextExpiries, oldestDomainListReadAt } = await queryOverview(null)
  expect(attention).toEqual([
    { kind: 'no_keys', accountId: 'b' },
    { kind: 'key_state', accountId: 'a', keyId: 'k1', keyLabel: 'k1', state: 'quarantined' },
    { kind: 'key_state', accountId: 'a', keyId: 'k2', keyLabel: 'k2', state: 'expired' },
    {
      kind: 'sync_failed',
      accountId: 'b',
      at: now,
      code: 'FORBIDDEN',
      message: 'Refused · from: no such day',
      error: { kind: 'service', message: 'Refused', code: 'FORBIDDEN', details: { errors: ['from: no such day'] } },
    },
    { kind: 'domains_expired', count: 1, accountIds: ['a'] },
    { kind: 'domains_pending', status: 'transfer_action_required', count: 1, accountIds: ['b'] },
    { kind: 'domains_expiring', days: 7, count: 1, countedBefore: 0, accountIds: ['a'], excludesAccounts: false },
    { kind: 'domains_expiring', days: 30, count: 2, countedBefore: 1, accountIds: ['a'], excludesAccounts: false },
    { kind: 'domains_pending', status: 'transferring', count: 1, accountIds: ['b'] },
    { kind: 'key_expires', accountId: 'a', keyId: 'k3', keyLabel: 'k3', expiresAt: now + 86_400_000 },
    { kind: 'shared_domains', accountId: 'a', otherAccountId: 'b', count: 1, example: 'shared.example' },
    { kind: 'stale', accountId: 'a', syncedAt: null },
  ])
  expect(totals).toMatchObject({ accounts: 3, keys: 4, domains: 7, servers: 0, records: 0, zonesRead: 0 })
  // The next expiries contain active domains only, as the attention items above.
  expect(nextExpiries.map(({ name }) => name)).toEqual([
    'soon.example',
    'later.example',
    'shared.example',
    'shared.example',
  ])
  expect(oldestDomainListReadAt).toBeNull()
})

test('The oldest read of a domain list counts the list of a paused account too, and no server list', async () => {
  const { database, queryOverview } = openTemporaryInventory(['a', 'paused', 'unread'])
  database.run(`update account set is_paused = 1 where id = 'paused'`)
  const recordListsRead = (accountId: string, domainsReadAt: number, serversReadAt: number | null) =>
    database.run(
      `insert into sync_run (account_id, state, started_at, domains_read_at, servers_read_at) values (?, 'done', 1, ?, ?)`,
      accountId,
      domainsReadAt,
      serversReadAt,
    )
  recordListsRead('a', 30, null)
  recordListsRead('paused', 20, 10)
  const oldest = async (accountIds: string[] | null) => (await queryOverview(accountIds)).oldestDomainListReadAt
  expect(await oldest(['a', 'paused'])).toBe(20)
  expect(await oldest(['a'])).toBe(30)
  expect(await oldest(null)).toBeNull()
})

test('Domains that vanished from their list need attention until they are forgotten, and are as many as the list shows', async () => {
  const { inventory, names, queryOverview } = openTemporaryInventory(['a', 'b'])
  const goneItems = async () => (await queryOverview(null)).attention.filter(({ kind }) => kind === 'domains_gone')
  const all = ['kept', 'other', 'third', 'vanished'].map((name) => domainListItem(`${name}.example`))
  await inventory.storeListedDomains('a', all, 1, completeListSource)
  expect(await goneItems()).toEqual([])
  await inventory.storeListedDomains('a', all.slice(0, 3), 2, { ...completeListSource, requestedAt: 2 })
  expect(await goneItems()).toEqual([{ kind: 'domains_gone', count: 1, accountIds: ['a'] }])
  expect(await names({ statuses: ['gone'] })).toEqual(['vanished.example'])
  expect((await queryOverview(['b'])).attention.filter(({ kind }) => kind === 'domains_gone')).toEqual([])
})

test('A locked keychain is one attention item, however many syncs failed because of it', async () => {
  const { database, queryOverview } = openTemporaryInventory(['a', 'b', 'c'])
  const error = (kind: string) => JSON.stringify({ kind, message: 'x', details: {} })
  for (const id of ['a', 'b'])
    database.run(
      `insert into sync_run (account_id, state, started_at, error_at, error) values (?, 'failed', 1, 1, ?)`,
      id,
      error('keychain_locked'),
    )
  database.run(
    `insert into sync_run (account_id, state, started_at, error_at, error) values ('c', 'failed', 1, 1, ?)`,
    error('tls'),
  )
  const { attention } = await queryOverview(null)
  expect(attention.filter(({ kind }) => kind === 'keychain' || kind === 'sync_failed')).toMatchObject([
    { kind: 'keychain', error: { kind: 'keychain_locked' }, accountIds: ['a', 'b'] },
    { kind: 'sync_failed', accountId: 'c', error: { kind: 'tls' } },
  ])
  expect((await queryOverview(['b'])).attention).toContainEqual(
    expect.objectContaining({ kind: 'keychain', accountIds: ['b'] }),
  )
})

test('An account needs attention if its keys may read neither list, or not a list with entries of an earlier key', async () => {
  const { inventory, database, clock, queryOverview } = openTemporaryInventory(['both', 'earlier', 'usual', 'paused'])
  database.run(`update account set is_paused = 1 where id = 'paused'`)
  const addKey = (accountId: string, service: string) =>
    database.run(
      `insert into api_key (id, account_id, label, state, me, added_at) values (?, ?, 'key', 'working', ?, 0)`,
      `key of ${accountId}`,
      accountId,
      JSON.stringify({ expires_at: null, services: { [service]: { permission_type: 'full', target_mode: 'all' } } }),
    )
  for (const accountId of ['both', 'paused']) addKey(accountId, 'other')
  for (const accountId of ['earlier', 'usual']) addKey(accountId, 'server')
  await inventory.storeListedDomains('earlier', [domainListItem('kept.example')], clock.now(), completeListSource)
  const { attention, accounts } = await queryOverview(null)
  expect(attention.filter(({ kind }) => kind === 'list_denied')).toEqual([
    { kind: 'list_denied', accountId: 'both', list: 'domain' },
    { kind: 'list_denied', accountId: 'both', list: 'server' },
    { kind: 'list_denied', accountId: 'earlier', list: 'domain' },
  ])
  expect(accounts.find(({ id }) => id === 'both')?.health.reasons).toContain('no_key_for_domains')
})
