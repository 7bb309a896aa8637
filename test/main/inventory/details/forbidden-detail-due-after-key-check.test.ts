import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('A detail that was forbidden to a key is due again only after a key was checked or added', async () => {
  const { database, inventory, clock } = openTemporaryInventory()
  await inventory.storeListedDomains('a', [domainListItem('example.com')], clock.now(), completeListSource)
  const due = async () => {
    const details = await inventory.queryDueDetails('a', {
      now: clock.now(),
      syncStartedAt: clock.now() - 1,
      mayRead: () => true,
    })
    return details.map(({ detailKind }) => detailKind)
  }
  await clock.advance(1000)
  inventory.saveDetailError(
    'a',
    'domain',
    'example.com',
    'zone',
    new AppError('service', 'No', { status: 403, code: 'FORBIDDEN' }),
    clock.now(),
  )
  await clock.advance(1000)
  expect(await due()).not.toContain('zone')
  await clock.advance(1000)
  database.run(
    `insert into api_key (id, account_id, label, state, added_at) values ('k', 'a', 'new', 'working', ?)`,
    clock.now(),
  )
  expect(await due()).toContain('zone')
})
