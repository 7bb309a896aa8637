import { expect, test } from 'vitest'
import { domainFilterSchema, type DomainFilter } from '#shared/ipc/inventory.ts'
import {
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from '#test/main/inventory/temporary-inventory.ts'

test('Named domains are returned if they are stored, each with whether the filter matches it', async () => {
  const { inventory } = openTemporaryInventory(['a', 'b'])
  await inventory.storeListedDomains(
    'a',
    [
      domainListItem('one.example'),
      domainListItem('two.example', { status: 'expired' }),
      domainListItem('other.example'),
    ],
    1,
    completeListSource,
  )
  await inventory.storeListedDomains('b', [domainListItem('one.example')], 1, completeListSource)
  inventory.storeZone('b', 'one.example', [dnsRecord(1, 'www', '192.0.2.77')], 2)
  const named = [
    ['b', 'one.example'],
    ['a', 'gone.example'],
    ['a', 'two.example'],
    ['a', 'one.example'],
  ].map(([accountId = '', name = '']) => ({ accountId, name }))
  const listed = (filter: Partial<DomainFilter>) =>
    inventory
      .namedDomains(named, domainFilterSchema.parse(filter))
      .map(({ row, matchesFilter }) => [row.accountId, row.name, matchesFilter])
  expect(listed({})).toEqual([
    ['b', 'one.example', true],
    ['a', 'two.example', true],
    ['a', 'one.example', true],
  ])
  expect(listed({ statuses: ['active'] }).map(([, , matchesFilter]) => matchesFilter)).toEqual([true, false, true])
  expect(listed({ accountIds: ['a'] }).map(([, , matchesFilter]) => matchesFilter)).toEqual([false, true, true])
  expect(listed({ text: '192.0.2.77' }).map(([, , matchesFilter]) => matchesFilter)).toEqual([true, false, false])
})
