import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { deleteOldDetectedChanges } from '#main/detected-changes/delete-old-detected-changes.ts'
import { storeDetectedChanges } from '#main/detected-changes/store-detected-changes.ts'
import { openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'
import { listDetectedChanges } from './detected-changes-rig.ts'

test('Detected changes are deleted after two years, in slices between which the app goes on', async () => {
  const { database } = openTemporaryInventory()
  const now = Date.UTC(2026, 10, 26)
  const target = { accountId: 'a', kind: 'domain', name: 'one.example' } as const
  const values = Array.from({ length: 1200 }, () => ({ field: 'lock', before: true, after: false }) as const)
  storeDetectedChanges(database, target, values, now - 800 * dayMs, now - 735 * dayMs)
  storeDetectedChanges(database, target, values.slice(0, 3), now - 800 * dayMs, now - 725 * dayMs)
  let turns = 0
  const count = setInterval(() => (turns += 1), 0)
  const deletion = deleteOldDetectedChanges(database, now)
  expect(listDetectedChanges(database)).toHaveLength(500)
  await deletion
  clearInterval(count)
  expect(listDetectedChanges(database)).toHaveLength(3)
  expect(turns).toBeGreaterThan(0)
})
