import { expect, test } from 'vitest'
import {
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from '#test/main/inventory/temporary-inventory.ts'

test('Every domain is found after search entries of another account were deleted, or when a row had no entry', async () => {
  const store = openTemporaryInventory(['a', 'b'])
  const { inventory, database } = store
  await inventory.storeListedDomains('b', [domainListItem('old.example')], 1, completeListSource)
  // The state after an interrupted account removal.
  database.run(`delete from search_entry where account_id = 'b'`)
  database.run(`insert into domain (account_id, name, status, read_at) values ('a', 'bare.example', 'active', 0)`)
  await inventory.storeListedDomains(
    'a',
    [domainListItem('new.example'), domainListItem('bare.example', { decoded_domain: '裸.example' })],
    2,
    completeListSource,
  )
  inventory.storeZone('b', 'old.example', [dnsRecord(1, 'www', '192.0.2.1')], 3)
  expect(await store.names({ text: 'example' })).toEqual(['bare.example', 'new.example', 'old.example'])
  expect(await store.names({ text: 'www.old.example' })).toEqual(['old.example'])
})
