import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import {
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from '#test/main/inventory/temporary-inventory.ts'

test('Data of an earlier reading is kept when a later attempt fails, together with the error', async () => {
  const { inventory } = openTemporaryInventory()
  await inventory.storeListedDomains('a', [domainListItem('one.example')], 1, completeListSource)
  inventory.saveDetail('a', 'domain', 'one.example', 'lock', { locked: true }, 10)
  inventory.saveDetailError(
    'a',
    'domain',
    'one.example',
    'lock',
    new AppError('service', 'Refused', { code: 'FORBIDDEN', status: 403 }),
    20,
  )
  const failed = inventory.domain('a', 'one.example').lock
  expect(failed).toMatchObject({ data: { locked: true }, readAt: 10, error: { code: 'FORBIDDEN' }, errorAt: 20 })
  inventory.saveDetail('a', 'domain', 'one.example', 'lock', { locked: false }, 30)
  expect(inventory.domain('a', 'one.example').lock).toEqual({
    data: { locked: false },
    readAt: 30,
    error: null,
    errorAt: null,
  })
})

test('A domain’s detail updates the row of the domain list', async () => {
  const { inventory } = openTemporaryInventory()
  await inventory.storeListedDomains(
    'a',
    [domainListItem('one.example', { status: 'pending_create', expiry_date: null })],
    1,
    completeListSource,
  )
  const detail = { domain_name: 'one.example', status: 'active', expiry_date: '2028-01-01', auto_renew: true }
  inventory.saveDetail('a', 'domain', 'one.example', 'detail', detail, 2)
  expect(inventory.domain('a', 'one.example').row).toMatchObject({
    status: 'active',
    expiryDate: '2028-01-01',
    autoRenew: true,
  })
})

test('Nothing is stored for a domain that is not in the list', async () => {
  const { inventory, database } = openTemporaryInventory()
  inventory.storeZone('a', 'gone.example', [dnsRecord(1, '@', '192.0.2.1')], 1)
  inventory.saveDetail('a', 'domain', 'gone.example', 'lock', { locked: true }, 1)
  inventory.saveDetailError('a', 'domain', 'gone.example', 'lock', new AppError('timeout', 'No answer'), 1)
  expect(database.all('select * from facet')).toEqual([])
  expect(database.all('select * from record')).toEqual([])
})
