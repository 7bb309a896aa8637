import { expect, test } from 'vitest'
import {
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from '#test/main/inventory/temporary-inventory.ts'

test('Only changed records of a zone are written', async () => {
  const { inventory } = openTemporaryInventory()
  await inventory.storeListedDomains('a', [domainListItem('one.example')], 1, completeListSource)
  inventory.storeZone('a', 'one.example', [dnsRecord(1, '@', '192.0.2.1'), dnsRecord(2, 'www', '192.0.2.2')], 2)
  inventory.storeZone('a', 'one.example', [dnsRecord(2, 'www', '192.0.2.9'), dnsRecord(3, 'mail', '192.0.2.3')], 3)
  expect(inventory.zone('a', 'one.example')).toEqual({
    data: [dnsRecord(2, 'www', '192.0.2.9'), dnsRecord(3, 'mail', '192.0.2.3')],
    readAt: 3,
    error: null,
    errorAt: null,
  })
  expect(inventory.domain('a', 'one.example').row).toMatchObject({ records: 2, zoneReadAt: 3, detailReadAt: null })
})
