import { expect, test } from 'vitest'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('A domain that was listed after the request of a list is kept', async () => {
  const store = openTemporaryInventory()
  const four = ['one.example', 'two.example', 'three.example', 'four.example'].map((name) => domainListItem(name))
  await store.inventory.storeListedDomains('a', four, 10, completeListSource)
  await store.inventory.storeListedDomains('a', [domainListItem('new.example')], 30, null)
  await store.inventory.storeListedDomains('a', four, 40, { requestedAt: 20, scopes: ['all'] })
  expect(await store.names({ statuses: ['gone'] })).toEqual([])
})

test('A partial list removes nothing', async () => {
  const store = openTemporaryInventory()
  await store.inventory.storeListedDomains(
    'a',
    [domainListItem('one.example'), domainListItem('two.example')],
    1,
    completeListSource,
  )
  await store.inventory.storeListedDomains('a', [domainListItem('two.example')], 2, null)
  expect(await store.names()).toEqual(['one.example', 'two.example'])
  expect(store.inventory.domain('a', 'one.example').row.readAt).toBe(1)
  expect(store.inventory.domain('a', 'two.example').row.readAt).toBe(2)
})

test('An unchanged row only gets a new time', async () => {
  const { inventory, database } = openTemporaryInventory()
  const items = [
    domainListItem('one.example'),
    domainListItem('xn--r8jz45g.example', { decoded_domain: '例え.example' }),
  ]
  await inventory.storeListedDomains('a', items, 1, completeListSource)
  const entries = database.all('select rowid, * from search_entry')
  await inventory.storeListedDomains('a', items, 2, completeListSource)
  expect(database.all('select rowid, * from search_entry')).toEqual(entries)
  expect(inventory.domain('a', 'one.example').row.readAt).toBe(2)
})

test('A name that the service does not decode is shown decoded and found by its letters', async () => {
  const store = openTemporaryInventory()
  await store.inventory.storeListedDomains(
    'a',
    [domainListItem('xn--mnchen-3ya.example'), domainListItem('xn--.example'), domainListItem('plain.example')],
    1,
    completeListSource,
  )
  expect(store.inventory.domain('a', 'xn--mnchen-3ya.example').row.decodedName).toBe('münchen.example')
  expect(['xn--.example', 'plain.example'].map((name) => store.inventory.domain('a', name).row.decodedName)).toEqual([
    null,
    null,
  ])
  expect(await store.names({ text: 'münch' })).toEqual(['xn--mnchen-3ya.example'])
})

test('Storing a list yields to the event loop at least every hundred rows', async () => {
  const { inventory } = openTemporaryInventory()
  let yields = 0
  let isOver = false
  const count = () => {
    yields += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await inventory.storeListedDomains(
    'a',
    Array.from({ length: 2000 }, (_, index) => domainListItem(`d${index}.example`)),
    1,
    completeListSource,
  )
  isOver = true
  expect(yields).toBeGreaterThanOrEqual(20)
})

test('A domain that was read after a list was requested keeps its newer values, also if the list arrives later', async () => {
  const { inventory, clock } = openTemporaryInventory()
  const before = domainListItem('one.example', { expiry_date: '2027-03-31' })
  const renewed = domainListItem('one.example', { expiry_date: '2028-03-31' })
  await inventory.storeListedDomains('a', [before], 1, completeListSource)
  await clock.advance(100)
  const now = clock.now()
  await inventory.storeListedDomains('a', [renewed], now - 20, null)
  // Requested before the renewal, and answered after it.
  await inventory.storeListedDomains('a', [before], now - 10, { ...completeListSource, requestedAt: now - 30 })
  expect(inventory.domain('a', 'one.example').row).toMatchObject({ expiryDate: '2028-03-31', readAt: now - 20 })
  await inventory.storeListedDomains('a', [before], now - 5, { ...completeListSource, requestedAt: now - 15 })
  expect(inventory.domain('a', 'one.example').row).toMatchObject({ expiryDate: '2027-03-31', readAt: now - 5 })
})
