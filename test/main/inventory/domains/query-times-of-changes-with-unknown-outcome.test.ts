import { expect, test } from 'vitest'
import { createChangeLog } from '#main/change-log/change-log-store.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

const domain = 'one.example'

test('A change of unknown outcome concerns the same domain of all accounts of its service, and of no other service', async () => {
  const { inventory, database } = openTemporaryInventory(['a', 'b', 'c'])
  for (const [id, url] of [
    ['a', 'http://127.0.0.1/'],
    // Another spelling of the same service.
    ['b', 'http://localhost/'],
    ['c', 'http://other.example/'],
  ] as const) {
    database.run('update account set base_url = ? where id = ?', url, id)
    await inventory.storeListedDomains(id, [domainListItem(domain)], 1, completeListSource)
  }
  const unknownAt = (id: string) => inventory.domain(id, domain).unknownChangeAt.zone
  const changeLog = createChangeLog({
    database,
    clock: createVirtualClock(5),
    newId: () => 'entry',
    emit: () => undefined,
  })
  changeLog.add({
    accountId: 'a',
    domain,
    change: { kind: 'add', after: { type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 } },
    result: 'unknown',
    error: null,
    jobId: null,
    snapshotId: null,
    sentAt: 5,
  })
  expect(['a', 'b', 'c'].map(unknownAt)).toEqual([5, 5, null])
  database.run(`delete from account where id = 'a'`)
  expect(unknownAt('b')).toBe(5)
})
