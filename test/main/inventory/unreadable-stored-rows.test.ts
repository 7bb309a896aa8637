import { describe, expect, test } from 'vitest'
import { createAccountQueries } from '#main/accounts/account-queries.ts'
import { queryServiceNameserversFromServerInformation } from '#main/inventory/domains/query-service-nameservers-from-server-information.ts'
import { createSyncRunStore } from '#main/inventory/sync/sync-run-store.ts'
import { serverFilterSchema } from '#shared/ipc/inventory.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from './temporary-inventory.ts'

describe('Errors stored by another version', () => {
  test('A stored error of an unknown kind does not fail a query', async () => {
    const { inventory, database, queryOverview } = openTemporaryInventory()
    await inventory.storeListedDomains('a', [domainListItem('one.example')], 1, completeListSource)
    const unknown = JSON.stringify({ kind: 'of_another_version', message: 'x', details: {} })
    for (const error of [unknown, '{']) {
      database.run(
        `insert or replace into facet (account_id, thing, name, facet, error, error_at) values ('a', 'domain', 'one.example', 'lock', ?, 5)`,
        error,
      )
      database.run(
        `insert or replace into sync_run (account_id, state, started_at, error_at, error) values ('a', 'failed', 1, 1, ?)`,
        error,
      )
      expect(inventory.domain('a', 'one.example').lock).toMatchObject({ data: null, error: null, errorAt: 5 })
      expect(createSyncRunStore(database).all()).toMatchObject([{ state: 'failed', error: null }])
      expect((await queryOverview(null)).attention).toContainEqual(
        expect.objectContaining({ kind: 'sync_failed', accountId: 'a', code: null }),
      )
    }
  })
})

describe('Unreadable stored rows', () => {
  const damage = {
    nested: `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    cut: '{"ip_address":"192.0.2.1',
    deep: `${'['.repeat(100)}${']'.repeat(100)}`,
  }
  const servers = ['one.example', 'two.example', 'three.example']

  test.each(Object.entries(damage))(
    'An unreadable row reports an error itself and does not affect the server list, the search and the name servers: %s',
    async (_, data) => {
      const { inventory, database } = openTemporaryInventory(['a', 'b'])
      for (const account of ['a', 'b'])
        await inventory.storeListedServers(
          account,
          servers.map((servername) => ({ servername, status: 'active' })),
          1,
          completeListSource,
        )
      for (const name of servers) inventory.saveDetail('b', 'server', name, 'info', { ip_address: '192.0.2.7' }, 2)
      inventory.saveDetail('a', 'server', 'two.example', 'info', {}, 2)
      database.run(`update facet set data = ? where account_id = 'a'`, data)
      const filter = serverFilterSchema.parse({})
      expect(inventory.servers({ filter, sort: 'name', isDescending: false, offset: 0, limit: 9 }).total).toBe(6)
      expect((await inventory.search('192.0.2.7', 9)).hits).toHaveLength(3)
      expect(queryServiceNameserversFromServerInformation(database, 'a')).toEqual([])
      expect(inventory.server('a', 'two.example')).toMatchObject({
        row: { name: 'two.example' },
        info: { data: null, readAt: null, error: { kind: 'unreadable_row' } },
      })
      expect(inventory.server('b', 'two.example').info).toMatchObject({
        data: { ip_address: '192.0.2.7' },
        error: null,
      })
    },
  )

  test.each([damage.nested, damage.cut])(
    'An unreadable waiting list counts as none, and the account list and the overview still work',
    async (missing) => {
      const { inventory, database, clock, queryOverview } = openTemporaryInventory()
      await inventory.storeListedDomains('a', [domainListItem('one.example')], 1, completeListSource)
      expect(await inventory.storeListedDomains('a', [], 2, completeListSource)).toBe(false)
      const shrunkenLists = () =>
        createAccountQueries({
          database,
          clock,
          responsiveness: () => 'answering',
          isBeingRemoved: () => false,
        }).list()[0]?.shrunkenLists
      expect(shrunkenLists()).toMatchObject([{ list: 'domain', missing: 1, expectedCount: 1 }])
      database.run('update shrunken_list set missing = ?', missing)
      expect(shrunkenLists()).toEqual([])
      expect((await queryOverview(null)).attention.filter(({ kind }) => kind === 'list_shrunk')).toEqual([])
      await expect(inventory.acceptShrunkenList('a', 'domain', 2)).rejects.toMatchObject({ kind: 'not_found' })
      expect(await inventory.storeListedDomains('a', [], 3, completeListSource)).toBe(false)
      expect(shrunkenLists()).toMatchObject([{ list: 'domain', missing: 1, readAt: 3 }])
    },
  )

  test.each([damage.nested, damage.cut])(
    'An unreadable row does not stop a sync and is read again by it',
    async (data) => {
      const { inventory, database, clock } = openTemporaryInventory()
      await inventory.storeListedDomains(
        'a',
        [domainListItem('one.example'), domainListItem('two.example')],
        clock.now(),
        completeListSource,
      )
      for (const name of ['one.example', 'two.example']) {
        for (const facet of ['detail', 'nameservers', 'whois', 'lock'] as const)
          inventory.saveDetail('a', 'domain', name, facet, domainListItem(name), clock.now())
        inventory.storeZone('a', name, [], clock.now())
      }
      database.run(`update facet set data = ? where name = 'two.example' and facet = 'detail'`, data)
      database.run(`update facet set error = ?, error_at = 1 where name = 'one.example' and facet = 'lock'`, data)
      expect(
        await inventory.queryDueDetails('a', { now: clock.now(), syncStartedAt: clock.now(), mayRead: () => true }),
      ).toMatchObject([{ resourceKind: 'domain', name: 'two.example', detailKind: 'detail' }])
      expect(inventory.domain('a', 'one.example').lock.data).not.toBeNull()
    },
  )
})
