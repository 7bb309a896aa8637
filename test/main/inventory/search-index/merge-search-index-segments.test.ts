import { expect, test } from 'vitest'
import { domainFilterSchema } from '#shared/ipc/inventory.ts'
import type { Database } from '#main/store/database.ts'
import {
  completeListSource,
  dnsRecord,
  domainListItem,
  openTemporaryInventory,
} from '#test/main/inventory/temporary-inventory.ts'

const countSegments = (database: Database): number =>
  database.get<{ n: number }>('select count(distinct segid) as n from search_idx')?.n ?? 0
/** SQLite itself begins to merge at 64. */
const maxSegments = 16

test('The search index has few segments, however many lists, zones and deletions were stored one by one', async () => {
  const store = openTemporaryInventory()
  const names = Array.from({ length: 300 }, (_, index) => `shop-${index}.example`)
  for (let count = 10; count <= names.length; count += 10)
    await store.inventory.storeListedDomains(
      'a',
      names.slice(0, count).map((name) => domainListItem(name)),
      count,
      completeListSource,
    )
  expect(countSegments(store.database)).toBeLessThan(maxSegments)
  for (const name of names) store.inventory.storeZone('a', name, [dnsRecord(1, 'www', '192.0.2.1')], 1000)
  expect(countSegments(store.database)).toBeLessThan(maxSegments)
  store.database.run('update domain set gone_since = 1001')
  const { forgetId } = await store.inventory.gone.preview({
    kind: 'domain',
    names: null,
    filter: domainFilterSchema.parse({}),
  })
  await store.inventory.gone.forget(forgetId)
  expect(countSegments(store.database)).toBeLessThan(maxSegments)
  expect(await store.names({ text: 'shop' })).toEqual([])
})
