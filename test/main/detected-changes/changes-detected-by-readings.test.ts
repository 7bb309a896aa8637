import { expect, test } from 'vitest'
import { createSyncRunStore } from '#main/inventory/sync/sync-run-store.ts'
import {
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from '#test/main/inventory/temporary-inventory.ts'
import { serverContract, listDetectedChanges, openInventoryWithDomain, domain } from './detected-changes-rig.ts'

const valuesOf = (rows: ReturnType<typeof listDetectedChanges>) => rows.map(({ values }) => values)

test('A list that shows another status, expiry or auto-renewal is a change between its reading and the one before', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 })
  await inventory.storeListedDomains('a', [domainListItem(domain)], 20, null)
  await inventory.storeListedDomains('a', [domainListItem(domain, { status: 'expired', expiry_date: null })], 30, null)
  inventory.saveDetail('a', 'domain', domain, 'detail', detail({ status: 'expired', auto_renew: true }), 40)
  inventory.saveDetail('a', 'domain', domain, 'detail', detail({ status: 'active', auto_renew: false }), 50)
  const rows = listDetectedChanges(database)
  expect(rows.map(({ values, previousReadAt, detectedAt }) => [previousReadAt, detectedAt, values])).toEqual([
    [40, 50, { field: 'status', before: 'expired', after: 'active' }],
    [40, 50, { field: 'auto_renew', before: true, after: false }],
    [30, 40, { field: 'expiry', before: null, after: '2027-03-31' }],
    [20, 30, { field: 'expiry', before: '2027-03-31', after: null }],
    [20, 30, { field: 'status', before: 'active', after: 'expired' }],
  ])
  expect(rows[0]).toMatchObject({ accountId: 'a', accountLabel: 'Account a', kind: 'domain', name: domain })
})

test('A domain that a list no longer contains, and one that a list contains again, are a change each', async () => {
  const { inventory, database } = openTemporaryInventory()
  const others = ['b.example', 'c.example', 'd.example']
  const lists = [
    [10, [domain, ...others]],
    [20, others],
    [30, others],
    [40, [domain, ...others]],
  ] as const
  for (const [readAt, names] of lists)
    await inventory.storeListedDomains(
      'a',
      names.map((name) => domainListItem(name)),
      readAt,
      { ...completeListSource, requestedAt: readAt },
    )
  expect(
    listDetectedChanges(database).map(({ name, previousReadAt, detectedAt, values }) => [
      name,
      previousReadAt,
      detectedAt,
      values,
    ]),
  ).toEqual([
    [domain, 20, 40, { field: 'listed', before: false, after: true }],
    [domain, 10, 20, { field: 'listed', before: true, after: false }],
  ])
})

test('The previous reading of a domain or server that is listed again is the last list without it', async () => {
  const { inventory, database } = openTemporaryInventory()
  const syncRuns = createSyncRunStore(database)
  syncRuns.begin('a', 5)
  const others = ['b', 'c', 'd'].map((name) => `${name}.example`)
  for (const [readAt, isListed] of [
    [10, true],
    [20, false],
    [30, false],
    [40, true],
  ] as const) {
    const names = isListed ? [domain, ...others] : others
    const source = { ...completeListSource, requestedAt: readAt }
    const items = names.map((name) => domainListItem(name))
    await inventory.storeListedDomains('a', items, readAt, source)
    const contracts = names.map((servername) => serverContract({ servername }))
    await inventory.storeListedServers('a', contracts, readAt, source)
    syncRuns.recordListRead('a', 'domain', readAt)
    syncRuns.recordListRead('a', 'server', readAt)
  }
  const found = listDetectedChanges(database).filter(({ detectedAt }) => detectedAt === 40)
  expect(found.map(({ kind, previousReadAt }) => [kind, previousReadAt]).toSorted()).toEqual([
    ['domain', 30],
    ['server', 30],
  ])
})

test('A server that a list no longer contains is a change', async () => {
  const { inventory, database } = openTemporaryInventory()
  const fetched = (requestedAt: number) => ({ ...completeListSource, requestedAt })
  const others = ['two', 'three', 'four'].map((name) => serverContract({ servername: `${name}.server.example` }))
  await inventory.storeListedServers('a', [serverContract(), ...others], 10, fetched(10))
  await inventory.storeListedServers('a', others, 20, fetched(20))
  await inventory.storeListedServers('a', [serverContract(), ...others], 30, fetched(30))
  expect(listDetectedChanges(database).map(({ name, detectedAt, values }) => [name, detectedAt, values])).toEqual([
    ['one.server.example', 30, { field: 'listed', before: false, after: true }],
    ['one.server.example', 20, { field: 'listed', before: true, after: false }],
  ])
})

test('Server information that shows other addresses, name servers or versions is a change, in whatever order it shows them', async () => {
  const { inventory, database } = openTemporaryInventory()
  await inventory.storeListedServers('a', [serverContract()], 10, null)
  const read = (info: object, at: number) => inventory.saveDetail('a', 'server', 'one.server.example', 'info', info, at)
  const info = {
    ip_address: '192.0.2.1',
    name_servers: ['ns1.example', 'ns2.example'],
    php_versions: ['8.3', '8.4'],
    db_versions: [{ product: 'MariaDB', version: '10.5' }],
    domain_validation_token: 'one',
  }
  read(info, 20)
  read(
    {
      ...info,
      name_servers: ['NS2.example.', 'ns1.example'],
      php_versions: ['8.4', '8.3'],
      domain_validation_token: 'two',
    },
    30,
  )
  // Fields that are missing, or have a shape that cannot be read, are not compared.
  read({ ip_address: ['192.0.2.1'], php_versions: { supported: { list: [] } }, db_versions: [] }, 40)
  expect(listDetectedChanges(database)).toEqual([])
  read(info, 50)
  read(
    {
      ip_address: '192.0.2.9',
      name_servers: ['ns9.example'],
      php_versions: ['8.4'],
      db_versions: [{ product: 'MariaDB', version: '11.4' }],
    },
    60,
  )
  const rows = listDetectedChanges(database)
  expect(
    new Set(rows.map(({ kind, previousReadAt, detectedAt }) => `${kind} ${previousReadAt} ${detectedAt}`)),
  ).toEqual(new Set(['server 50 60']))
  expect(valuesOf(rows).toReversed()).toEqual([
    { field: 'ip_address', before: ['192.0.2.1'], after: ['192.0.2.9'] },
    { field: 'nameservers', before: ['ns1.example', 'ns2.example'], after: ['ns9.example'] },
    { field: 'php_versions', before: ['8.3', '8.4'], after: ['8.4'] },
    { field: 'db_versions', before: ['MariaDB 10.5'], after: ['MariaDB 11.4'] },
  ])
  expect(listDetectedChanges(database, { text: '192.0.2.9' })).toHaveLength(1)
})

test('Another memo of a server is a change since the memo was last read or set, in a list or apart from it', async () => {
  const { inventory, database, clock } = openTemporaryInventory()
  const list = (memo: string) => {
    const requestedAt = clock.now()
    return inventory.storeListedServers('a', [serverContract({ memo })], requestedAt, {
      ...completeListSource,
      requestedAt,
    })
  }
  await list('first')
  await clock.advance(10)
  const readAt = clock.now()
  inventory.storeServerMemo('a', 'one.server.example', 'second', readAt)
  const second = {
    kind: 'server',
    values: { field: 'memo', before: 'first', after: 'second' },
    previousReadAt: readAt - 10,
    detectedAt: readAt,
  }
  expect(listDetectedChanges(database)).toMatchObject([second])
  await clock.advance(10)
  await list('second')
  inventory.storeServerMemo('a', 'one.server.example', 'second', clock.now())
  expect(listDetectedChanges(database)).toMatchObject([second])
  await clock.advance(10)
  await list('third')
  const third = { values: { field: 'memo', before: 'second', after: 'third' }, previousReadAt: readAt + 10 }
  expect(listDetectedChanges(database)).toMatchObject([third, second])
})

test('A first reading is no change, whatever is read', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 })
  inventory.storeZone('a', domain, [dnsRecord(1, '@', '192.0.2.1')], 20)
  inventory.saveDetail('a', 'domain', domain, 'detail', detail({ auto_renew: true }), 20)
  inventory.saveDetail('a', 'domain', domain, 'nameservers', { nameservers: ['ns1.a.example'] }, 20)
  inventory.saveDetail('a', 'domain', domain, 'lock', { locked: true }, 20)
  inventory.saveDetail('a', 'domain', domain, 'whois', { whois_privacy: true, fields: {} }, 20)
  await inventory.storeListedServers('a', [serverContract()], 20, null)
  expect(listDetectedChanges(database)).toEqual([])
})

test('Records that were added, removed and changed are one change each', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 })
  const [kept, changed, removed] = [
    dnsRecord(1, '@', '192.0.2.1'),
    dnsRecord(2, 'www', '192.0.2.2'),
    dnsRecord(3, 'old', '192.0.2.3'),
  ]
  inventory.storeZone('a', domain, [kept, changed, removed], 20)
  const [later, added] = [{ ...changed, content: '192.0.2.9' }, dnsRecord(4, 'new', '192.0.2.4')]
  inventory.storeZone('a', domain, [kept, later, added], 30)
  expect(valuesOf(listDetectedChanges(database)).reverse()).toEqual([
    { field: 'record', before: changed, after: later },
    { field: 'record', before: null, after: added },
    { field: 'record', before: removed, after: null },
  ])
})

test('Another letter case, a trailing dot, another order and new IDs of equal records are no change', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 })
  const [mail, text] = [dnsRecord(1, 'Mail', 'mx.Other.example.', 'MX'), dnsRecord(2, '@', '"a" "b"', 'TXT')]
  inventory.storeZone('a', domain, [mail, text], 20)
  inventory.storeZone(
    'a',
    domain,
    [
      { ...text, id: 7, content: '"ab"' },
      { ...mail, host: 'mail', content: 'mx.other.example' },
    ],
    30,
  )
  inventory.saveDetail('a', 'domain', domain, 'nameservers', { nameservers: ['ns1.a.example', 'ns2.a.example'] }, 20)
  inventory.saveDetail('a', 'domain', domain, 'nameservers', { nameservers: ['NS2.a.example.', 'ns1.a.example'] }, 30)
  await inventory.storeListedDomains('a', [domainListItem(domain, { expiry_date: '2027/3/31' })], 30, null)
  expect(listDetectedChanges(database)).toEqual([])
})

test('Of Whois contact data, only that it changed is kept', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 })
  const whois = { whois_privacy: true, fields: { first_name: 'Hanako', city: 'Osaka' } }
  inventory.saveDetail('a', 'domain', domain, 'whois', whois, 20)
  inventory.saveDetail('a', 'domain', domain, 'whois', { ...whois, fields: { first_name: 'Taro', city: 'Osaka' } }, 30)
  expect(valuesOf(listDetectedChanges(database))).toEqual([{ field: 'whois_contact' }])
  expect(JSON.stringify(database.all('select * from seen_change'))).not.toMatch(/hanako|taro/i)
  inventory.saveDetail('a', 'domain', domain, 'whois', { whois_privacy: false, fields: [] }, 40)
  expect(valuesOf(listDetectedChanges(database))[0]).toEqual({ field: 'whois_privacy', before: true, after: false })
})

test('Name servers and the lock are changes of their own', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 })
  const save = (kind: 'lock' | 'nameservers', data: object, at: number) =>
    inventory.saveDetail('a', 'domain', domain, kind, data, at)
  save('lock', { locked: true }, 20)
  save('lock', { locked: false }, 30)
  save('nameservers', { nameservers: ['ns1.a.example'] }, 20)
  save('nameservers', { nameservers: ['ns1.b.example'] }, 40)
  expect(
    listDetectedChanges(database).map(({ values, previousReadAt, detectedAt }) => [previousReadAt, detectedAt, values]),
  ).toEqual([
    [20, 40, { field: 'nameservers', before: ['ns1.a.example'], after: ['ns1.b.example'] }],
    [20, 30, { field: 'lock', before: true, after: false }],
  ])
})

test('EPP statuses are compared in any order, without the one of the lock, and only if both readings show them', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 })
  const readings = [
    ['clientTransferProhibited', 'pendingTransfer', 'serverHold'],
    ['serverHold', 'pendingTransfer'],
    undefined,
    ['serverHold', 'pendingTransfer', 'redemptionPeriod', 'serverHold'],
    [],
  ]
  for (const [index, epp_statuses] of readings.entries())
    inventory.saveDetail(
      'a',
      'domain',
      domain,
      'detail',
      { domain_name: domain, status: 'active', auto_renew: true, epp_statuses },
      20 + index,
    )
  expect(valuesOf(listDetectedChanges(database))).toEqual([
    { field: 'epp_statuses', before: ['pendingTransfer', 'redemptionPeriod', 'serverHold'], after: [] },
  ])
})

test('Status, plan, expiry and auto-renewal of a server are kept, and a value that a reading does not show is not', async () => {
  const { inventory, database } = openTemporaryInventory()
  await inventory.storeListedServers('a', [serverContract()], 10, null)
  await inventory.storeListedServers(
    'a',
    [serverContract({ plan_id: undefined, plan_name: undefined, auto_renew: undefined })],
    20,
    null,
  )
  await inventory.storeListedServers('a', [serverContract()], 30, null)
  expect(listDetectedChanges(database)).toEqual([])
  const later = { status: 'suspended', expiry_date: '2028-01-31', plan_id: 'p2', plan_name: 'Two', auto_renew: false }
  await inventory.storeListedServers('a', [serverContract(later)], 40, null)
  expect(listDetectedChanges(database)).toMatchObject([
    { kind: 'server', name: 'one.server.example', values: { field: 'auto_renew', before: true, after: false } },
    { values: { field: 'plan', before: { id: 'p1', name: 'One' }, after: { id: 'p2', name: 'Two' } } },
    { values: { field: 'expiry', before: '2027-01-31', after: '2028-01-31' } },
    { values: { field: 'status', before: 'active', after: 'suspended' }, previousReadAt: 30, detectedAt: 40 },
  ])
})

test('A reading that failed, and one that is older than what is stored, are no change', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 })
  inventory.storeZone('a', domain, [dnsRecord(1, '@', '192.0.2.1')], 20)
  inventory.saveDetailError('a', 'domain', domain, 'zone', new Error('failed'), 30)
  inventory.storeZone('a', domain, [dnsRecord(1, '@', '192.0.2.2')], 15)
  expect(listDetectedChanges(database)).toEqual([])
  inventory.storeZone('a', domain, [dnsRecord(1, '@', '192.0.2.3')], 40)
  expect(listDetectedChanges(database)).toMatchObject([{ previousReadAt: 15, detectedAt: 40 }])
})

test('The window is reported of a reading that reveals a change, and not of one that does not', async () => {
  const { inventory, emitted } = await openInventoryWithDomain({ readAt: 10 })
  const countEvents = () => emitted.filter(({ name }) => name === 'detectedChanges.changed').length
  await inventory.storeListedDomains('a', [domainListItem(domain)], 20, null)
  inventory.flush()
  expect(countEvents()).toBe(0)
  await inventory.storeListedDomains('a', [domainListItem(domain, { status: 'expired' })], 30, null)
  inventory.flush()
  expect(countEvents()).toBe(1)
})

function detail(fields: object): object {
  return { domain_name: domain, status: 'active', expiry_date: '2027-03-31', ...fields }
}
