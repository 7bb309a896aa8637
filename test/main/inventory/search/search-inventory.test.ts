import { expect, test } from 'vitest'
import { domainFilterSchema } from '#shared/ipc/inventory.ts'
import { saveAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import {
  addAccount,
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from '#test/main/inventory/temporary-inventory.ts'

test('Equal names come first, then names that begin with the text, then other hits, and records last', async () => {
  const { inventory, database } = openTemporaryInventory(['a'])
  addAccount(database, 'b', 'tea.example shop')
  await inventory.storeListedDomains(
    'a',
    [domainListItem('green-tea.example'), domainListItem('tea.example'), domainListItem('tea.example.net')],
    1,
    completeListSource,
  )
  inventory.storeZone(
    'a',
    'green-tea.example',
    [dnsRecord(1, '@', 'tea.example', 'CNAME'), dnsRecord(2, 'www', '192.0.2.1')],
    2,
  )
  const { hits } = await inventory.search('tea.example', 10)
  expect(hits.map(({ kind, target }) => `${kind} ${target}`)).toEqual([
    'domain tea.example',
    'account b',
    'domain tea.example.net',
    'domain green-tea.example',
    'record green-tea.example',
    'record green-tea.example',
  ])
})

test('Memos, addresses, labels, notes and records are found by words of any length', async () => {
  const { inventory, database } = openTemporaryInventory(['a'])
  database.run(`update account set notes = '担当は経理', folder = 'Kansai'`)
  await inventory.storeListedServers(
    'a',
    [{ servername: 'sv1.example', status: 'active', memo: '京都の店' }],
    1,
    completeListSource,
  )
  inventory.saveDetail('a', 'server', 'sv1.example', 'info', { ip_address: '198.51.100.7' }, 2)
  await inventory.storeListedDomains('a', [domainListItem('one.example')], 1, completeListSource)
  inventory.storeZone('a', 'one.example', [dnsRecord(1, '@', '京都', 'TXT')], 2)
  const kinds = async (text: string) => (await inventory.search(text, 10)).hits.map(({ kind }) => kind)
  expect(await kinds('京都')).toEqual(['server', 'record'])
  expect(await kinds('198.51.100.7')).toEqual(['server'])
  expect(await kinds('経理')).toEqual(['account'])
  expect(await kinds('kansai')).toEqual(['account'])
  expect(await kinds('nowhere')).toEqual([])
})

test('A long list of names leaves room for records', async () => {
  const { inventory } = openTemporaryInventory(['a'])
  await inventory.storeListedDomains(
    'a',
    Array.from({ length: 50 }, (_, index) => domainListItem(`shop${index}.example`)),
    1,
    completeListSource,
  )
  inventory.storeZone('a', 'shop1.example', [dnsRecord(1, 'www', 'shop-front.example', 'CNAME')], 2)
  const { hits } = await inventory.search('shop', 10)
  expect(hits).toHaveLength(10)
  expect(hits.at(-1)).toMatchObject({ kind: 'record', target: 'shop1.example', detail: 'CNAME shop-front.example' })
})

test('A search finds gone domains after present ones and marks them', async () => {
  const { inventory } = openTemporaryInventory()
  const kept = ['b-shop.example', 'c-shop.example', 'd-shop.example'].map((name) => domainListItem(name))
  await inventory.storeListedDomains('a', [domainListItem('a-shop.example'), ...kept], 1, completeListSource)
  inventory.storeZone('a', 'a-shop.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
  await inventory.storeListedDomains('a', kept, 3, completeListSource)
  expect(
    (await inventory.search('shop', 30)).hits.map(({ kind, target, goneSince }) => [kind, target, goneSince]),
  ).toEqual([
    ['domain', 'b-shop.example', null],
    ['domain', 'c-shop.example', null],
    ['domain', 'd-shop.example', null],
    ['domain', 'a-shop.example', 3],
    ['record', 'a-shop.example', 3],
  ])
})

test('Domains are found by their name servers as last read, which the hit names, and the equal name server comes first', async () => {
  const { inventory, database } = openTemporaryInventory()
  const names = ['a.example', 'b.example', 'c.example', 'ns1.example.net', 'd.example']
  await inventory.storeListedDomains(
    'a',
    names.map((name) => domainListItem(name)),
    1,
    completeListSource,
  )
  const read = (domain: string, nameservers: string[], at = 2) =>
    inventory.saveDetail('a', 'domain', domain, 'nameservers', { nameservers }, at)
  read('a.example', ['NS1.example.net.hosted.example.', 'other.example'])
  read('b.example', ['ns1.example.net', 'ns2.example.net'])
  read('c.example', ['ns1.example.net'])
  read('d.example', ['my-ns1.example.net'])
  const search = async (text: string) =>
    (await inventory.search(text, 10)).hits.map(({ target, detail, matchedIn, isExact = false }) => [
      target,
      detail,
      matchedIn ?? null,
      isExact,
    ])
  expect(await search('NS1.example.net')).toEqual([
    ['ns1.example.net', 'ns1.example.net', null, false],
    ['b.example', 'ns1.example.net', 'nameserver', true],
    ['c.example', 'ns1.example.net', 'nameserver', true],
    ['a.example', 'ns1.example.net.hosted.example', 'nameserver', false],
    ['d.example', 'my-ns1.example.net', 'nameserver', false],
  ])
  // A domain that is found by its name is shown once, and two words may be anywhere in the name server.
  expect(await search('net hosted')).toEqual([['a.example', 'ns1.example.net.hosted.example', 'nameserver', false]])
  expect((await search('c.example')).map(([target]) => target)).toEqual(['c.example'])
  read('c.example', ['elsewhere.example'], 3)
  expect((await search('ns1.example.net')).map(([target]) => target)).not.toContain('c.example')
  expect(await search('elsewhere')).toEqual([['c.example', 'elsewhere.example', 'nameserver', false]])
  expect(database.get('select count(*) as n from domain_nameserver')).toEqual({ n: 6 })
  database.run(`delete from domain where name = 'b.example'`)
  expect(database.get('select count(*) as n from domain_nameserver')).toEqual({ n: 4 })
})

test('The name servers of very many domains leave room for other hits', async () => {
  const { inventory } = openTemporaryInventory()
  const names = Array.from({ length: 60 }, (_, index) => `d${index}.example`)
  await inventory.storeListedDomains(
    'a',
    [...names, 'my-hosting.example'].map((name) => domainListItem(name)),
    1,
    completeListSource,
  )
  for (const name of names)
    inventory.saveDetail('a', 'domain', name, 'nameservers', { nameservers: ['ns1.hosting.example'] }, 2)
  inventory.storeZone('a', 'd1.example', [dnsRecord(1, 'www', 'front.hosting.example', 'CNAME')], 2)
  const { hits } = await inventory.search('hosting', 15)
  expect(hits[0]).toMatchObject({ target: 'my-hosting.example' })
  expect(hits.filter(({ matchedIn }) => matchedIn === 'nameserver')).toHaveLength(10)
  expect(hits.at(-1)).toMatchObject({ kind: 'record', target: 'd1.example' })
  // The list of domains is not searched by name servers: it has a filter for them.
  const { byStatus } = await inventory.domainCounts(domainFilterSchema.parse({ text: 'hosting' }))
  expect(byStatus).toEqual([{ status: 'active', count: 2 }])
})

test('A domain or server with a tag or a customer that equals the text comes before names that contain it', async () => {
  const { inventory, database } = openTemporaryInventory()
  const names = ['a-vip.example', 'vip-2.example', 'z.example', 'y.example', 'x.example']
  await inventory.storeListedDomains(
    'a',
    names.map((name) => domainListItem(name)),
    1,
    completeListSource,
  )
  await inventory.storeListedServers(
    'a',
    ['vip-server', 'other'].map((servername) => ({ servername, status: 'active' })),
    1,
    completeListSource,
  )
  const annotate = (name: string, tags: string[], customer = '', kind: 'domain' | 'server' = 'domain') =>
    saveAnnotation(database, { kind, accountId: 'a', name }, { tags, customer, note: '' })
  annotate('z.example', ['a tag', 'VIP'])
  annotate('y.example', [], 'Vip')
  annotate('x.example', ['vip only'])
  annotate('other', ['VIP'], '', 'server')
  const { hits } = await inventory.search('vip', 20)
  expect(hits.map(({ target, detail, isExact = false }) => [target, detail, isExact])).toEqual([
    ['other', 'VIP', true],
    ['y.example', 'Vip', true],
    ['z.example', 'VIP', true],
    ['vip-server', 'active', false],
    ['vip-2.example', 'vip-2.example', false],
    ['a-vip.example', 'a-vip.example', false],
    ['x.example', 'vip only', false],
  ])
})

test('A record whose host equals the text is found among very many records that contain it', async () => {
  const { inventory } = openTemporaryInventory()
  const names = Array.from({ length: 40 }, (_, index) => `d${index}.example`)
  await inventory.storeListedDomains(
    'a',
    [...names, 'z.example'].map((name) => domainListItem(name)),
    1,
    completeListSource,
  )
  for (const name of names) inventory.storeZone('a', name, [dnsRecord(1, '@', 'www.z.example', 'CNAME')], 2)
  inventory.storeZone('a', 'z.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
  const { hits } = await inventory.search('www.z.example', 10)
  expect(hits[0]).toMatchObject({ kind: 'record', title: 'www.z.example', detail: 'A 192.0.2.1' })
})

test('A word of two letters is found in the records of every domain of a long list', async () => {
  const { inventory } = openTemporaryInventory(['a'])
  const names = Array.from({ length: 4100 }, (_, index) => `shop${String(index).padStart(4, '0')}.example`)
  await inventory.storeListedDomains(
    'a',
    names.map((name) => domainListItem(name)),
    1,
    completeListSource,
  )
  const found = [0, 1, 1998, 1999, 2000, 2001, 3998, 3999, 4000, 4001, 4099].map((index) => names[index] as string)
  for (const name of found) inventory.storeZone('a', name, [dnsRecord(1, '@', 'zq', 'TXT')], 2)
  const { hits } = await inventory.search('zq', 50)
  expect(hits.map(({ target }) => target)).toEqual(found)
})

test('A record with a long and a short word is found behind very many domains that have only the long word in it', async () => {
  const { inventory } = openTemporaryInventory(['a'])
  const names = Array.from({ length: 700 }, (_, index) => `shop${String(index).padStart(4, '0')}.example`)
  await inventory.storeListedDomains(
    'a',
    names.map((name) => domainListItem(name)),
    1,
    completeListSource,
  )
  for (const name of names)
    inventory.storeZone(
      'a',
      name,
      [dnsRecord(1, 's1._domainkey', 'v=DKIM1', 'TXT'), dnsRecord(2, 's2', '192.0.2.1')],
      2,
    )
  const last = names.at(-1) as string
  inventory.storeZone('a', last, [dnsRecord(1, 's2._domainkey', 'v=DKIM1', 'TXT')], 3)
  const { hits } = await inventory.search('domainkey s2', 10)
  expect(hits.map(({ target }) => target)).toEqual([last])
})
