import { expect, onTestFinished, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { systemClock } from '#main/clock.ts'
import { createRecordInput } from '#test/main/change-log/synced-zones-rig.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const domain = 'example.com'

test.each([
  { change: 'back', hoursAhead: [-3] },
  { change: 'forward', hoursAhead: [3] },
  { change: 'forward and then back', hoursAhead: [2, -3] },
  { change: 'back and then forward', hoursAhead: [-3, 2] },
])('Entries of this app are marked as its own after the computer clock was set $change', async ({ hoursAhead }) => {
  let aheadMs = 0
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token: 'a-key-of-first' }], domains: [{ domain_name: domain }] }] },
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
  })
  onTestFinished(() => rig.close())
  /** The simulator runs by the same clock. */
  const setComputerClock = (ms: number) => {
    rig.simulator.advance(aheadMs - ms)
    aheadMs = ms
  }
  const { id: accountId } = await rig.addAccount('First', ['a-key-of-first'])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  await rig.call('logs.fetch', {})
  for (const [index, hours] of hoursAhead.entries()) {
    setComputerClock(hours * hourMs)
    await rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds: ['zone', 'whois'] })
    const after = createRecordInput({ host: 'www', content: `192.0.2.${index + 1}` })
    await rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after } })
  }
  await rig.call('logs.fetch', {})
  const { rows } = await rig.call('logs.page', { filter: {} })
  expect(
    rows.flatMap(({ entry }) => (entry && entry.sender !== 'own' ? [[entry.method, entry.path, entry.sender]] : [])),
  ).toEqual([])
})
