import { expect, onTestFinished, test } from 'vitest'
import { secondMs } from '#shared/durations.ts'
import type { CompleteRecordInput } from '#shared/ipc/dns.ts'
import { systemClock, type Clock } from '#main/clock.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { createClockWithForwardJumps } from '#test/system-clock-with-forward-jumps.ts'

const domain = 'example.com'
const shop: CompleteRecordInput = { type: 'A', host: 'shop', content: '192.0.2.30', ttl: 3600, priority: 0 }

/** Holds the addition of a record until the gate opens. */
async function openWithGate(clock: Clock = systemClock) {
  const gate = createRequestGate(({ method }) => method === 'POST')
  const records = [{ type: 'A' as const, host: 'www', content: '192.0.2.20' }]
  const rig = await startSimulatorRig({
    clock,
    onArrival: gate.onArrival,
    world: {
      users: [{ name: 'first', keys: [{ token: 'key-of-first' }], domains: [{ domain_name: domain, records }] }],
    },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', ['key-of-first'])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
  return {
    rig,
    accountId,
    zone: () => rig.call('dns.zone', { accountId, domain }),
    async addWhile(work: () => Promise<unknown>): Promise<void> {
      gate.close()
      const applied = rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after: shop } })
      await expect.poll(gate.heldCount).toBe(1)
      await work()
      gate.open()
      await applied
    },
  }
}

test('A change of one record keeps records that a reading showed while the change waited for its answer', async () => {
  const { rig, accountId, zone, addWhile } = await openWithGate()
  const served = rig.simulator.world.users[0]?.domains.get(domain)?.records
  await addWhile(async () => {
    served?.set(90, { id: 90, type: 'A', host: 'other', content: '192.0.2.90', ttl: 3600, priority: 0 })
    await rig.call('dns.refresh', { accountId, domain })
  })
  expect((await zone()).data?.map(({ host }) => host).sort()).toEqual(['other', 'shop', 'www'])
  const { rows } = await rig.call('detectedChanges.list', {})
  expect(rows.map(({ values }) => values)).toEqual([
    expect.objectContaining({ before: null, after: expect.objectContaining({ host: 'shop' }) }),
    expect.objectContaining({ before: null, after: expect.objectContaining({ host: 'other' }) }),
  ])
})

test('A reading that was sent before a change was answered, and answered after it, does not take the change back', async () => {
  const { rig, accountId, zone, addWhile } = await openWithGate()
  rig.simulator.ledger.clear()
  let isAnswered = false
  let refreshed: Promise<unknown> = Promise.resolve()
  await addWhile(async () => {
    // The service executes the reading before the change, and needs longer to send the answer.
    rig.simulator.faults.add({ match: { path: '/dns$' }, times: 1, fault: { kind: 'drip', ms: 10 } })
    refreshed = rig.call('dns.refresh', { accountId, domain }).then(() => (isAnswered = true))
    await expect.poll(() => rig.simulator.ledger.requests.filter(({ method }) => method === 'GET')).toHaveLength(2)
  })
  const { readAt } = await zone()
  expect(isAnswered).toBe(false)
  await refreshed
  expect((await zone()).data?.map(({ host }) => host).sort()).toEqual(['shop', 'www'])
  expect((await zone()).readAt).toBe(readAt)
  const { rows } = await rig.call('detectedChanges.list', {})
  expect(rows).toHaveLength(1)
})

test('Records that were read long before a change of one of them was answered keep the age of that reading', async () => {
  const clock = createClockWithForwardJumps()
  const { rig, zone, addWhile } = await openWithGate(clock)
  let readBefore = 0
  await addWhile(() => {
    readBefore = clock.now()
    clock.advance(15 * secondMs)
    return Promise.resolve()
  })
  const { readAt } = await zone()
  expect(readAt).toBeLessThanOrEqual(readBefore)
  const { rows } = await rig.call('detectedChanges.list', {})
  const sentChange = { at: expect.any(Number) }
  expect(rows).toMatchObject([{ values: { field: 'record' }, previousReadAt: readAt, sentChange }])
})
