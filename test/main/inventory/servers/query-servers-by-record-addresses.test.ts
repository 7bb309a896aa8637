import { expect, test } from 'vitest'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

const domain = 'one.example'
const server = (servername: string) => ({ servername, status: 'active' })
const record = (id: number, type: string, host: string, content: string) => ({
  id,
  type,
  host,
  content,
  ttl: 3600,
  priority: 0,
})

async function openInventory() {
  const opened = openTemporaryInventory(['a', 'b'])
  const { inventory } = opened
  await inventory.storeListedDomains('a', [domainListItem(domain)], 1, completeListSource)
  const names = ['sv1.example', 'sv2.example', 'sv5.example', 'sv6.example']
  await inventory.storeListedServers('a', names.map(server), 1, completeListSource)
  await inventory.storeListedServers('b', ['sv3.example', 'sv4.example'].map(server), 1, completeListSource)
  const saveAddress = (accountId: string, name: string, ip_address: unknown) =>
    inventory.saveDetail(accountId, 'server', name, 'info', { ip_address }, 7)
  const found = () =>
    inventory
      .serversOfDomain('a', domain)
      .map(({ row, address, hosts, readAt }) => [row.accountId, row.name, address, hosts, readAt])
  return { ...opened, saveAddress, found }
}

test('The servers of a domain are those of any account whose whole address is in its records', async () => {
  const { inventory, saveAddress, found } = await openInventory()
  saveAddress('a', 'sv1.example', '192.0.2.1')
  saveAddress('a', 'sv2.example', '192.0.2.11')
  saveAddress('b', 'sv3.example', ['2001:db8::1', '192.0.2.9'])
  expect(found()).toEqual([])
  inventory.storeZone(
    'a',
    domain,
    [
      record(1, 'A', '@', '192.0.2.1'),
      record(2, 'A', 'www', '192.0.2.1'),
      record(3, 'AAAA', 'v6', '2001:0DB8:0::1'),
      record(4, 'TXT', '@', 'v=spf1 ip4:192.0.2.1 ip4:192.0.2.0/24 -all'),
      record(5, 'CNAME', 'shop', 'sv2.example'),
    ],
    8,
  )
  expect(found()).toEqual([
    ['a', 'sv1.example', '192.0.2.1', ['A @', 'A www', 'TXT @'], 7],
    ['b', 'sv3.example', '2001:db8::1', ['AAAA v6'], 7],
  ])
})

test('A server of a domain is as old as the older of the two readings that show it', async () => {
  const { inventory, saveAddress, found } = await openInventory()
  saveAddress('a', 'sv1.example', '192.0.2.1')
  for (const [zoneReadAt, shown] of [
    [5, 5],
    [9, 7],
  ] as const) {
    inventory.storeZone('a', domain, [record(1, 'A', '@', '192.0.2.1')], zoneReadAt)
    expect(found()).toEqual([['a', 'sv1.example', '192.0.2.1', ['A @'], shown]])
  }
})

test('A server that is gone from its list is a server of a domain only for an address that no listed server has', async () => {
  const { inventory, saveAddress, found } = await openInventory()
  saveAddress('a', 'sv1.example', '192.0.2.1')
  inventory.storeZone('a', domain, [record(1, 'A', '@', '192.0.2.1')], 8)
  expect(found()).toHaveLength(1)
  const left = ['sv2.example', 'sv5.example', 'sv6.example']
  await inventory.storeListedServers('a', left.map(server), 9, completeListSource)
  expect(inventory.serversOfDomain('a', domain).map(({ row, address }) => [row.name, row.goneSince, address])).toEqual([
    ['sv1.example', 9, '192.0.2.1'],
  ])
  expect(inventory.listedServersAt(['192.0.2.1'])).toEqual([])
  saveAddress('b', 'sv3.example', '192.0.2.1')
  expect(found().map(([, name]) => name)).toEqual(['sv3.example'])
  expect(inventory.listedServersAt(['192.0.2.1', '192.0.2.9'])).toEqual([
    { accountId: 'b', name: 'sv3.example', address: '192.0.2.1' },
  ])
})
