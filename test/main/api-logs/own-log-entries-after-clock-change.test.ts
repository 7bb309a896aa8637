import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import type { StoredExecutionLogEntry } from '#shared/ipc/api-logs.ts'
import { systemClock } from '#main/clock.ts'
import { createRecordInput } from '#test/main/change-log/synced-zones-rig.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

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
  await syncAndFetchLogs(rig)
  for (const [index, hours] of hoursAhead.entries()) {
    setComputerClock(hours * hourMs)
    await rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds: ['zone', 'whois'] })
    const after = createRecordInput({ host: 'www', content: `192.0.2.${index + 1}` })
    await rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after } })
  }
  await rig.call('logs.fetch', {})
  expect(await listEntriesBySender(rig, 'other')).toEqual([])
  expect(await listEntriesBySender(rig, 'ownOrOther')).toEqual([])
})

test.each([
  { error: '5 hours', ms: 5 * hourMs },
  { error: '4 minutes', ms: 4 * minuteMs },
])(
  'Entries of calls that were answered with a Date that is wrong by $error are possibly of this app',
  async ({ ms }) => {
    const rig = await startSimulatorRig({
      world: { users: [{ name: 'first', keys: [{ token: 'a-key-of-first' }], domains: [{ domain_name: domain }] }] },
    })
    onTestFinished(() => rig.close())
    const { id: accountId } = await rig.addAccount('First', ['a-key-of-first'])
    await syncAndFetchLogs(rig)
    const read = () => rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds: ['zone', 'whois'] })
    rig.simulator.faults.add({ match: {}, times: 2, fault: { kind: 'clock-skew', ms: -ms } })
    await read()
    await read()
    await rig.call('logs.fetch', {})
    expect(new Set((await listEntriesBySender(rig, 'ownOrOther')).map(([, path]) => path))).toEqual(
      new Set([`/v1/domain/${domain}/dns`, `/v1/domain/${domain}/whois`]),
    )
    expect(await listEntriesBySender(rig, 'other')).toEqual([])
    const { rows } = await rig.call('logs.page', { filter: { hidesOwnReads: true } })
    expect(rows).toEqual([])
  },
)

test('A call elsewhere before the clocks differed is not possibly of this app because a key was removed before it', async () => {
  const tokens = ['a-key-of-first', 'another-key-of-first']
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: tokens.map((token) => ({ token })), domains: [{ domain_name: domain }] }] },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', tokens)
  const [kept, removed] = (await rig.call('accounts.list', null)).flatMap(({ keys }) => keys.map(({ id }) => id))
  const file = new DatabaseSync(join(rig.profile, 'banto.db'))
  file.prepare('update api_key set added_at = added_at - ?').run(10 * minuteMs)
  file.close()
  await rig.call('accounts.removeKey', { accountId, keyId: removed ?? '' })
  await syncAndFetchLogs(rig)
  const secret = (await rig.call('accounts.list', null))[0]?.keys[0]?.id === kept ? tokens[0] : tokens[1]
  await fetch(`${rig.simulator.url}/v1/domain/${domain}/dns`, { headers: { authorization: `Bearer ${secret}` } })
  rig.simulator.advance(hourMs)
  await rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds: ['whois'] })
  await rig.call('logs.fetch', {})
  expect(await listEntriesBySender(rig, 'ownOrOther')).toEqual([])
  expect(await listEntriesBySender(rig, 'other')).toEqual([['GET', `/v1/domain/${domain}/dns`]])
})

async function syncAndFetchLogs(rig: SimulatorRig): Promise<void> {
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  await rig.call('logs.fetch', {})
}

async function listEntriesBySender(
  rig: SimulatorRig,
  sender: StoredExecutionLogEntry['sender'],
): Promise<[method: string, path: string][]> {
  const { rows } = await rig.call('logs.page', { filter: {} })
  return rows.flatMap(({ entry }) => (entry?.sender === sender ? [[entry.method, entry.path]] : []))
}
