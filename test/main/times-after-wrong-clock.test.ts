import { expect, onTestFinished, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { systemClock } from '#main/clock.ts'
import { createRecordInput } from '#test/main/change-log/synced-zones-rig.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const domain = 'example.com'

test('Events by a clock that was ahead have their true times once the clock is right, and later changes are detected', async () => {
  let aheadMs = 0
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'a-key-of-first' }],
          domains: [{ domain_name: domain, records: [{ type: 'A', host: '@', content: '192.0.2.1' }] }],
        },
      ],
    },
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
  })
  onTestFinished(() => rig.close())
  /** The simulator runs by the same clock. */
  const setComputerClock = (ms: number) => {
    rig.simulator.advance(aheadMs - ms)
    aheadMs = ms
  }
  const changeContent = (content: string) => {
    const record = rig.simulator.world.user('first').domains.get(domain)?.records.values().next().value
    if (record) record.content = content
  }
  const { id: accountId } = await rig.addAccount('First', ['a-key-of-first'])
  const startedAt = Date.now()
  setComputerClock(26 * hourMs)
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  changeContent('192.0.2.2')
  await rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds: ['zone'] })
  const after = createRecordInput({ host: 'www', content: '192.0.2.99' })
  await rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after } })
  setComputerClock(0)
  await rig.restart()

  const stored = await rig.call('inventory.domain', { accountId, name: domain })
  const detected = (await rig.call('detectedChanges.list', {})).rows
  const changes = (await rig.call('changeLog.list', {})).rows
  const requests = (await rig.call('logs.requests', { limit: 500 })).rows
  expect([detected.length, changes.length]).toEqual([2, 1])
  for (const at of [
    ...[stored.zone.readAt, stored.whois.readAt, stored.row.readAt],
    ...detected.flatMap(({ detectedAt, previousReadAt }) => [detectedAt, previousReadAt]),
    ...changes.map((change) => change.at),
    ...requests.map((request) => request.at),
  ]) {
    expect(at).toBeGreaterThan(startedAt - minuteMs)
    expect(at).toBeLessThanOrEqual(Date.now())
  }
  changeContent('192.0.2.3')
  await rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds: ['zone'] })
  expect((await rig.call('detectedChanges.list', {})).total).toBe(3)
})
