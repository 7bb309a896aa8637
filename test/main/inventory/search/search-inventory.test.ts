import { expect, test } from 'vitest'
import {
  addAccount,
  completeListFetchContext,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from '#test/main/inventory/temporary-inventory.ts'

test('Equal names come first, then names that begin with the text, then other hits, and records last', async () => {
  const { inventory, database } = openTemporaryInventory(['a'])
  addAccount(database, 'b', 'tea.example shop')
  await inventory.storeDomainList(
    'a',
    [domainListItem('green-tea.example'), domainListItem('tea.example'), domainListItem('tea.example.net')],
    1,
    completeListFetchContext,
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
  await inventory.storeServerList(
    'a',
    [{ servername: 'sv1.example', status: 'active', memo: '京都の店' }],
    1,
    completeListFetchContext,
  )
  inventory.saveDetail('a', 'server', 'sv1.example', 'info', { ip_address: '198.51.100.7' }, 2)
  await inventory.storeDomainList('a', [domainListItem('one.example')], 1, completeListFetchContext)
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
  await inventory.storeDomainList(
    'a',
    Array.from({ length: 50 }, (_, index) => domainListItem(`shop${index}.example`)),
    1,
    completeListFetchContext,
  )
  inventory.storeZone('a', 'shop1.example', [dnsRecord(1, 'www', 'shop-front.example', 'CNAME')], 2)
  const { hits } = await inventory.search('shop', 10)
  expect(hits).toHaveLength(10)
  expect(hits.at(-1)).toMatchObject({ kind: 'record', target: 'shop1.example', detail: 'CNAME shop-front.example' })
})

test('A search finds gone domains after present ones and marks them', async () => {
  const { inventory } = openTemporaryInventory()
  const kept = ['b-shop.example', 'c-shop.example', 'd-shop.example'].map((name) => domainListItem(name))
  await inventory.storeDomainList('a', [domainListItem('a-shop.example'), ...kept], 1, completeListFetchContext)
  inventory.storeZone('a', 'a-shop.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
  await inventory.storeDomainList('a', kept, 3, completeListFetchContext)
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
