import { beforeEach, describe, expect, test } from 'vitest'
import { domainFilterSchema, serverFilterSchema } from '#shared/ipc/inventory.ts'
import { deleteInventoryOfAccount } from '#main/inventory/delete-or-reassign-inventory.ts'
import { saveAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import {
  completeListSource,
  domainListItem,
  dnsRecord,
  openTemporaryInventory,
  type TemporaryInventory,
} from './temporary-inventory.ts'

const gone = 'gone.example'
const kept = ['kept-1.example', 'kept-2.example', 'kept-3.example', 'kept-4.example']
const everyDomain = { kind: 'domain' as const, names: null, filter: domainFilterSchema.parse({}) }
const everyServer = { kind: 'server' as const, names: null, filter: serverFilterSchema.parse({}) }

async function storeNames(store: TemporaryInventory, names: readonly string[], at: number, account = 'a') {
  const items = names.map((name) => domainListItem(name))
  await store.inventory.storeListedDomains(account, items, at, completeListSource)
}

function named(name: string, account = 'a') {
  return { ...everyDomain, names: [{ accountId: account, name }] }
}

function count(store: TemporaryInventory, table: string): number {
  return store.database.get<{ n: number }>(`select count(*) as n from ${table}`)?.n ?? 0
}

/** The tables whose rows were written about a domain, with their number of rows. */
function countAll(store: TemporaryInventory) {
  const tables = [
    'domain',
    'record',
    'facet',
    'domain_address',
    'search_entry',
    'annotation',
    'tag',
    'customer',
    'zone_draft',
  ]
  return Object.fromEntries(tables.map((table) => [table, count(store, table)]))
}

describe('gone domains', () => {
  let store: TemporaryInventory

  beforeEach(async () => {
    store = openTemporaryInventory(['a', 'b'])
    await storeNames(store, kept, 1)
    await storeNames(store, kept, 1, 'b')
  })

  function describeDomain(name: string): void {
    const { inventory, database } = store
    inventory.storeZone('a', name, [dnsRecord(1, 'www', '192.0.2.1'), dnsRecord(2, '@', 'v=spf1', 'TXT')], 2)
    inventory.saveDetail('a', 'domain', name, 'lock', { locked: true }, 2)
    inventory.saveDetail('a', 'domain', name, 'nameservers', { nameservers: ['ns1.example'] }, 2)
    saveAnnotation(
      database,
      { kind: 'domain', accountId: 'a', name },
      { tags: [name], customer: name, note: 'Ask first' },
    )
    database.run(`insert into zone_draft values ('a', ?, '[]', '[]', 2)`, name)
  }

  test('Forgetting a domain deletes everything that is stored of it, and nothing of another domain', async () => {
    describeDomain('kept-1.example')
    const before = countAll(store)
    await storeNames(store, [...kept, gone], 3)
    describeDomain(gone)
    await storeNames(store, kept, 4)

    const preview = await store.inventory.gone.preview(everyDomain)
    expect(preview).toMatchObject({ rows: 1, accountIds: ['a'], records: 2, details: 2, annotations: 1, zoneDrafts: 1 })
    expect(preview.usageReadings).toBe(0)
    expect(await store.inventory.gone.forget(preview.forgetId)).toEqual({ forgotten: 1, listedAgain: 0 })
    expect(countAll(store)).toEqual(before)
    expect(() => store.inventory.domain('a', gone)).toThrow(expect.objectContaining({ kind: 'not_found' }))
    expect(await store.names({ text: 'gone', statuses: ['gone'] })).toEqual([])
    expect((await store.inventory.search('gone', 10)).hits).toEqual([])
    expect((await store.inventory.search('192.0.2.1', 10)).hits.map(({ target }) => target)).toEqual(['kept-1.example'])
    expect(store.database.all(`insert into search (search) values ('integrity-check')`)).toEqual([])
  })

  test('The change log, the snapshots and the execution logs of a forgotten domain stay', async () => {
    await storeNames(store, [...kept, gone], 3)
    await storeNames(store, kept, 4)
    const { database } = store
    database.run(
      `insert into change_log (id, at, account_id, account_label, domain, kind, search_text, change, result)
       values ('c', 1, 'a', 'A', ?, 'record_add', ?, '{}', 'done')`,
      gone,
      gone,
    )
    database.run(
      `insert into snapshot (id, account_id, domain, taken_at, read_at, reason) values ('s', 'a', ?, 1, 1, 'manual')`,
      gone,
    )
    database.run(`insert into api_key (id, account_id, label, state, added_at) values ('k', 'a', 'all', 'working', 1)`)
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code) values ('k', 'a', 1, 'GET', ?, 200)`,
      `/v1/domain/${gone}`,
    )
    const { forgetId } = await store.inventory.gone.preview(named(gone))
    expect(await store.inventory.gone.forget(forgetId)).toMatchObject({ forgotten: 1 })
    expect(['change_log', 'snapshot', 'log_entry'].map((table) => count(store, table))).toEqual([1, 1, 1])
  })

  test('A listed domain cannot be forgotten, whether it is named or matches the filter', async () => {
    expect(await store.inventory.gone.preview(named('kept-1.example'))).toMatchObject({ rows: 0 })
    const filter = domainFilterSchema.parse({ statuses: ['active'] })
    const preview = await store.inventory.gone.preview({ ...everyDomain, filter })
    expect(preview).toMatchObject({ rows: 0 })
    expect(await store.inventory.gone.forget(preview.forgetId)).toEqual({ forgotten: 0, listedAgain: 0 })
    expect(await store.names()).toHaveLength(8)
  })

  test('A domain that is listed again after the preview is kept with all that is stored of it', async () => {
    await storeNames(store, [...kept, gone], 3)
    describeDomain(gone)
    await storeNames(store, kept, 4)
    const { forgetId } = await store.inventory.gone.preview(everyDomain)
    await storeNames(store, [...kept, gone], 5)
    const before = countAll(store)
    expect(await store.inventory.gone.forget(forgetId)).toEqual({ forgotten: 0, listedAgain: 1 })
    expect(countAll(store)).toEqual(before)
  })

  test('A domain that went after the preview is not forgotten, and a preview serves for one deletion', async () => {
    await storeNames(store, [...kept, gone, 'later.example'], 3)
    await storeNames(store, [...kept, 'later.example'], 4)
    const { forgetId } = await store.inventory.gone.preview(everyDomain)
    await storeNames(store, kept, 5)
    expect(await store.inventory.gone.forget(forgetId)).toEqual({ forgotten: 1, listedAgain: 0 })
    expect(await store.names({ statuses: ['gone'] })).toEqual(['later.example'])
    await expect(store.inventory.gone.forget(forgetId)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('A domain whose account is removed after the preview does not count as listed again', async () => {
    for (const account of ['a', 'b']) {
      await storeNames(store, [...kept, gone], 3, account)
      await storeNames(store, kept, 4, account)
    }
    const { forgetId, rows } = await store.inventory.gone.preview(everyDomain)
    expect(rows).toBe(2)
    await deleteInventoryOfAccount(store.database, 'b')
    expect(await store.inventory.gone.forget(forgetId)).toEqual({ forgotten: 1, listedAgain: 0 })
  })

  test('A domain that went again after the preview is kept, and does not count as listed again', async () => {
    await storeNames(store, [...kept, gone], 3)
    await storeNames(store, kept, 4)
    const { forgetId } = await store.inventory.gone.preview(everyDomain)
    await storeNames(store, [...kept, gone], 5)
    await storeNames(store, kept, 6)
    expect(await store.inventory.gone.forget(forgetId)).toEqual({ forgotten: 0, listedAgain: 0 })
    expect(await store.names({ statuses: ['gone'] })).toEqual([gone])
  })

  test('A filter by account forgets the gone domains of that account only', async () => {
    await storeNames(store, [...kept, gone], 3)
    await storeNames(store, [...kept, gone], 3, 'b')
    await storeNames(store, kept, 4)
    await storeNames(store, kept, 4, 'b')
    const filter = domainFilterSchema.parse({ accountIds: ['b'] })
    const { forgetId, rows } = await store.inventory.gone.preview({ ...everyDomain, filter })
    expect(rows).toBe(1)
    store.inventory.flush()
    store.emitted.length = 0
    await store.inventory.gone.forget(forgetId)
    store.inventory.flush()
    expect(store.emitted).toEqual([{ name: 'inventory.changed', payload: { accountId: 'b', domain: null } }])
    expect(store.inventory.domain('a', gone).row.goneSince).toBe(4)
  })

  test('A forgotten domain that is listed again is shown without the earlier data', async () => {
    await storeNames(store, [...kept, gone], 3)
    describeDomain(gone)
    await storeNames(store, kept, 4)
    const { forgetId } = await store.inventory.gone.preview(named(gone))
    await store.inventory.gone.forget(forgetId)
    await storeNames(store, [...kept, gone], 5)
    expect(store.inventory.domain('a', gone)).toMatchObject({
      row: { goneSince: null, readAt: 5, records: null, tags: [] },
      zone: { data: null, readAt: null },
      lock: { data: null },
      annotation: { tags: [], customer: '', note: '' },
    })
    expect(await store.names({ text: 'gone' })).toEqual([gone])
  })
})

test('Forgetting a server deletes its details, its usage history and what the user wrote about it', async () => {
  const store = openTemporaryInventory()
  const { inventory, database } = store
  const item = (name: string) => ({ servername: name, server_id: name, status: 'active', expiry_date: null })
  const names = ['gone', 's1', 's2', 's3', 's4']
  await inventory.storeListedServers('a', names.map(item), 1, completeListSource)
  for (const name of ['gone', 's1']) {
    inventory.saveDetail('a', 'server', name, 'info', { ip_address: '192.0.2.1' }, 2)
    inventory.saveDetail('a', 'server', name, 'usage', { disk: 1 }, 2)
    saveAnnotation(database, { kind: 'server', accountId: 'a', name }, { tags: ['VIP'], customer: '', note: '' })
  }
  await inventory.storeListedServers('a', names.slice(1).map(item), 3, completeListSource)
  const preview = await inventory.gone.preview(everyServer)
  expect(preview).toMatchObject({ rows: 1, records: 0, details: 2, usageReadings: 1, annotations: 1, zoneDrafts: 0 })
  inventory.flush()
  store.emitted.length = 0
  expect(await inventory.gone.forget(preview.forgetId)).toEqual({ forgotten: 1, listedAgain: 0 })
  inventory.flush()
  expect(store.emitted.map(({ name }) => name).sort()).toEqual(['annotations.changed', 'inventory.changed'])
  expect(() => inventory.server('a', 'gone')).toThrow(expect.objectContaining({ kind: 'not_found' }))
  expect(inventory.server('a', 's1').annotation.tags).toEqual(['VIP'])
  expect(['facet', 'usage_reading', 'annotation'].map((table) => count(store, table))).toEqual([2, 1, 1])
})
