import { describe, expect, onTestFinished, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { getMinuteOfDayOfComputer } from '#shared/quiet-hours.ts'
import type { SimulatorOptions } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createClockWithForwardJumps } from '#test/system-clock-with-forward-jumps.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { isSyncOver } from './sync-rig.ts'

const moving = { domain_name: 'moving.example', status: 'transferring' as const }

/**
 * A user `first` with the given domains and servers, synced once, and `second` without anything unfinished. `others`:
 * names of users without an account in Banto.
 */
async function start(
  user: Partial<NonNullable<WorldFile['users']>[number]> = { domains: [moving] },
  clock = createClockWithForwardJumps(),
  others: readonly string[] = [],
  onArrival: NonNullable<SimulatorOptions['onArrival']> = () => undefined,
) {
  const world: WorldFile = {
    users: [
      { name: 'first', keys: [{ token: 'key-of-the-first' }], ...user },
      { name: 'second', keys: [{ token: 'key-of-the-second' }], domains: [{ domain_name: 'second.example' }] },
      ...others.map((name) => ({ name, keys: [{ token: `key-of-the-${name}` }] })),
    ],
  }
  const rig = await startSimulatorRig({ world, clock, onArrival })
  onTestFinished(() => rig.close())
  const first = await rig.addAccount('First', ['key-of-the-first'])
  await rig.addAccount('Second', ['key-of-the-second'])
  await rig.call('app.saveSettings', { syncsAtStart: false })

  async function sync(): Promise<void> {
    const ended = rig.event('sync.changed', (all) => all.length === 2 && all.every(isSyncOver))
    await rig.call('sync.start', { accountIds: null })
    await ended
    rig.simulator.ledger.clear()
  }

  /**
   * The requests in the given time, as `first /v1/domain`, without those of the log archive. The poller looks for due
   * lists twice a minute.
   */
  async function requestsIn(ms: number): Promise<string[]> {
    rig.simulator.ledger.clear()
    for (let left = ms; left > 0; left -= minuteMs / 2) {
      clock.advance(Math.min(left, minuteMs / 2))
      // A change of an account makes the poller look at once.
      await rig.call('accounts.update', { accountId: first.id, notes: `${left}` })
      while ((await unfinished()).some(({ lists }) => lists.some(({ isReading }) => isReading)))
        await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return rig.simulator.ledger.requests
      .filter(({ path }) => path !== '/v1/logs')
      .map(({ userName, path }) => `${userName} ${path}`)
  }

  const unfinished = () => rig.call('sync.unfinishedProcedures', null)
  await sync()
  return { rig, clock, first, sync, requestsIn, unfinished }
}

describe('readings of lists with unfinished procedures between syncs', () => {
  test('Without automatic sync, the list is read after 1, 2, 5, 10, 30 and 60 minutes and then every hour', async () => {
    const { requestsIn } = await start()
    expect(await requestsIn(minuteMs / 2)).toEqual([])
    const counts = []
    // Each check may be half a minute late.
    for (const minutes of [2, 2.5, 6, 11, 31, 61, 61]) counts.push((await requestsIn(minutes * minuteMs)).length)
    expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(await requestsIn(61 * minuteMs)).toEqual(['first /v1/domain'])
  })

  test('An account whose keys grant only the list that is read is as old as this reading', async () => {
    const { rig, clock, first, requestsIn } = await start({
      keys: [{ token: 'key-of-the-first', services: { domain: {} } }],
      domains: [moving],
    })
    const listsReadAt = async () =>
      (await rig.call('accounts.list', null)).find(({ id }) => id === first.id)?.syncedAt ?? 0
    const atSync = await listsReadAt()
    expect(atSync).toBeGreaterThan(0)
    clock.advance(25 * hourMs)
    expect(await requestsIn(minuteMs / 2)).toEqual(['first /v1/domain'])
    await expect.poll(listsReadAt, { timeout: 5_000 }).toBeGreaterThan(atSync + 24 * hourMs)
  })

  test('The error of a list that a sync could not read ends when the list is read between syncs', async () => {
    const { rig, first, requestsIn } = await start()
    const state = async () => {
      const account = (await rig.call('accounts.list', null)).find(({ id }) => id === first.id)
      const progress = (await rig.call('sync.progress', null)).find(({ accountId }) => accountId === first.id)
      return { stored: account?.syncError ?? null, shown: progress?.error ?? null, state: progress?.state }
    }
    const match = { method: 'GET', path: '^/v1/domain$' }
    rig.simulator.faults.add({ match, times: 99, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
    const ended = rig.event('sync.changed', (all) => all.some(({ state: reached }) => reached === 'failed'))
    await rig.call('sync.start', { accountIds: [first.id] })
    await ended
    expect(await state()).toMatchObject({ stored: { kind: 'service' }, shown: { kind: 'service' }, state: 'failed' })
    rig.simulator.faults.clear()
    expect(await requestsIn(3 * minuteMs)).toContain('first /v1/domain')
    expect(await state()).toEqual({ stored: null, shown: null, state: 'idle' })
  })

  test('The error of a list ends also while its sync reads details, and that sync then ends without an error', async () => {
    const hold = Promise.withResolvers<void>()
    let isHeld = false
    const clock = createClockWithForwardJumps()
    const domains = [moving, { domain_name: 'active.example' }]
    const { rig, first, requestsIn } = await start({ domains }, clock, [], ({ path }) =>
      isHeld && path.includes('active.example') ? hold.promise : undefined,
    )
    clock.advance(48 * hourMs)
    const fault = { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } as const
    rig.simulator.faults.add({ match: { method: 'GET', path: '^/v1/domain$' }, times: 99, fault })
    const inDetails = rig.event('sync.changed', (all) =>
      all.some(({ state, error }) => state === 'details' && error !== null),
    )
    isHeld = true
    await rig.call('sync.start', { accountIds: [first.id] })
    await inDetails
    rig.simulator.faults.clear()
    const ended = rig.event('sync.changed', (all) => all.every(isSyncOver))
    expect(await requestsIn(3 * minuteMs)).toContain('first /v1/domain')
    const progress = async () => (await rig.call('sync.progress', null)).find(({ accountId }) => accountId === first.id)
    expect(await progress()).toMatchObject({ state: 'details', error: null })
    hold.resolve()
    await ended
    expect(await progress()).toMatchObject({ state: 'idle', error: null })
  })

  test('A due list is read though time passes while the poller looks for due lists', async () => {
    const clock = createClockWithForwardJumps()
    let passedMs = 0
    const { requestsIn } = await start(undefined, { ...clock, now: () => clock.now() + (passedMs += 1) })
    expect(await requestsIn(2 * minuteMs)).toEqual(['first /v1/domain'])
  })

  test('Nothing is read where nothing is unfinished', async () => {
    const { requestsIn, unfinished } = await start({
      domains: [{ domain_name: 'active.example' }, { domain_name: 'lapsed.example', status: 'expired' }],
      servers: [{ server_id: 'first01', status: 'suspended' }],
    })
    expect(await unfinished()).toEqual([])
    expect(await requestsIn(3 * hourMs)).toEqual([])
  })

  test('The end of a procedure is seen between syncs, and the readings end with it', async () => {
    const { rig, requestsIn, unfinished } = await start({
      domains: [{ ...moving, pending: { kind: 'transfer', seconds: 6 * 60 } }],
    })
    const { rows: before } = await rig.call('inventory.domains', {})
    expect(before.find(({ name }) => name === 'moving.example')?.status).toBe('transferring')
    expect(await requestsIn(10 * minuteMs)).toEqual(Array(3).fill('first /v1/domain'))
    const { rows } = await rig.call('inventory.domains', {})
    expect(rows.find(({ name }) => name === 'moving.example')?.status).toBe('active')
    const { rows: seen } = await rig.call('detectedChanges.list', {})
    expect(JSON.stringify(seen)).toContain('moving.example')
    expect(await unfinished()).toEqual([])
    expect(await requestsIn(5 * hourMs)).toEqual([])
  })

  test('A server in setup is seen by the list of servers alone', async () => {
    const { rig, requestsIn } = await start({
      servers: [{ server_id: 'first01', status: 'setup_pending', pending: { kind: 'setup', seconds: 100 } }],
    })
    expect(await requestsIn(5 * minuteMs)).toEqual(Array(2).fill('first /v1/server'))
    const { rows } = await rig.call('inventory.servers', {})
    expect(rows.map(({ status }) => status)).toEqual(['active'])
    expect(await requestsIn(5 * hourMs)).toEqual([])
  })

  test('The change of one procedure starts the pauses again for the others', async () => {
    const { requestsIn } = await start({
      domains: [
        moving,
        { domain_name: 'new.example', status: 'pending_create', pending: { kind: 'create', seconds: 17 * 60 } },
      ],
    })
    // After 1, 3, 8 and 18 minutes; the last one sees the change. Without it, the next one would follow after half an
    // hour.
    expect((await requestsIn(32 * minuteMs)).length).toBeGreaterThanOrEqual(6)
  })

  test('A sync that read the list meanwhile postpones the reading', async () => {
    const { sync, requestsIn } = await start()
    expect(await requestsIn(11 * minuteMs)).toHaveLength(3)
    for (let round = 0; round < 4; round += 1) {
      expect(await requestsIn(6 * minuteMs)).toEqual([])
      await sync()
    }
    expect(await requestsIn(9 * minuteMs)).toEqual([])
    expect(await requestsIn(3 * minuteMs)).toEqual(['first /v1/domain'])
  })

  test('Offline, paused, in quiet hours and without a usable key nothing is read, and what is due is read when that ends', async () => {
    const { rig, clock, first, requestsIn, unfinished } = await start()
    await rig.call('app.saveSettings', { isOffline: true })
    expect(await requestsIn(2 * hourMs)).toEqual([])
    expect(await unfinished()).toEqual([
      { accountId: first.id, lists: [{ list: 'domain', count: 1, nextReadAt: null, isReading: false }] },
    ])
    await rig.call('app.saveSettings', { isOffline: false })
    expect(await requestsIn(minuteMs)).toEqual(['first /v1/domain'])

    await rig.call('accounts.update', { accountId: first.id, isPaused: true })
    expect(await requestsIn(2 * hourMs)).toEqual([])
    await rig.call('accounts.update', { accountId: first.id, isPaused: false })
    expect(await requestsIn(minuteMs)).toEqual(['first /v1/domain'])

    const minute = getMinuteOfDayOfComputer(clock.now())
    const quiet = { from: minute, to: (minute + 120) % 1440 }
    await rig.call('accounts.update', { accountId: first.id, syncQuietHours: quiet })
    const [planned] = await unfinished()
    expect(getMinuteOfDayOfComputer(planned?.lists[0]?.nextReadAt ?? 0)).toBe(quiet.to)
    expect(await requestsIn(118 * minuteMs)).toEqual([])
    expect(await requestsIn(4 * minuteMs)).toEqual(['first /v1/domain'])

    await rig.call('accounts.removeKey', { accountId: first.id, keyId: first.keys[0]?.id ?? '' })
    expect(await requestsIn(2 * hourMs)).toEqual([])
  })

  test('What became due while offline is read at once when the user goes online', async () => {
    const { rig, clock, requestsIn, unfinished } = await start()
    await rig.call('app.saveSettings', { isOffline: true })
    expect(await requestsIn(2 * hourMs)).toEqual([])
    await rig.call('app.saveSettings', { isOffline: false })
    // The list is being read, or was read already.
    const list = (await unfinished())[0]?.lists[0]
    expect(list?.isReading === true || (list?.nextReadAt ?? 0) > clock.now() + minuteMs).toBe(true)
    await expect.poll(() => rig.simulator.ledger.requests.map(({ path }) => path)).toContain('/v1/domain')
  })

  test('The readings use the background share of the quota only, and wait while calls are refused with 429', async () => {
    const { rig, first, requestsIn } = await start()
    await rig.call('app.saveSettings', { backgroundShare: 0 })
    expect(await requestsIn(2 * hourMs)).toEqual([])
    await rig.call('app.saveSettings', { backgroundShare: 0.5 })
    expect(await requestsIn(minuteMs)).toEqual(['first /v1/domain'])

    rig.simulator.faults.add({
      match: { path: '/v1/domain/moving' },
      fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '900' } },
      times: 1,
    })
    let isAnswered = false
    void rig
      .call('inventory.refreshDomain', { accountId: first.id, name: 'moving.example', detailKinds: ['detail'] })
      .catch(() => null)
      .finally(() => (isAnswered = true))
    // The response must have arrived, else the clock that is advanced ends the call without it.
    await expect
      .poll(async () => (await rig.call('accounts.quota', null)).some(({ nextFreeAt }) => nextFreeAt !== null))
      .toBe(true)
    expect(await requestsIn(13 * minuteMs)).toEqual([])
    expect(await requestsIn(4 * minuteMs)).toContain('first /v1/domain')
    while (!isAnswered) await requestsIn(minuteMs)
  })

  test('A list whose sync waits for the lists of other accounts counts as being read or waiting for its turn', async () => {
    const names = ['third', 'fourth', 'fifth']
    const { rig, first, unfinished } = await start(undefined, undefined, names)
    for (const name of names) await rig.addAccount(name, [`key-of-the-${name}`])
    rig.simulator.faults.add({ match: { path: '/v1/domain$' }, fault: { kind: 'hang' } })
    const others = (await rig.call('accounts.list', null)).filter(({ id }) => id !== first.id)
    await rig.call('sync.start', { accountIds: others.map(({ id }) => id) })
    await rig.call('sync.start', { accountIds: [first.id] })
    const [progress] = (await rig.call('sync.progress', null)).filter(({ accountId }) => accountId === first.id)
    expect(progress).toMatchObject({ state: 'lists', isWaiting: true })
    expect(await unfinished()).toMatchObject([{ accountId: first.id, lists: [{ list: 'domain', isReading: true }] }])
    await rig.call('sync.cancel', { accountIds: null })
  })

  test('While a 429 lets no call be sent, no list counts as being read, and its next reading is after the wait', async () => {
    const { rig, clock, first, unfinished } = await start({
      domains: [moving],
      servers: [{ server_id: 'first01', status: 'setup_pending' }],
    })
    rig.simulator.faults.add({
      match: { path: '/v1/domain$' },
      fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '900' } },
      times: 1,
    })
    const waitEndsAt = clock.now() + 14 * minuteMs
    await rig.call('sync.start', { accountIds: [first.id] })
    await expect
      .poll(async () => (await unfinished())[0]?.lists.find(({ list }) => list === 'domain'))
      .toMatchObject({ isReading: false, nextReadAt: expect.toSatisfy((at: number) => at > waitEndsAt) as number })
    const [progress] = (await rig.call('sync.progress', null)).filter(({ accountId }) => accountId === first.id)
    expect(progress).toMatchObject({ state: 'lists', isWaiting: false })
    // The list of servers has limits of its own.
    const servers = (await unfinished())[0]?.lists.find(({ list }) => list === 'server')
    expect(servers?.nextReadAt).toBeLessThan(waitEndsAt)
    await rig.call('sync.cancel', { accountIds: [first.id] })
  })

  test('After a restart the list is read a minute after the start at the earliest', async () => {
    const { rig, clock, requestsIn } = await start()
    await rig.restart(() => clock.advance(24 * hourMs))
    // While the keychain is checked, the clock must not advance: else it counts as not responding, and nothing is read.
    await expect.poll(async () => (await rig.call('app.checkKeychain', null)).state).toBe('ready')
    rig.simulator.ledger.clear()
    expect(await requestsIn(minuteMs / 2)).toEqual([])
    expect(await requestsIn(minuteMs)).toEqual(['first /v1/domain'])
  })

  test('A reading that fails is repeated after the next pause, and changes nothing that is stored', async () => {
    const { rig, requestsIn } = await start()
    const before = (await rig.call('inventory.domains', {})).rows
    rig.simulator.faults.add({
      match: { path: '/v1/domain$' },
      fault: { kind: 'status', status: 404, code: 'NOT_FOUND' },
      times: 100,
    })
    const asked = await requestsIn(4 * minuteMs)
    expect(asked.length).toBeGreaterThanOrEqual(2)
    expect((await rig.call('inventory.domains', {})).rows).toEqual(before)
  })
})
