import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import {
  domainFilterSchema,
  attributeFiltersSchema,
  serverFilterSchema,
  type AttributeFilters,
  type DomainFilter,
} from '#shared/ipc/inventory.ts'
import { createAnnotationStore } from '#main/annotations/annotation-store.ts'
import {
  completeListSource,
  dnsRecord,
  domainListItem,
  openTemporaryInventory,
} from '#test/main/inventory/temporary-inventory.ts'

async function openDomains() {
  const store = openTemporaryInventory()
  const { inventory } = store
  await inventory.storeListedDomains(
    'a',
    ['on.com', 'off.co.jp', 'unread.com', 'xn--wgv71a119e.jp'].map((name) => domainListItem(name)),
    1,
    completeListSource,
  )
  const save = (name: string, detailKind: 'detail' | 'lock' | 'whois' | 'nameservers', data: object) =>
    inventory.saveDetail('a', 'domain', name, detailKind, data, 2)
  for (const [name, isOn] of [
    ['on.com', true],
    ['off.co.jp', false],
  ] as const) {
    save(name, 'detail', { domain_name: name, status: 'active', auto_renew: isOn })
    save(name, 'lock', { locked: isOn })
    save(name, 'whois', { whois_privacy: isOn })
  }
  save('on.com', 'nameservers', { nameservers: ['NS1.Service.example', 'ns2.service.example'] })
  save('off.co.jp', 'nameservers', { nameservers: ['ns1.other.example'] })
  const names = (facts: Partial<AttributeFilters>) => store.names(facts)
  return { ...store, names }
}

function listedServer(servername: string) {
  return {
    server_id: 's',
    servername,
    plan_id: 'p',
    plan_name: 'P',
    status: 'active',
    expiry_date: null,
    memo: '',
  } as never
}

test.each(['autoRenew', 'lock', 'privacy'] as const)(
  'Domains are filtered by the state of a fact, and by its absence: %s',
  async (fact) => {
    const { names } = await openDomains()
    expect(await names({ [fact]: 'on' })).toEqual(['on.com'])
    expect(await names({ [fact]: 'off' })).toEqual(['off.co.jp'])
    expect(await names({ [fact]: 'unread' })).toEqual(['unread.com', 'xn--wgv71a119e.jp'])
  },
)

test('A domain of which the service gives no Whois has no value of the privacy, and none of its details waits to be read', async () => {
  const { names, inventory } = await openDomains()
  const withoutWhois = 'xn--wgv71a119e.jp'
  for (const kind of ['detail', 'nameservers', 'lock'] as const)
    inventory.saveDetail('a', 'domain', withoutWhois, kind, { domain_name: withoutWhois, status: 'active' }, 3)
  inventory.storeZone('a', withoutWhois, [], 3)
  const refused = new AppError('service', 'refused', { status: 400, code: 'WHOIS_NOT_EDITABLE' })
  inventory.saveDetailError('a', 'domain', withoutWhois, 'whois', refused, 3)
  expect(await names({ privacy: 'unread' })).toEqual(['unread.com', withoutWhois])
  expect(await names({ privacy: 'unread', detailsAge: 'unread' })).toEqual(['unread.com'])
})

test('Domains are filtered by TLD, where co.jp is not jp, and the TLDs are counted', async () => {
  const { names, inventory } = await openDomains()
  expect(await names({ tlds: ['jp'] })).toEqual(['xn--wgv71a119e.jp'])
  expect(await names({ tlds: ['co.jp', 'com'] })).toEqual(['off.co.jp', 'on.com', 'unread.com'])
  expect(await inventory.domainTlds(null)).toEqual([
    { tld: 'com', count: 2 },
    { tld: 'co.jp', count: 1 },
    { tld: 'jp', count: 1 },
  ])
  expect(await inventory.domainTlds([])).toEqual([])
})

test('The rows of domains tell the lock, the privacy, the name servers and the note', async () => {
  const { inventory, database } = await openDomains()
  createAnnotationStore({ database, emit: () => undefined }).setNote(
    { kind: 'domain', accountId: 'a', name: 'on.com' },
    'Two\nlines',
  )
  const filter = domainFilterSchema.parse({})
  const { rows } = await inventory.domains({ filter, sort: 'name', isDescending: false, offset: 0, limit: 9 })
  const facts = new Map(
    rows.map(({ name, isLocked, hasWhoisPrivacy, nameservers, note }) => [
      name,
      { isLocked, hasWhoisPrivacy, nameservers, note },
    ]),
  )
  expect(facts.get('on.com')).toEqual({
    isLocked: true,
    hasWhoisPrivacy: true,
    nameservers: ['ns1.service.example', 'ns2.service.example'],
    note: 'Two\nlines',
  })
  expect(facts.get('unread.com')).toEqual({ isLocked: null, hasWhoisPrivacy: null, nameservers: [], note: '' })
})

test('The row of a domain shows that it has only the beginning of a long note', async () => {
  const { inventory, database } = await openDomains()
  const annotations = createAnnotationStore({ database, emit: () => undefined })
  annotations.setNote({ kind: 'domain', accountId: 'a', name: 'on.com' }, 'x'.repeat(200))
  annotations.setNote({ kind: 'domain', accountId: 'a', name: 'off.co.jp' }, 'x'.repeat(201))
  const filter = domainFilterSchema.parse({})
  const { rows } = await inventory.domains({ filter, sort: 'name', isDescending: false, offset: 0, limit: 9 })
  const noteOf = (domain: string) => rows.find(({ name }) => name === domain)?.note
  expect(noteOf('on.com')).toBe('x'.repeat(200))
  expect(noteOf('off.co.jp')).toBe(`${'x'.repeat(200)}…`)
})

test('Domains are filtered by a part of a name server, in any case and with a dot at the end', async () => {
  const { names } = await openDomains()
  expect(await names({ nameserver: 'Service.example.' })).toEqual(['on.com'])
  expect(await names({ nameserver: 'ns1' })).toEqual(['off.co.jp', 'on.com'])
  expect(await names({ nameserver: 'nameservers' })).toEqual([])
})

test('Domains are filtered by a server: those with a record that holds one of its addresses', async () => {
  const { names, inventory, clock } = await openDomains()
  await inventory.storeListedServers('a', [listedServer('sv1')], clock.now(), completeListSource)
  const server = { accountId: 'a', name: 'sv1' }
  expect(await names({ server })).toEqual([])
  inventory.saveDetail('a', 'server', 'sv1', 'info', { ip_address: '192.0.2.7' }, 3)
  inventory.storeZone('a', 'on.com', [dnsRecord(1, '@', '192.0.2.7')], 3)
  inventory.storeZone('a', 'unread.com', [dnsRecord(1, '@', '192.0.2.70')], 3)
  expect(await names({ server })).toEqual(['on.com'])
  expect(await names({ server: { accountId: 'a', name: 'unknown' } })).toEqual([])
})

test('Domains are filtered by what a record points to: a whole address, or a host name and the names below it', async () => {
  const { names, inventory } = await openDomains()
  const zones = {
    'on.com': [dnsRecord(1, '@', '192.0.2.7'), dnsRecord(2, 'www', 'on.com', 'CNAME')],
    'off.co.jp': [dnsRecord(1, '@', '192.0.2.70'), dnsRecord(2, '@', 'Mail.ON.com.', 'MX')],
    'unread.com': [dnsRecord(1, '_sip._tcp', '10 5060 sip.on.com', 'SRV'), dnsRecord(2, '@', 'notes on.com', 'TXT')],
    'xn--wgv71a119e.jp': [dnsRecord(1, '@', '"v=spf1 +a:sv7.host.example" " include:spf.host.example ~all"', 'TXT')],
  }
  for (const [name, records] of Object.entries(zones)) inventory.storeZone('a', name, records, 3)
  expect(await names({ pointsTo: '192.0.2.7' })).toEqual(['on.com'])
  expect(await names({ pointsTo: '１９２．０．２。７' })).toEqual(['on.com'])
  // The zone of the name itself does not count.
  expect(await names({ pointsTo: 'on.com' })).toEqual(['off.co.jp', 'unread.com'])
  expect(await names({ pointsTo: ' MAIL.on.com. ' })).toEqual(['off.co.jp'])
  expect(await names({ pointsTo: 'n.com' })).toEqual([])
  expect(await names({ pointsTo: 'sv7.host.example' })).toEqual(['xn--wgv71a119e.jp'])
  expect(await names({ pointsTo: 'host.example' })).toEqual(['xn--wgv71a119e.jp'])
  expect(await names({ pointsTo: '"' })).toEqual([])
})

test('A page of domains that point to something names the record that does', async () => {
  const { inventory, clock } = await openDomains()
  await inventory.storeListedServers('a', [listedServer('sv1')], clock.now(), completeListSource)
  inventory.saveDetail('a', 'server', 'sv1', 'info', { ip_address: '192.0.2.7', hostname: 'sv1.host.example' }, 3)
  const records = [
    dnsRecord(1, '@', '192.0.2.8'),
    dnsRecord(2, 'shop', 'sv1.host.example', 'CNAME'),
    dnsRecord(3, 'old', '192.0.2.7'),
  ]
  inventory.storeZone('a', 'on.com', records, 3)
  const match = async (filter: Partial<DomainFilter>) => {
    const parsed = domainFilterSchema.parse(filter)
    const { rows } = await inventory.domains({ filter: parsed, sort: 'name', isDescending: false, offset: 0, limit: 9 })
    return rows.map((row) => row.match)
  }
  expect(await match({ pointsTo: '192.0.2.7' })).toEqual([{ host: 'old', type: 'A', content: '192.0.2.7', others: 0 }])
  expect(await match({ server: { accountId: 'a', name: 'sv1' } })).toEqual([
    { host: 'shop', type: 'CNAME', content: 'sv1.host.example', others: 1 },
  ])
})

test('A domain points to a server also by the host name that the service states for the server', async () => {
  const { names, inventory, clock } = await openDomains()
  await inventory.storeListedServers('a', [listedServer('sv1')], clock.now(), completeListSource)
  inventory.saveDetail('a', 'server', 'sv1', 'info', { ip_address: '192.0.2.7', host_name: 'sv1.host.example' }, 3)
  inventory.storeZone('a', 'off.co.jp', [dnsRecord(1, 'www', 'sv1.host.example.', 'CNAME')], 3)
  inventory.storeZone('a', 'unread.com', [dnsRecord(1, 'www', 'other.host.example.', 'CNAME')], 3)
  expect(await names({ server: { accountId: 'a', name: 'sv1' } })).toEqual(['off.co.jp'])
})

test('The counts of statuses are of the same filters as the list', async () => {
  const { inventory, names } = await openDomains()
  for (const facts of [{ lock: 'off' }, { tlds: ['com'] }, { nameserver: 'ns1', autoRenew: 'on' }] as const) {
    const filter = domainFilterSchema.parse(facts)
    const { byStatus, total } = await inventory.domainCounts(filter)
    expect(byStatus.map(({ count }) => count)).toEqual([(await names(attributeFiltersSchema.parse(facts))).length])
    expect(total).toBe(4)
  }
})

test('Servers are filtered by auto-renewal', async () => {
  const { inventory, clock } = await openDomains()
  const server = (servername: string, auto_renew?: boolean) => ({
    server_id: servername,
    servername,
    plan_id: 'p',
    plan_name: 'P',
    status: 'active',
    expiry_date: null,
    memo: '',
    ...(auto_renew !== undefined && { auto_renew }),
  })
  await inventory.storeListedServers(
    'a',
    [server('sv1', true), server('sv2', false)] as never,
    clock.now(),
    completeListSource,
  )
  const found = (autoRenew: 'on' | 'off') =>
    inventory.allServers({ filter: serverFilterSchema.parse({ autoRenew }), sort: 'name', isDescending: false })
  expect(found('on').map(({ name }) => name)).toEqual(['sv1'])
  expect(found('off').map(({ name }) => name)).toEqual(['sv2'])
})
