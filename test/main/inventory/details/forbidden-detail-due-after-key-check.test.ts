import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test.each([
  {
    what: 'was forbidden to a key',
    error: new AppError('service', 'No', { status: 403, code: 'FORBIDDEN' }),
    failed: 1,
  },
  { what: 'no usable key could read', error: new AppError('no_key', 'No usable key'), failed: 0 },
])(
  'A detail that $what is due again only after a key was checked or added, and has not failed then',
  async ({ error, failed }) => {
    const { database, inventory, clock } = openTemporaryInventory()
    await inventory.storeListedDomains('a', [domainListItem('example.com')], clock.now(), completeListSource)
    const syncStartedAt = clock.now()
    const due = async () => {
      let count = 0
      const details = await inventory.queryDueDetails('a', {
        now: clock.now(),
        syncStartedAt,
        mayRead: () => true,
        onFailed: () => (count += 1),
      })
      return { failed: count, isZoneDue: details.some(({ detailKind }) => detailKind === 'zone') }
    }
    await clock.advance(1000)
    inventory.saveDetailError('a', 'domain', 'example.com', 'zone', error, clock.now())
    await clock.advance(1000)
    expect(await due()).toEqual({ failed, isZoneDue: false })
    await clock.advance(1000)
    database.run(
      `insert into api_key (id, account_id, label, state, added_at) values ('k', 'a', 'new', 'working', ?)`,
      clock.now(),
    )
    expect(await due()).toEqual({ failed: 0, isZoneDue: true })
  },
)
