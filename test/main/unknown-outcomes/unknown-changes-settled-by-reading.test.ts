import { describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import { systemClock, type Clock } from '#main/clock.ts'
import { domain, startPlansRig } from '#test/main/plans/plans-rig.ts'
import {
  createRecordInput,
  domainWithTwoRecords,
  startSyncedZonesRig,
  type SyncedZonesRig,
} from '#test/main/change-log/synced-zones-rig.ts'

const late = { kind: 'late', ms: 300 } as const

const newest = async ({ rig }: Pick<SyncedZonesRig, 'rig'>) =>
  (await rig.call('changeLog.list', { limit: 1 })).rows[0] as ChangeLogEntry

/** Sends a change whose answer is lost and which the service executes a moment later. */
async function loseAnswer(
  history: SyncedZonesRig,
  change: Parameters<SyncedZonesRig['apply']>[0],
  fault: object = late,
) {
  const method = { add: 'POST', change: 'PUT', delete: 'DELETE' }[change.kind]
  history.rig.simulator.faults.add({ match: { method }, times: 5, fault: fault as typeof late })
  await history.apply(change)
  history.rig.simulator.faults.clear()
  const entry = await newest(history)
  expect(entry).toMatchObject({ result: 'unknown', isSettledByReading: false })
  return entry
}

const served = ({ rig }: SyncedZonesRig) => [
  ...(rig.simulator.world.users[0]?.domains.get(domainWithTwoRecords)?.records.values() ?? []),
]

/** The clock of the system, with a wall clock that can be set. */
function createSettableClock(): Clock & { advanceWall(ms: number): void } {
  let aheadMs = 0
  return { ...systemClock, now: () => systemClock.now() + aheadMs, advanceWall: (ms) => void (aheadMs += ms) }
}

/** Banto ends while it waits for the answer to an addition that the service does not execute. */
async function endWhileSending() {
  const clock = createSettableClock()
  const history = await startSyncedZonesRig({ clock })
  const { rig } = history
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'hang' } })
  void history.apply({ kind: 'add', after: createRecordInput({ host: 'lost' }) })
  await expect.poll(() => rig.simulator.ledger.requests.some(({ method }) => method === 'POST')).toBe(true)
  await rig.restart(() => rig.simulator.faults.clear())
  expect((await newest(history)).result).toBe('unknown')
  return {
    ...history,
    clock,
    read: () => rig.call('dns.refresh', { accountId: history.accountId, domain: domainWithTwoRecords }),
  }
}

describe('A change of a record that was being sent when Banto ended', () => {
  test('was not made if a reading does not show it when it can no longer arrive, and the history names the reading', async () => {
    const history = await endWhileSending()
    await history.read()
    expect((await newest(history)).result).toBe('unknown')
    history.clock.advanceWall(10 * minuteMs)
    const { readAt } = await history.read()
    const entry = await newest(history)
    expect(entry).toMatchObject({ result: 'failed', error: null, isSettledByReading: true })
    expect(entry.confirmedAt).toBeGreaterThanOrEqual(readAt ?? Infinity)
  })

  test('was made if a reading shows it, and the history names the reading', async () => {
    const history = await endWhileSending()
    const records = history.rig.simulator.world.users[0]?.domains.get(domainWithTwoRecords)?.records
    records?.set(99, { id: 99, ...createRecordInput({ host: 'lost' }) })
    const { readAt } = await history.read()
    const entry = await newest(history)
    expect(entry).toMatchObject({ result: 'done', error: null, isSettledByReading: true })
    expect(entry.confirmedAt).toBeGreaterThanOrEqual(readAt ?? Infinity)
  })

  test('stays unknown when Banto has changed the zone since, because that change may have undone it', async () => {
    const history = await endWhileSending()
    const { id } = await newest(history)
    await history.apply({ kind: 'add', after: createRecordInput({ host: 'other' }) })
    history.clock.advanceWall(10 * minuteMs)
    await history.read()
    expect(await history.rig.call('changeLog.get', { entryId: id })).toMatchObject({ result: 'unknown' })
  })
})

describe('A change of a record whose outcome was not known', () => {
  test('is settled in the history by the next reading that shows it, with what was sent and when', async () => {
    const history = await startSyncedZonesRig()
    const { rig, accountId } = history
    const before = await loseAnswer(history, { kind: 'add', after: createRecordInput({ host: 'lost' }) })
    await expect.poll(() => served(history).some(({ host }) => host === 'lost')).toBe(true)
    const changed = rig.event('changeLog.changed')
    await rig.call('dns.refresh', { accountId, domain: domainWithTwoRecords })
    await changed
    const after = await newest(history)
    expect(after).toMatchObject({ result: 'done', error: null, isSettledByReading: true })
    expect([after.id, after.at, after.change, after.snapshotId]).toEqual([
      before.id,
      before.at,
      before.change,
      before.snapshotId,
    ])
    expect(after.confirmedAt).toBeGreaterThan(before.at)
    const { unknownChangeAt } = await rig.call('inventory.domain', { accountId, name: domainWithTwoRecords })
    expect(unknownChangeAt.zone).toBeNull()
  })

  test('is settled after a restart, by any reading', async () => {
    const history = await startSyncedZonesRig()
    const { rig, accountId, www } = history
    await loseAnswer(history, { kind: 'delete', before: www })
    await expect.poll(() => served(history).some(({ host }) => host === 'www')).toBe(false)
    await rig.restart()
    expect((await newest(history)).result).toBe('unknown')
    await rig.call('inventory.refreshDomain', { accountId, name: domainWithTwoRecords, detailKinds: ['zone'] })
    expect((await newest(history)).result).toBe('done')
  })

  test('stays unknown while no reading shows it', async () => {
    const history = await startSyncedZonesRig()
    const { rig, accountId } = history
    await loseAnswer(history, { kind: 'add', after: createRecordInput({ host: 'lost' }) }, { kind: 'reset-before' })
    await rig.call('dns.refresh', { accountId, domain: domainWithTwoRecords })
    expect((await newest(history)).result).toBe('unknown')
  })

  test('stays unknown when Banto made the same change again, because the zone does not distinguish them', async () => {
    const history = await startSyncedZonesRig()
    const { rig, accountId, apply } = history
    const lost = await loseAnswer(
      history,
      { kind: 'add', after: createRecordInput({ host: 'lost' }) },
      { kind: 'reset-before' },
    )
    await apply({ kind: 'add', after: createRecordInput({ host: 'lost' }) })
    await rig.call('dns.refresh', { accountId, domain: domainWithTwoRecords })
    const { rows } = await rig.call('changeLog.list', { limit: 10 })
    expect(rows.map(({ id, result }) => [id === lost.id, result])).toEqual([
      [false, 'done'],
      [true, 'unknown'],
    ])
  })
})

test.each([
  ['registrar-lock', { kind: 'lock', locked: true }, 'lock'],
  [
    'nameservers',
    { kind: 'nameservers', nameservers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'] },
    'nameservers',
  ],
] as const)(
  'A change of %s that a job left unknown is settled by a later reading, in the history and in the job',
  async (path, source, detail) => {
    const rig = await startPlansRig()
    const plan = await rig.create(source as never)
    rig.simulator.faults.add({ match: { method: 'PUT', path }, times: 5, fault: { kind: 'reset-after' } })
    // The first reading is answered; the reading after the change is refused.
    const match = { method: 'GET', path }
    rig.simulator.faults.add({ match, times: 1, fault: { kind: 'delay', ms: 0 } })
    rig.simulator.faults.add({ match, fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } })
    const jobId = await rig.start(plan)
    const [item] = await rig.untilEnded(jobId)
    const sent = rig.writes().length
    expect(item).toMatchObject({ state: 'unknown', changes: [{ result: 'unknown' }] })
    expect(await newest({ rig })).toMatchObject({ jobId, result: 'unknown' })
    rig.simulator.faults.clear()
    await rig.restart()
    await rig.call('inventory.refreshDomain', { accountId: rig.accountId, name: domain, detailKinds: [detail] })
    expect(await newest({ rig })).toMatchObject({ jobId, result: 'done', isSettledByReading: true })
    const settled = (await rig.call('jobs.items', { jobId, limit: 1 })).rows[0]
    expect(settled).toMatchObject({ state: 'done', changes: [{ result: 'done' }], endedAt: item?.endedAt })
    expect(await rig.job(jobId)).toMatchObject({ unfinished: 0, counts: { done: 1, unknown: 0 } })
    expect(rig.writes()).toHaveLength(sent)
  },
)
