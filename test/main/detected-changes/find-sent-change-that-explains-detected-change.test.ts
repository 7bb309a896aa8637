import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { DetectedChange } from '#shared/ipc/detected-changes.ts'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import { createChangeLog, type NewChangeLogEntry } from '#main/change-log/change-log-store.ts'
import { storeMergedAccount } from '#main/store/merged-account-store.ts'
import { domainListItem } from '#test/main/inventory/temporary-inventory.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { domain, listDetectedChanges, openInventoryWithDomain } from './detected-changes-rig.ts'

type SentChange = DetectedChange['sentChange']
const compareEntryIds = (one: NonNullable<SentChange>, other: NonNullable<SentChange>): number =>
  one.entryId.localeCompare(other.entryId)

const [old, ours, theirs] = [['ns1.old.example'], ['ns1.ours.example'], ['ns1.theirs.example']]
const sent: LoggedChange = { kind: 'nameservers', before: old, after: ours }

/**
 * Name servers were read as `old` at minute 20 and as `detected` at minute 30. Returns the sent change that explains
 * the difference, or null. Times are in minutes. `confirmedAt`: when the outcome was known; at once unless given.
 */
async function findSentChange(
  detected: string[],
  {
    sentAt = 25,
    confirmedAt = sentAt,
    ...entry
  }: Partial<Omit<NewChangeLogEntry, 'sentAt'>> & { sentAt?: number; confirmedAt?: number },
): Promise<SentChange> {
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
  return listDetectedChanges(database)[0]?.sentChange ?? null
}

const explain = async (...args: Parameters<typeof findSentChange>): Promise<string | null> =>
  (await findSentChange(...args))?.entryId ?? null

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

test('A change with other values, of another time, domain, account or field, or that was not made, explains nothing', async () => {
  expect(await explain(theirs, {})).toBeNull()
  expect(await explain(ours, { sentAt: 19 })).toBeNull()
  expect(await explain(ours, { sentAt: 31 })).toBeNull()
  expect(await explain(ours, { domain: 'two.example' })).toBeNull()
  expect(await explain(ours, { accountId: 'b' })).toBeNull()
  expect(await explain(ours, { change: { kind: 'lock', before: true, after: false } })).toBeNull()
  expect(await explain(ours, { result: 'failed' })).toBeNull()
})

test.each(['unknown', 'sending'] as const)(
  'A change with the result %s explains a difference of its values as of unknown outcome, while the service could still execute it',
  async (result) => {
    const certainty = 'unknown_outcome'
    const possible = (sentAt: number) => ({ entryId: 'entry', at: sentAt * minuteMs, certainty })
    expect(await findSentChange(ours, { result })).toEqual(possible(25))
    expect(await findSentChange(ours, { result, sentAt: 15 })).toEqual(possible(15))
    expect(await findSentChange(ours, { result, sentAt: 14 })).toBeNull()
    expect(await findSentChange(ours, { result, sentAt: 31 })).toBeNull()
    expect(await findSentChange(theirs, { result })).toBeNull()
  },
)

const twin = { type: 'TXT' as const, host: '_one', content: 'twin', ttl: 3600, priority: 0 }

/**
 * The sent changes that explain what readings of a zone show, newest first. Times are in minutes. `readings`: the
 * records that are read at 20, 30 and so on. `sentChanges`: sent at 25, in the log as `entry 0` and so on.
 */
async function explainZones(
  readings: readonly ZoneRecord[][],
  sentChanges: readonly LoggedChange[],
  entry: Partial<NewChangeLogEntry> | ((index: number) => Partial<NewChangeLogEntry>) = {},
): Promise<[number | undefined, SentChange][]> {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 * minuteMs })
  let added = 0
  const changeLog = createChangeLog({
    database,
    clock: createVirtualClock(25 * minuteMs),
    newId: () => `entry ${added++}`,
    emit: () => undefined,
  })
  for (const [index, records] of readings.entries())
    inventory.storeZone('a', domain, records, (20 + 10 * index) * minuteMs)
  for (const [index, change] of sentChanges.entries())
    changeLog.add({
      accountId: 'a',
      domain,
      change,
      result: 'done',
      error: null,
      jobId: null,
      snapshotId: null,
      sentAt: 25 * minuteMs,
      ...(typeof entry === 'function' ? entry(index) : entry),
    })
  return listDetectedChanges(database).map(({ values, sentChange }) => [
    values.field === 'record' ? (values.after ?? values.before)?.id : undefined,
    sentChange,
  ])
}

test('Of more identical records than this app added, each is possibly its own, and a later one is not', async () => {
  const add: LoggedChange = { kind: 'add', after: twin }
  const other = { ...twin, id: 4, content: 'other' }
  const zone = [{ ...twin, id: 1 }, { ...twin, id: 2 }, other]
  const possible = { entryId: 'entry 0', at: 25 * minuteMs, certainty: 'possible' }
  expect((await explainZones([[], zone, [...zone, { ...twin, id: 3 }]], [add])).toSorted()).toEqual([
    [1, possible],
    [2, possible],
    [3, null],
    [4, null],
  ])
  const both = await explainZones([[], zone], [add, add])
  expect(both.flatMap(([, explained]) => explained ?? []).toSorted(compareEntryIds)).toEqual([
    { ...possible, entryId: 'entry 0', certainty: 'confirmed' },
    { ...possible, entryId: 'entry 1', certainty: 'confirmed' },
  ])
})

test('A change explains what the reading of another account of the same service shows, before and after both are merged', async () => {
  const { inventory, database } = await openInventoryWithDomain({ readAt: 10 * minuteMs })
  for (const [id, url] of [
    // Another spelling of the same service.
    ['b', 'http://localhost/'],
    ['c', 'http://other.example/'],
  ] as const) {
    database.run(
      `insert into account (id, label, colour, base_url, added_at) values (?, ?, 'slate', ?, 0)`,
      id,
      id.toUpperCase(),
      url,
    )
    await inventory.storeListedDomains(id, [domainListItem(domain)], 10 * minuteMs, null)
  }
  database.run(`update account set base_url = 'http://127.0.0.1/' where id = 'a'`)
  const changeLog = createChangeLog({
    database,
    clock: createVirtualClock(25 * minuteMs),
    newId: () => 'entry',
    emit: () => undefined,
  })
  for (const id of ['a', 'b', 'c']) {
    inventory.storeZone(id, domain, [], 20 * minuteMs)
    inventory.storeZone(id, domain, [{ ...twin, id: 1 }], 30 * minuteMs)
  }
  changeLog.add({
    accountId: 'a',
    domain,
    change: { kind: 'add', after: twin },
    result: 'done',
    error: null,
    jobId: null,
    snapshotId: null,
    sentAt: 25 * minuteMs,
  })
  const certainties = () =>
    listDetectedChanges(database)
      .map(({ accountId, sentChange }) => [accountId, sentChange?.certainty ?? null])
      .toSorted()
  expect(certainties()).toEqual([
    ['a', 'confirmed'],
    ['b', 'confirmed'],
    ['c', null],
  ])
  storeMergedAccount(database, 'b', 'a')
  database.run(`delete from account where id = 'b'`)
  expect(certainties()).toEqual([
    ['a', 'confirmed'],
    ['a', 'confirmed'],
    ['c', null],
  ])
})

test('A change of a record explains no change of another record to the same values', async () => {
  const before = [
    { ...twin, id: 1, content: 'one' },
    { ...twin, id: 2, content: 'two' },
  ] as const
  const after = before.map(({ id }) => ({ ...twin, id }))
  const explained = await explainZones([[...before], after], [{ kind: 'change', before: before[0], after: twin }])
  expect(explained.toSorted()).toEqual([
    [1, { entryId: 'entry 0', at: 25 * minuteMs, certainty: 'confirmed' }],
    [2, null],
  ])
})

test('A change that only a reading showed explains the difference as inferred', async () => {
  const lost = { error: { kind: 'unsettled' as const, message: 'No response', details: {} } }
  const explained = await explainZones([[], [{ ...twin, id: 1 }]], [{ kind: 'add', after: twin }], lost)
  expect(explained).toEqual([[1, expect.objectContaining({ certainty: 'inferred' })]])
})

test('Records that were added, changed and removed are explained by changes of unknown outcome', async () => {
  const [changed, removed] = [
    { ...twin, id: 1, content: 'changed' },
    { ...twin, id: 2, content: 'removed' },
  ]
  const sentChanges: LoggedChange[] = [
    { kind: 'add', after: twin },
    { kind: 'change', before: changed, after: { ...changed, ttl: 60 } },
    { kind: 'delete', before: removed },
  ]
  const readings = [
    [changed, removed],
    [
      { ...changed, ttl: 60 },
      { ...twin, id: 3 },
    ],
  ]
  const unknown = { at: 25 * minuteMs, certainty: 'unknown_outcome' }
  expect((await explainZones(readings, sentChanges, { result: 'unknown' })).toSorted()).toEqual([
    [1, { ...unknown, entryId: 'entry 1' }],
    [2, { ...unknown, entryId: 'entry 2' }],
    [3, { ...unknown, entryId: 'entry 0' }],
  ])
})

test('A change that was made explains a record before a newer one of unknown outcome', async () => {
  const add: LoggedChange = { kind: 'add', after: twin }
  const newest = (index: number) => (index === 1 ? { result: 'unknown' as const } : {})
  const made = { entryId: 'entry 0', at: 25 * minuteMs, certainty: 'confirmed' }
  expect(await explainZones([[], [{ ...twin, id: 1 }]], [add, add], newest)).toEqual([[1, made]])
  // Which of two records this app is known to have added is not known.
  const [first, second] = await explainZones(
    [
      [],
      [
        { ...twin, id: 1 },
        { ...twin, id: 2 },
      ],
    ],
    [add, add],
    newest,
  )
  expect([first?.[1], second?.[1]]).toEqual([
    { ...made, certainty: 'possible' },
    { ...made, entryId: 'entry 1', certainty: 'unknown_outcome' },
  ])
})

/** The change of contact data that was sent at minute 21, done. */
function addSentContactChange({ database }: Awaited<ReturnType<typeof openInventoryWithDomain>>): void {
  const changeLog = createChangeLog({
    database,
    clock: createVirtualClock(22 * minuteMs + 1),
    newId: () => 'entry',
    emit: () => undefined,
  })
  changeLog.add({
    accountId: 'a',
    domain,
    change: {
      kind: 'whois',
      before: { whois_privacy: true, fields: { city: 'Tokyo' } },
      after: { fields: { city: 'Osaka' } },
    },
    result: 'done',
    error: null,
    jobId: null,
    snapshotId: null,
    sentAt: 21 * minuteMs,
  })
}

test('A sent change of contact data explains only what the first reading after it shows', async () => {
  const rig = await openInventoryWithDomain({ readAt: 10 * minuteMs })
  const read = (city: string, minute: number) =>
    rig.inventory.saveDetail(
      'a',
      'domain',
      domain,
      'whois',
      { whois_privacy: true, fields: { city } },
      minute * minuteMs,
    )
  read('Tokyo', 20)
  // The reading at minute 22 confirms the change that was sent at minute 21.
  read('Osaka', 22)
  read('Kyoto', 30)
  addSentContactChange(rig)
  expect(listDetectedChanges(rig.database).map(({ sentChange }) => sentChange?.entryId ?? null)).toEqual([
    null,
    'entry',
  ])
})

test('A sent change of contact data that its answer confirmed does not explain what the next reading shows', async () => {
  const rig = await openInventoryWithDomain({ readAt: 10 * minuteMs })
  const store = (city: string, readAt: number, detectedAt: number) =>
    rig.inventory.saveDetail(
      'a',
      'domain',
      domain,
      'whois',
      { whois_privacy: true, fields: { city } },
      readAt * minuteMs,
      detectedAt * minuteMs,
    )
  store('Tokyo', 20, 20)
  // The answer at minute 22 does not contain the other fields, which were read at minute 20.
  store('Osaka', 20, 22)
  store('Kyoto', 30, 30)
  addSentContactChange(rig)
  expect(listDetectedChanges(rig.database).map(({ sentChange }) => sentChange?.entryId ?? null)).toEqual([
    null,
    'entry',
  ])
})
