import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { computeMsUntilOverviewChanges } from '#main/overview/compute-ms-until-overview-changes.ts'
import { openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('The window is notified again when a key expires, a list becomes stale, or a day begins in Japan', () => {
  const { database, clock } = openTemporaryInventory(['a'])
  const now = clock.now()
  const minutesLeft = () => Math.floor(computeMsUntilOverviewChanges(database, now) / minuteMs)
  // The clock starts at noon in Japan.
  expect(minutesLeft()).toBe(12 * 60)
  database.run(
    `insert into sync_run (account_id, state, started_at, lists_read_at) values ('a', 'idle', 0, ?)`,
    now - 20 * hourMs,
  )
  expect(minutesLeft()).toBe(4 * 60)
  for (const [id, expiresAt] of [
    ['expired', now - 1],
    ['next', now + 3 * minuteMs],
  ] as const)
    database.run(
      `insert into api_key (id, account_id, label, state, expires_at, added_at) values (?, 'a', ?, 'working', ?, 0)`,
      id,
      id,
      expiresAt,
    )
  expect(minutesLeft()).toBe(3)
})
