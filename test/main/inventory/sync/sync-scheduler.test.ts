import { describe, expect, onTestFinished, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { getMinuteOfDayOfComputer } from '#shared/quiet-hours.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { isSyncOver } from './sync-rig.ts'
import { createClockWithForwardJumps } from '#test/system-clock-with-forward-jumps.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const world: WorldFile = {
  users: ['first', 'second'].map((name) => ({
    name,
    keys: [{ token: `key-of-the-${name}` }],
    domains: [{ domain_name: `${name}.example` }],
  })),
}

async function start() {
  const clock = createClockWithForwardJumps()
  const rig = await startSimulatorRig({ world, clock })
  onTestFinished(() => rig.close())
  const first = await rig.addAccount('First', ['key-of-the-first'])
  const second = await rig.addAccount('Second', ['key-of-the-second'])
  const ended = rig.event('sync.changed', (all) => all.length === 2 && all.every(isSyncOver))
  await rig.call('sync.start', { accountIds: null })
  await ended
  rig.simulator.ledger.clear()

  /**
   * The users whose domain list was requested after the clock was advanced. No test waits for a sync that does not
   * come: the check of due syncs is awaited.
   */
  async function usersSyncedAfter(ms: number): Promise<string[]> {
    rig.simulator.ledger.clear()
    clock.advance(ms)
    // The scheduler runs in the next turns of the event loop.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    for (;;) {
      const progress = await rig.call('sync.progress', null)
      if (progress.every(isSyncOver)) break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const lists = rig.simulator.ledger.requests.filter(({ path }) => path === '/v1/domain')
    return [...new Set(lists.map(({ userName }) => userName ?? ''))].toSorted()
  }
  return { rig, clock, first, second, usersSyncedAfter }
}

describe('the schedule of syncs while the app is open', () => {
  test('By default no sync starts by itself, however long the app is open', async () => {
    const { rig, usersSyncedAfter } = await start()
    expect((await rig.call('app.state', null)).settings).toMatchObject({ syncInterval: 'off', syncQuietHours: null })
    for (let day = 0; day < 3; day += 1) expect(await usersSyncedAfter(24 * hourMs)).toEqual([])
  })

  test('All accounts are synced one interval after the end of their last sync, again and again', async () => {
    const { rig, usersSyncedAfter } = await start()
    await rig.call('app.saveSettings', { syncInterval: '1h' })
    for (let round = 0; round < 3; round += 1) {
      expect(await usersSyncedAfter(58 * minuteMs)).toEqual([])
      expect(await usersSyncedAfter(3 * minuteMs)).toEqual(['first', 'second'])
    }
  })

  test('An account has its own interval, or none, beside the default', async () => {
    const { rig, first, second, usersSyncedAfter } = await start()
    await rig.call('app.saveSettings', { syncInterval: '6h' })
    await rig.call('accounts.update', { accountId: first.id, syncInterval: '15min' })
    await rig.call('accounts.update', { accountId: second.id, syncInterval: 'off' })
    expect(await usersSyncedAfter(16 * minuteMs)).toEqual(['first'])
    expect(await usersSyncedAfter(7 * hourMs)).toEqual(['first'])
    const inheriting = await rig.call('accounts.update', { accountId: second.id, syncInterval: null })
    expect(inheriting.syncInterval).toBeNull()
    expect(await usersSyncedAfter(minuteMs)).toEqual(['second'])
    // Another change of an account keeps its schedule.
    expect(await rig.call('accounts.update', { accountId: first.id, notes: 'a note' })).toMatchObject({
      syncInterval: '15min',
    })
  })

  test('In the quiet hours nothing is sent, and the sync starts when they end; an account may have none', async () => {
    const { rig, clock, first, usersSyncedAfter } = await start()
    const minute = getMinuteOfDayOfComputer(clock.now())
    const quiet = { from: (minute + 30) % 1440, to: (minute + 240) % 1440 }
    await rig.call('app.saveSettings', { syncInterval: '1h', syncQuietHours: quiet })
    await rig.call('accounts.update', { accountId: first.id, syncQuietHours: 'none' })
    expect(await usersSyncedAfter(62 * minuteMs)).toEqual(['first'])
    expect(await usersSyncedAfter(170 * minuteMs)).toEqual(['first'])
    expect(await usersSyncedAfter(10 * minuteMs)).toEqual(['second'])
  })

  test('Offline, paused and without a usable key nothing is sent, and what is due starts when that ends', async () => {
    const { rig, first, second, usersSyncedAfter } = await start()
    await rig.call('app.saveSettings', { syncInterval: '15min', isOffline: true })
    await rig.call('accounts.update', { accountId: first.id, isPaused: true })
    expect(await usersSyncedAfter(hourMs)).toEqual([])
    await rig.call('app.saveSettings', { isOffline: false })
    expect(await usersSyncedAfter(0)).toEqual(['second'])
    await rig.call('accounts.update', { accountId: first.id, isPaused: false })
    expect(await usersSyncedAfter(0)).toEqual(['first'])
    await rig.call('accounts.removeKey', { accountId: second.id, keyId: second.keys[0]?.id ?? '' })
    expect(await usersSyncedAfter(hourMs)).toEqual(['first'])
  })

  test('The schedule of an account survives a restart, and a sync that fell due meanwhile starts then', async () => {
    const { rig, clock, first, usersSyncedAfter } = await start()
    await rig.call('app.saveSettings', { syncsAtStart: false })
    await rig.call('accounts.update', {
      accountId: first.id,
      syncInterval: 'daily',
      syncQuietHours: { from: 1320, to: 420 },
    })
    await rig.restart()
    const [stored] = await rig.call('accounts.list', null)
    expect(stored).toMatchObject({ syncInterval: 'daily', syncQuietHours: { from: 1320, to: 420 } })
    await rig.call('accounts.update', { accountId: first.id, syncQuietHours: 'none' })
    expect(await usersSyncedAfter(0)).toEqual([])
    await rig.restart(() => clock.advance(25 * hourMs))
    expect(await usersSyncedAfter(0)).toEqual(['first'])
  })

  test.each([
    ['an unknown interval', { syncInterval: '5min' }],
    ['equal times', { syncQuietHours: { from: 60, to: 60 } }],
    ['a time beyond the day', { syncQuietHours: { from: 60, to: 1440 } }],
    ['a part of a minute', { syncQuietHours: { from: 60.5, to: 90 } }],
  ])('A schedule is refused with a clear error: %s', async (_, input) => {
    const { rig, first } = await start()
    for (const answer of [
      await rig.answer('app.saveSettings', input),
      await rig.answer('accounts.update', { accountId: first.id, ...input }),
    ])
      expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid_input' } })
  })
})
