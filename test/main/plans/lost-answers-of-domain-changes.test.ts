import { describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { getShownChangeResult } from '#shared/ipc/change-log.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { domain, createARecordInput, startPlansRig, newWwwAddress, zoneBefore, type PlansRig } from './plans-rig.ts'

/** Two changes, two additions and a deletion: PUT, PUT, POST, POST, DELETE. */
const records = [
  createARecordInput('@', '192.0.2.11'),
  createARecordInput('www', '192.0.2.21'),
  createARecordInput('mail', '192.0.2.30'),
  createARecordInput('new', '192.0.2.50'),
  createARecordInput('new', '192.0.2.51'),
]
const zoneAfter = ['@ A 192.0.2.11', 'mail A 192.0.2.30', 'new A 192.0.2.50', 'new A 192.0.2.51', 'www A 192.0.2.21']
const steps = 5

type Fault = Parameters<PlansRig['simulator']['faults']['add']>[0]['fault']

/** Lets `earlier` writes pass and applies `fault` to the next one. */
function strikeWrite(rig: PlansRig, earlier: number, fault: Fault): void {
  const match = { path: '/(dns|dns/\\d+|nameservers|registrar-lock|whois)$' }
  let left = earlier
  rig.simulator.faults.clear()
  for (const method of ['PUT', 'POST', 'DELETE']) {
    const own = { PUT: 2, POST: 2, DELETE: 1 }[method] as number
    if (left >= own) {
      left -= own
      continue
    }
    if (left > 0)
      rig.simulator.faults.add({ match: { ...match, method }, times: left, fault: { kind: 'delay', ms: 0 } })
    rig.simulator.faults.add({ match: { ...match, method }, times: 1, fault })
    return
  }
}

const results = (item: JobItem | undefined) => item?.changes.map(({ result }) => result)

describe.each(Array.from({ length: steps }, (_, step) => step))('At step %i', (step) => {
  test.each([
    ['without an answer before it was executed', { kind: 'reset-before' }, 1],
    ['without an answer after it was executed', { kind: 'reset-after' }, 0],
    ['without an answer and executed later', { kind: 'late', ms: 60 }, 0],
    ['by an error of the service before it was executed', { kind: 'status', status: 500, code: 'INTERNAL_ERROR' }, 1],
    [
      'by an error of the service after it was executed',
      { kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'after' },
      0,
    ],
  ] satisfies [string, Fault, number][])(
    'A change that ends %s leaves the desired zone without a duplicate',
    async (_, fault, extraOnce) => {
      const rig = await startPlansRig()
      const plan = await rig.create(rig.edits(records))
      strikeWrite(rig, step, fault)
      const [item] = await rig.untilEnded(await rig.start(plan))
      expect([item?.state, rig.servedZone()]).toEqual(['done', zoneAfter])
      expect(new Set(results(item))).toEqual(new Set(['done']))
      expect(await rig.storedZone()).toEqual(zoneAfter)
      // A change of a record may be sent twice, because the second call has no effect. An addition or deletion is sent
      // again only if it was not executed.
      const isRepeatable = step < 2
      expect(rig.writes()).toHaveLength(steps + (isRepeatable ? 1 : extraOnce))
      rig.simulator.faults.clear()
    },
  )

  test('A refusal ends the domain, and the result says what was done and what was not', async () => {
    const rig = await startPlansRig()
    const plan = await rig.create(rig.edits(records))
    strikeWrite(rig, step, { kind: 'status', status: 422, code: 'VALIDATION_ERROR' })
    const [item] = await rig.untilEnded(await rig.start(plan))
    expect(item).toMatchObject({ state: 'failed', error: { code: 'VALIDATION_ERROR' } })
    expect(results(item)).toEqual(Array.from({ length: steps }, (_, index) => (index < step ? 'done' : 'not_done')))
    expect(rig.writes()).toHaveLength(step + 1)
    expect(await rig.storedZone()).toEqual(rig.servedZone())
  })

  test('A restart while the change is under way leaves the desired zone without a duplicate', async () => {
    let writes = 0
    const gate = createRequestGate(({ method }) => method !== 'GET' && (writes += 1) === step + 1)
    const rig = await startPlansRig({ onArrival: gate.onArrival })
    const plan = await rig.create(rig.edits(records))
    gate.close()
    const jobId = await rig.start(plan)
    await expect.poll(gate.heldCount).toBe(1)
    await rig.restart(gate.open)
    const [item] = await rig.untilEnded(jobId)
    expect([item?.state, rig.servedZone()]).toEqual(['done', zoneAfter])
    expect(await rig.storedZone()).toEqual(zoneAfter)
  })
})

test('A cancelled job determines the outcome of the change that was sent, and sends no other', async () => {
  const gate = createRequestGate(({ method }) => method === 'POST')
  const rig = await startPlansRig({ onArrival: gate.onArrival })
  const plan = await rig.create(rig.edits(records))
  gate.close()
  const jobId = await rig.start(plan)
  await expect.poll(gate.heldCount).toBe(1)
  await rig.call('jobs.cancel', { jobId })
  gate.open()
  const [item] = await rig.untilEnded(jobId)
  expect(item?.state).toBe('cancelled')
  expect(results(item)).toEqual(['done', 'done', 'done', 'not_done', 'not_done'])
  expect(rig.writes()).toHaveLength(3)
})

test('A change that only a reading shows is inferred in its job and in the change history, because another program may have made it', async () => {
  const rig = await startPlansRig()
  const record = createARecordInput('new', '192.0.2.50')
  const plan = await rig.create({ kind: 'record_operation', operation: { kind: 'add_record', record } })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
  const jobId = await rig.start(plan)
  await expect.poll(() => rig.writes().length).toBe(1)
  const { records } = rig.served()
  records.set(9999, { id: 9999, ...record })
  const [item] = await rig.untilEnded(jobId)
  expect(item).toMatchObject({ state: 'done', changes: [{ result: 'done', isInferred: true }] })
  const [entry] = (await rig.call('changeLog.list', {})).rows
  expect(entry && getShownChangeResult(entry)).toBe('inferred')
  expect(rig.writes()).toHaveLength(1)
})

test('A change without an answer stays unknown when the domain was changed elsewhere in the same place', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create({
    kind: 'record_operation',
    operation: { kind: 'replace_value', from: '192.0.2.20', to: '192.0.2.21' },
  })
  rig.simulator.faults.add({ match: { method: 'PUT' }, fault: { kind: 'reset-before' } })
  const jobId = await rig.start(plan)
  await expect.poll(() => rig.writes().length).toBeGreaterThan(0)
  Object.assign(rig.served().records.get(4) as object, { content: '192.0.2.66' })
  const [item] = await rig.untilEnded(jobId)
  expect(item).toMatchObject({ state: 'unknown', changes: [{ result: 'unknown' }] })
  expect(rig.servedZone()).toContain('www A 192.0.2.66')
})

test('A change that the service never executes fails after three sendings and a reading minutes later', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create({
    kind: 'record_operation',
    operation: { kind: 'add_record', record: createARecordInput('new', '192.0.2.50') },
  })
  rig.simulator.faults.add({
    match: { method: 'POST' },
    fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
  })
  const [item] = await rig.untilEnded(await rig.start(plan))
  expect(item).toMatchObject({
    state: 'failed',
    error: { code: 'REGISTRAR_UNAVAILABLE' },
    changes: [{ result: 'not_done' }],
  })
  expect(rig.writes()).toEqual(['POST dns', 'POST dns', 'POST dns'])
  expect(rig.servedZone()).toEqual(zoneBefore)
  const [entry] = (await rig.call('changeLog.list', { limit: 1 })).rows
  expect((entry?.confirmedAt ?? 0) - (entry?.at ?? 0)).toBeGreaterThan(4 * minuteMs)
})

test.each([
  ['nameservers', `${domain},nameservers,ns1.example.net`],
  ['registrar-lock', `${domain},lock,on`],
  ['whois', `${domain},whois_privacy,off`],
])('A lost answer to a change of %s is settled by reading the setting', async (path, text) => {
  const rig = await startPlansRig()
  const plan = await rig.create({ kind: 'csv', text })
  rig.simulator.faults.add({ match: { method: 'PUT' }, times: 5, fault: { kind: 'reset-after' } })
  const [item] = await rig.untilEnded(await rig.start(plan))
  expect(item).toMatchObject({ state: 'done', changes: [{ result: 'done' }] })
  expect(rig.calls().filter((call) => call.startsWith('GET'))).toEqual([`GET ${path}`, `GET ${path}`])
})

test('A record that was deleted elsewhere during the run counts as deleted, and its deletion is inferred', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create({
    kind: 'record_operation',
    operation: { kind: 'remove_record', type: 'A', host: 'old' },
  })
  rig.simulator.faults.add({
    match: { method: 'DELETE' },
    times: 1,
    fault: { kind: 'status', status: 404, code: 'RECORD_NOT_FOUND', when: 'after' },
  })
  const [item] = await rig.untilEnded(await rig.start(plan))
  expect([item?.state, rig.writes()]).toEqual(['done', ['DELETE dns/3']])
  expect(item?.changes).toMatchObject([{ result: 'done', isInferred: true }])
})

test('A change whose first sending was lost has the same outcome in its job as in the history if all later ones meet a limit', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(newWwwAddress)
  const match = { method: 'PUT' }
  rig.simulator.faults.add({ match, times: 1, fault: { kind: 'reset-before' } })
  rig.simulator.faults.add({
    match,
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '1' } },
  })
  const [item] = await rig.untilEnded(await rig.start(plan))
  const [entry] = (await rig.call('changeLog.list', {})).rows
  expect([item?.state, entry && getShownChangeResult(entry), item?.error?.status]).toEqual(['unknown', 'unknown', 429])
})
