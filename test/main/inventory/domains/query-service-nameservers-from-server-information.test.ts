import { describe, expect, test } from 'vitest'
import { queryServiceNameserversFromServerInformation } from '#main/inventory/domains/query-service-nameservers-from-server-information.ts'
import type { Database } from '#main/store/database.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

describe('The service’s name servers', () => {
  test('The name servers of the service are those that the information of any server at the same address names, each once', async () => {
    const { inventory, database } = openTemporaryInventory(['a', 'b', 'c'])
    database.run(`update account set base_url = 'https://other.example' where id = 'c'`)
    for (const id of ['a', 'b', 'c'])
      await inventory.storeListedDomains(id, [domainListItem('one.example')], 1, completeListSource)
    await inventory.storeListedServers(
      'b',
      [
        { servername: 'sv1.example', status: 'active' },
        { servername: 'sv2.example', status: 'active' },
      ],
      1,
      completeListSource,
    )
    const known = (id: string) => inventory.domain(id, 'one.example').serviceNameservers
    expect(known('a')).toEqual([])
    inventory.saveDetail(
      'b',
      'server',
      'sv1.example',
      'info',
      { name_servers: ['NS1.service.example.', 'ns2.service.example'] },
      2,
    )
    inventory.saveDetail(
      'b',
      'server',
      'sv2.example',
      'info',
      { name_servers: 'ns2.service.example ns3.service.example' },
      2,
    )
    expect(known('a').sort()).toEqual(['ns1.service.example', 'ns2.service.example', 'ns3.service.example'])
    expect(known('c')).toEqual([])
  })

  test('The name servers of the service are also those of an account with another spelling of its address', async () => {
    const { inventory, database } = openTemporaryInventory(['a', 'b'])
    database.run(`update account set base_url = 'http://127.0.0.1:8080/' where id = 'a'`)
    database.run(`update account set base_url = 'http://localhost:8080' where id = 'b'`)
    await inventory.storeListedDomains('a', [domainListItem('one.example')], 1, completeListSource)
    const server = { servername: 'sv1.example', status: 'active' } as const
    await inventory.storeListedServers('b', [server], 1, completeListSource)
    inventory.saveDetail('b', 'server', 'sv1.example', 'info', { name_servers: ['ns1.service.example'] }, 2)
    expect(inventory.domain('a', 'one.example').serviceNameservers).toEqual(['ns1.service.example'])
  })

  test('The name servers are found through the accounts of the service, without a scan of all stored details', () => {
    const { database } = openTemporaryInventory()
    const plans: { detail: string }[] = []
    const explained: Pick<Database, 'all'> = {
      all: (sql, ...params) => (
        plans.push(...database.all<{ detail: string }>(`explain query plan ${sql}`, ...params)),
        database.all(sql, ...params)
      ),
    }
    queryServiceNameserversFromServerInformation({ ...database, ...explained }, 'a')
    expect(plans.filter(({ detail }) => /\bf\b/.test(detail)).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH f USING .*account_id=\?/),
    ])
  })
})
