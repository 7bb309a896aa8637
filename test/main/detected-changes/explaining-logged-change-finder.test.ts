import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import { createChangeLog, type NewChangeLogEntry } from '#main/change-log/change-log-store.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { domain, listDetectedChanges, openInventoryWithDomain } from './detected-changes-rig.ts'

const [old, ours, theirs] = [['ns1.old.example'], ['ns1.ours.example'], ['ns1.theirs.example']]
const sent: LoggedChange = { kind: 'nameservers', before: old, after: ours }

/**
 * The entry that explains name servers that were read as `old` at 20 minutes and as `detected` at 30; null if none
 * does. Times are in minutes. `confirmedAt`: when the outcome was known; at once unless given.
 */
async function explain(
  detected: string[],
  {
    sentAt = 25,
    confirmedAt = sentAt,
    ...entry
  }: Partial<Omit<NewChangeLogEntry, 'sentAt'>> & { sentAt?: number; confirmedAt?: number },
): Promise<string | null> {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 * minuteMs })
  const clock = createVirtualClock(confirmedAt * minuteMs)
  const changeLog = createChangeLog({ database, clock, newId: () => 'entry', emit: () => undefined })
  inventory.saveDetail('a', 'domain', domain, 'nameservers', { nameservers: old }, 20 * minuteMs)
  inventory.saveDetail('a', 'domain', domain, 'nameservers', { nameservers: detected }, 30 * minuteMs)
  changeLog.add({
    accountId: 'a',
    domain,
    change: sent,
    result: 'done',
    error: null,
    jobId: null,
    snapshotId: null,
    sentAt: sentAt * minuteMs,
    ...entry,
  })
  return listDetectedChanges(database)[0]?.sentChange?.entryId ?? null
}

test('A change explains a difference if it was made between the two readings and its values are the values after', async () => {
  expect(await explain(ours, {})).toBe('entry')
  expect(await explain(['NS1.ours.example.'], {})).toBe('entry')
  expect(await explain(ours, { sentAt: 20 })).toBe('entry')
  expect(await explain(ours, { sentAt: 30 })).toBe('entry')
})

test('A change whose answer was lost explains a difference if it was not made yet at the first reading and the service could still execute it', async () => {
  expect(await explain(ours, { sentAt: 19, confirmedAt: 30 })).toBe('entry')
  expect(await explain(ours, { sentAt: 15, confirmedAt: 31 })).toBe('entry')
  expect(await explain(ours, { sentAt: 14, confirmedAt: 30 })).toBeNull()
  expect(await explain(ours, { sentAt: 18, confirmedAt: 19 })).toBeNull()
  expect(await explain(theirs, { sentAt: 19, confirmedAt: 30 })).toBeNull()
})

test('A change with other values, of another time, domain, account or field, or with another result than done explains nothing', async () => {
  expect(await explain(theirs, {})).toBeNull()
  expect(await explain(ours, { sentAt: 19 })).toBeNull()
  expect(await explain(ours, { sentAt: 31 })).toBeNull()
  expect(await explain(ours, { domain: 'two.example' })).toBeNull()
  expect(await explain(ours, { accountId: 'b' })).toBeNull()
  expect(await explain(ours, { change: { kind: 'lock', before: true, after: false } })).toBeNull()
  expect(await explain(ours, { result: 'failed' })).toBeNull()
  expect(await explain(ours, { result: 'unknown' })).toBeNull()
})
