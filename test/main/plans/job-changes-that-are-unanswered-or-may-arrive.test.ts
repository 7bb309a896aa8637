import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'
import { createFastClock, createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { domain, createARecordInput, startPlansRig, type PlansRig } from './plans-rig.ts'

const added = 'new A 192.0.2.50'
const addition = {
  kind: 'record_operation',
  operation: { kind: 'add_record', record: createARecordInput('new', '192.0.2.50') },
} as const
const replacement = {
  kind: 'record_operation',
  operation: { kind: 'replace_value', from: '192.0.2.20', to: '192.0.2.21' },
} as const
const replaced = 'www A 192.0.2.21'
/**
 * The answer is lost, and the service executes the request 50 seconds later by the clock of the rig. On a busy machine
 * it comes later. It must come within five minutes, because an addition is then sent again.
 */
const late = { kind: 'late', ms: 100 } as const
/** How often the API client sends a change that may be repeated before it gives up. */
const attempts = 5

/** A fast clock whose wall clock can be set. */
function createSettableClock(): Clock & { jumpWall(ms: number): void } {
  const clock = createFastClock(500)
  let errorMs = 0
  return { ...clock, now: () => clock.now() + errorMs, jumpWall: (ms) => void (errorMs += ms) }
}

const countOf = (rig: PlansRig, line: string) => rig.servedZone().filter((one) => one === line).length
const untilSent = (rig: PlansRig, count = 1) => expect.poll(() => rig.writes().length).toBeGreaterThanOrEqual(count)

test('A job waits for another job whose change of the same domain may still arrive, and does not make that change again', async () => {
  const rig = await startPlansRig()
  const [first, second] = [await rig.create(addition), await rig.create(addition)]
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: late })
  const firstJob = await rig.start(first)
  await untilSent(rig)
  const secondJob = await rig.start(second)
  await expect
    .poll(async () => (await rig.call('jobs.items', { jobId: secondJob, limit: 1 })).rows[0]?.error?.kind)
    .toBe('open_job')
  const [ended] = await rig.untilEnded(firstJob)
  const [other] = await rig.untilEnded(secondJob)
  expect([ended?.state, other?.state, countOf(rig, added)]).toEqual(['done', 'not_needed', 1])
})

test('A job waits for a paused job only in the domains that the paused job has begun', async () => {
  const rig = await startPlansRig()
  const [first, second] = [await rig.create(addition), await rig.create(replacement)]
  await rig.call('app.saveSettings', { isOffline: true })
  const firstJob = await rig.start(first)
  await rig.call('jobs.pause', { jobId: firstJob })
  await rig.call('app.saveSettings', { isOffline: false })
  expect((await rig.untilEnded(await rig.start(second)))[0]?.state).toBe('done')
  await rig.call('jobs.resume', { jobId: firstJob })
  expect((await rig.untilEnded(firstJob))[0]?.state).toBe('done')
})

test('A change that may still arrive is followed by the planned changes, not by others of the same records', async () => {
  const shop = (type: 'A' | 'CNAME' | 'MX' | 'TXT', content: string, ttl = 3600) => ({
    ...createARecordInput('shop', content),
    type,
    ttl,
    priority: type === 'MX' ? 10 : 0,
  })
  const records = [shop('A', '192.0.2.2'), shop('CNAME', 'c.example.net', 300), shop('TXT', 'z')]
  const rig = await startPlansRig({ domains: [{ domain_name: domain, records }] })
  // If the job planned again after the first change, the plan would swap the two CNAME records.
  const plan = await rig.create(
    rig.edits([shop('CNAME', 'c.example.net'), shop('MX', 'a.example.net'), shop('CNAME', 'd.example.net')]),
  )
  rig.simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault: { kind: 'delay', ms: 0 } })
  rig.simulator.faults.add({ match: { method: 'PUT' }, times: attempts, fault: late })
  const [item] = await rig.untilEnded(await rig.start(plan))
  expect(item?.state).toBe('done')
  // The late requests arrive.
  const executed = () => rig.simulator.world.users[0]?.keys[0]?.log.filter(({ method }) => method === 'PUT').length
  await expect.poll(executed).toBe(rig.writes().length)
  expect(rig.servedZone()).toEqual(['shop CNAME c.example.net', 'shop CNAME d.example.net', 'shop MX a.example.net'])
})

test('A job whose domains all wait for a paused job waits, says why, and goes on after the other has ended', async () => {
  const gate = createRequestGate(({ method }) => method === 'POST')
  const rig = await startPlansRig({ onArrival: gate.onArrival })
  const [first, second] = [await rig.create(addition), await rig.create(replacement)]
  gate.close()
  const firstJob = await rig.start(first)
  await expect.poll(gate.heldCount).toBe(1)
  await rig.call('jobs.pause', { jobId: firstJob })
  const secondJob = await rig.start(second)
  await expect
    .poll(() => rig.job(secondJob))
    .toMatchObject({
      state: 'waiting',
      expectedEndAt: null,
      waitingAccounts: [{ openItems: 1, error: { kind: 'open_job' } }],
    })
  const { waitingAccounts } = await rig.job(secondJob)
  // `jobId` would name the waiting job itself, not the job that it waits for.
  expect(waitingAccounts[0]?.error.details).not.toHaveProperty('jobId')
  gate.open()
  await rig.call('jobs.resume', { jobId: firstJob })
  await rig.untilEnded(firstJob)
  expect((await rig.untilEnded(secondJob))[0]?.state).toBe('done')
})

test('A change by hand is refused while a change of a job in the same domain may still arrive', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(addition)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: late })
  const jobId = await rig.start(plan)
  await expect.poll(async () => (await rig.job(jobId)).counts.checking).toBe(1)
  const change = { kind: 'add', after: createARecordInput('new', '192.0.2.50') } as const
  const byHand = () => rig.call('dns.apply', { accountId: rig.accountId, domain, change })
  await expect(byHand()).rejects.toMatchObject({ kind: 'open_job', details: { jobId, hasHappened: false } })
  await rig.untilEnded(jobId)
  await expect(byHand()).rejects.toMatchObject({ kind: 'conflict' })
  expect([countOf(rig, added), rig.writes()]).toEqual([1, ['POST dns']])
})

test('A wall clock that is set forward does not send an addition again before its first sending can no longer arrive', async () => {
  const clock = createSettableClock()
  const rig = await startPlansRig({ clock })
  const plan = await rig.create(addition)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: late })
  const jobId = await rig.start(plan)
  await untilSent(rig)
  clock.jumpWall(hourMs)
  await rig.restart()
  const [item] = await rig.untilEnded(jobId)
  expect([item?.state, countOf(rig, added), rig.writes()]).toEqual(['done', 1, ['POST dns']])
})

test('A wall clock that is set back by a year does not stop an item that waits', async () => {
  const clock = createSettableClock()
  const rig = await startPlansRig({ clock })
  const plan = await rig.create(addition)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
  const jobId = await rig.start(plan)
  await expect.poll(async () => (await rig.job(jobId)).counts.checking).toBe(1)
  clock.jumpWall(-365 * dayMs)
  const [item] = await rig.untilEnded(jobId)
  expect([item?.state, countOf(rig, added)]).toEqual(['done', 1])
})

test('A change that is refused after a sending without an answer is read again before its result is reported', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(replacement)
  rig.simulator.faults.add({ match: { method: 'PUT' }, times: attempts, fault: late })
  rig.simulator.faults.add({
    match: { method: 'PUT' },
    fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
  })
  const [item] = await rig.untilEnded(await rig.start(plan))
  expect([item?.state, item?.changes[0]?.result, countOf(rig, replaced)]).toEqual(['done', 'done', 1])
})

test('A change that is cancelled after a sending without an answer is read again before its result is reported', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(replacement)
  rig.simulator.faults.add({ match: { method: 'PUT' }, fault: late })
  const jobId = await rig.start(plan)
  await untilSent(rig)
  await rig.call('jobs.cancel', { jobId })
  const [item] = await rig.untilEnded(jobId)
  expect([item?.changes[0]?.result, countOf(rig, replaced)]).toEqual(['done', 1])
})

test('A reading that fails long after a lost answer is tried again before the change is called unknown', async () => {
  const clock = createSettableClock()
  const rig = await startPlansRig({ clock })
  const plan = await rig.create(addition)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
  const jobId = await rig.start(plan)
  await expect.poll(async () => (await rig.job(jobId)).counts.checking).toBe(1)
  await rig.restart(() => {
    clock.jumpWall(2 * hourMs)
    const unavailable = { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' } as const
    rig.simulator.faults.add({ match: { method: 'GET', path: '/dns$' }, times: attempts, fault: unavailable })
  })
  const [item] = await rig.untilEnded(jobId)
  expect([item?.state, countOf(rig, added)]).toEqual(['done', 1])
})

test('A change is dated by its sending, and the time of its confirmation is shown if it came more than a minute later', async () => {
  const clock = createSettableClock()
  const rig = await startPlansRig({ clock })
  const plan = await rig.create(addition)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: late })
  const before = clock.now()
  const jobId = await rig.start(plan)
  await expect.poll(async () => (await rig.job(jobId)).counts.checking).toBe(1)
  const sentUntil = clock.now()
  clock.jumpWall(2 * hourMs)
  await rig.restart()
  await rig.untilEnded(jobId)
  const [entry] = (await rig.call('changeLog.list', {})).rows
  expect(entry?.result).toBe('done')
  expect(entry?.at).toBeGreaterThanOrEqual(before)
  expect(entry?.at).toBeLessThanOrEqual(sentUntil)
  expect(entry?.confirmedAt).toBeGreaterThan(before + 2 * hourMs)
})

test('A job that is paused while an answer is lost reads nothing until it is resumed, and then finds out', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(addition)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: late })
  const jobId = await rig.start(plan)
  await expect.poll(async () => (await rig.job(jobId)).counts.checking).toBe(1)
  await rig.call('jobs.pause', { jobId })
  const callsBefore = rig.calls().length
  // The service executes the addition meanwhile.
  await expect.poll(() => countOf(rig, added)).toBe(1)
  // A reading may have been under way.
  expect(rig.calls().length).toBeLessThanOrEqual(callsBefore + 1)
  await rig.call('jobs.resume', { jobId })
  const [item] = await rig.untilEnded(jobId)
  expect([item?.state, countOf(rig, added), rig.writes()]).toEqual(['done', 1, ['POST dns']])
})

test('An account that becomes read-only during a run sends no other change until it may write again', async () => {
  const gate = createRequestGate(({ method }) => method === 'PUT')
  const rig = await startPlansRig({ onArrival: gate.onArrival })
  const records = [
    createARecordInput('@', '192.0.2.11'),
    createARecordInput('mail', '192.0.2.30'),
    createARecordInput('old', '192.0.2.98'),
    createARecordInput('www', '192.0.2.20'),
  ]
  const plan = await rig.create(rig.edits(records))
  gate.close()
  const jobId = await rig.start(plan)
  await expect.poll(gate.heldCount).toBe(1)
  await rig.call('accounts.update', { accountId: rig.accountId, isReadOnly: true })
  gate.open()
  const firstItem = async () => (await rig.call('jobs.items', { jobId, limit: 1 })).rows[0]
  await expect.poll(async () => (await firstItem())?.error?.kind).toBe('read_only')
  expect((await firstItem())?.changes.map(({ result }) => result)).toEqual(['done', 'waiting'])
  await rig.call('accounts.update', { accountId: rig.accountId, isReadOnly: false })
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('done')
  expect(rig.writes()).toEqual(['PUT dns/1', 'PUT dns/3'])
})

test('A plan whose account was removed cannot be run', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(addition)
  await rig.call('accounts.remove', { accountId: rig.accountId })
  await expect(rig.start(plan)).rejects.toMatchObject({ kind: 'conflict', details: { reason: 'nothing_to_run' } })
})

test.each([
  ['lost', { kind: 'reset-before' }, { isAnswered: false }],
  ['unclear', { kind: 'status', status: 500, code: 'INTERNAL_ERROR' }, { isAnswered: true, error: { status: 500 } }],
] as const)(
  'While the outcome of a change is found out, its %s answer is shown and is no error',
  async (_, fault, unconfirmed) => {
    const rig = await startPlansRig({ clock: createFastClock(1) })
    const plan = await rig.create(addition)
    rig.simulator.faults.add({ match: { method: 'POST' }, fault })
    const jobId = await rig.start(plan)
    const open = async () => (await rig.call('jobs.items', { jobId, limit: 1 })).rows[0]
    await expect.poll(open).toMatchObject({ state: 'checking', unconfirmed, changes: [{ result: 'unknown' }] })
    expect(await open()).toMatchObject({ error: null })
  },
)

test('A change that is sent again, after a reading, is shown as in progress and not as waiting for that reading', async () => {
  let sendings = 0
  const gate = createRequestGate(({ method }) => method === 'PUT' && (sendings += 1) > attempts)
  const rig = await startPlansRig({ onArrival: gate.onArrival })
  const plan = await rig.create(replacement)
  gate.close()
  const fault = { kind: 'status', status: 500, code: 'REGISTRAR_ERROR' } as const
  rig.simulator.faults.add({ match: { method: 'PUT' }, times: attempts, fault })
  const jobId = await rig.start(plan)
  await expect.poll(gate.heldCount).toBe(1)
  const { rows } = await rig.call('jobs.items', { jobId, limit: 1 })
  expect(rows[0]).toMatchObject({ state: 'running', changes: [{ result: 'unknown' }] })
  gate.open()
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('done')
})

test.each([
  ['replaced by a reading that still has the record', false, 'done'],
  ['kept when the reading shows that the record is gone', true, 'replan'],
] as const)(
  'A refusal because the record does not exist is shown until the domain is read again, and then %s',
  async (_, isGone, end) => {
    let reads = 0
    const gate = createRequestGate(({ method, path }) => method === 'GET' && path.endsWith('/dns') && (reads += 1) > 1)
    const rig = await startPlansRig({ onArrival: gate.onArrival })
    const plan = await rig.create(replacement)
    gate.close()
    const fault = { kind: 'status', status: 404, code: 'RECORD_NOT_FOUND' } as const
    rig.simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault })
    const jobId = await rig.start(plan)
    await expect.poll(gate.heldCount).toBe(1)
    const open = await rig.call('jobs.items', { jobId, limit: 1 })
    expect(open.rows[0]).toMatchObject({
      state: 'running',
      unconfirmed: null,
      refusal: { code: 'RECORD_NOT_FOUND' },
      changes: [{ result: 'not_done' }],
    })
    if (isGone) rig.served().records.delete(4)
    gate.open()
    expect((await rig.untilEnded(jobId))[0]).toMatchObject({
      state: end,
      changes: [{ result: isGone ? 'not_done' : 'done' }],
    })
    const history = (await rig.call('changeLog.list', { limit: 10 })).rows
    expect(history.map(({ result, error }) => [result, error?.code])).toEqual(
      isGone ? [['failed', 'RECORD_NOT_FOUND']] : [['done', undefined]],
    )
  },
)

test('A change that was sent and not made is in the history, also when the job was cancelled meanwhile', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(addition)
  const fault = { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } as const
  rig.simulator.faults.add({ match: { method: 'POST' }, fault })
  const jobId = await rig.start(plan)
  await untilSent(rig)
  await rig.call('jobs.cancel', { jobId })
  const [item] = await rig.untilEnded(jobId)
  expect(item).toMatchObject({ state: 'cancelled', changes: [{ result: 'not_done' }] })
  const { rows } = await rig.call('changeLog.list', { limit: 10 })
  expect(rows).toMatchObject([{ result: 'failed', error: { status: 500 }, domain, jobId }])
})

test.each([
  ['lost', { kind: 'reset-before' }, 'cut_off'],
  ['an error of the service', { kind: 'status', status: 500, code: 'INTERNAL_ERROR' }, 'service'],
] as const)(
  'A change that a reading shows as not made when its last answer was %s is not shown with an unknown outcome',
  async (_, fault, kind) => {
    const rig = await startPlansRig()
    const plan = await rig.create(addition)
    rig.simulator.faults.add({ match: { method: 'POST' }, fault })
    const jobId = await rig.start(plan)
    const [item] = await rig.untilEnded(jobId)
    expect(item).toMatchObject({ state: 'failed', error: { kind }, changes: [{ result: 'not_done' }] })
    const [entry] = (await rig.call('changeLog.list', { limit: 1 })).rows
    expect(entry).toMatchObject({ result: 'failed', error: { kind } })
  },
)

test('The CSV file of the history does not call the outcome of a change unknown that a reading showed as not made', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(addition)
  rig.simulator.faults.add({ match: { method: 'POST' }, fault: { kind: 'reset-before' } })
  const jobId = await rig.start(plan)
  await untilSent(rig)
  await rig.call('jobs.cancel', { jobId })
  await rig.untilEnded(jobId)
  const labels = { 'result.failed': 'Not made', 'error.unsettled': 'Outcome unknown' }
  const { path } = await rig.call('changeLog.exportCsv', { labels })
  const [heading = '', line = ''] = readFileSync(path ?? '', 'utf8').split('\r\n')
  expect(heading).toContain(',result,code,message,')
  expect(line).toContain(',Not made,,,')
})

test.each([
  ['was lost', { kind: 'reset-before' }, 'failed', 'www A 192.0.2.20', 4 * minuteMs],
  // How long the late request takes by the clock of the rig depends on the machine.
  ['arrives late', late, 'done', replaced, 0],
] as const)(
  'A change whose first sending %s and whose second sending is refused is unknown until a later reading',
  async (_, first, result, line, leastMs) => {
    const rig = await startPlansRig()
    const plan = await rig.create(replacement)
    const match = { method: 'PUT' }
    rig.simulator.faults.add({ match, times: 1, fault: first })
    rig.simulator.faults.add({ match, times: 1, fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } })
    const [item] = await rig.untilEnded(await rig.start(plan))
    expect([item?.state, rig.writes(), countOf(rig, line)]).toEqual([result, ['PUT dns/4', 'PUT dns/4'], 1])
    const [entry] = (await rig.call('changeLog.list', { limit: 1 })).rows
    expect(entry).toMatchObject({ result, isSettledByReading: result === 'done' })
    expect((entry?.confirmedAt ?? 0) - (entry?.at ?? 0)).toBeGreaterThan(leastMs)
  },
)

test('A change whose answer was lost is in the change history with an unknown outcome until a reading shows it', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: late })
  const jobId = await rig.start(await rig.create(addition))
  const history = async () => (await rig.call('changeLog.list', {})).rows
  await expect.poll(async () => (await history()).map(({ result }) => result)).toEqual(['unknown'])
  const [unknown] = await history()
  expect(unknown).toMatchObject({ jobId, change: { kind: 'add' }, confirmedAt: null })
  await rig.untilEnded(jobId)
  expect(await history()).toMatchObject([
    { id: unknown?.id, result: 'done', error: null, isSettledByReading: true, at: unknown?.at },
  ])
})
