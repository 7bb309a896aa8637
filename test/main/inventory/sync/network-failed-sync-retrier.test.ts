import { expect, onTestFinished, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createQuietHoursAroundNow } from '#test/quiet-hours-around-now.ts'
import { createClockWithForwardJumps } from '#test/system-clock-with-forward-jumps.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { isSyncOver } from './sync-rig.ts'

const world: WorldFile = {
  users: ['first', 'second'].map((name) => ({
    name,
    keys: [{ token: `key-of-the-${name}` }],
    domains: [{ domain_name: `${name}.example` }],
  })),
}

/** `setBackMs`: by how much the clock is set back between the start and the loss of the network. */
async function startAndLoseNetwork({ setBackMs = 0 } = {}) {
  const steadyClock = createClockWithForwardJumps()
  let totalSetBackMs = 0
  const clock = { ...steadyClock, now: () => steadyClock.now() - totalSetBackMs }
  const setBackClock = (ms: number) => void (totalSetBackMs += ms)
  const rig = await startSimulatorRig({ world, clock })
  onTestFinished(() => rig.close())
  const accounts = [
    await rig.addAccount('First', ['key-of-the-first']),
    await rig.addAccount('Second', ['key-of-the-second']),
  ]
  const states = async () => (await rig.call('sync.progress', null)).map(({ state }) => state)
  async function advanceInSteps(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 15 * secondMs) {
      clock.advance(15 * secondMs)
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    }
  }
  /** Advances the clock, also for the repeated calls of a running sync, until no sync runs. */
  async function advance(ms: number): Promise<void> {
    await advanceInSteps(ms)
    for (;;) {
      if ((await rig.call('sync.progress', null)).every(isSyncOver)) return
      clock.advance(secondMs)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  setBackClock(setBackMs)
  rig.simulator.faults.add({ match: {}, fault: { kind: 'reset-before' } })
  await rig.call('sync.start', { accountIds: null })
  await advance(secondMs)
  expect(await states()).toEqual(['failed', 'failed'])
  return { rig, accounts, states, now: clock.now, advance, advanceInSteps, setBackClock }
}

test('Syncs that ended because of the network start again by themselves when the service answers', async () => {
  const { rig, states, advance } = await startAndLoseNetwork()
  rig.simulator.faults.clear()
  await advance(5 * minuteMs)
  expect(await states()).toEqual(['idle', 'idle'])
})

test('Syncs that ended because of the network start again after the clock was set back since the start and since they ended', async () => {
  const { rig, states, advance, setBackClock } = await startAndLoseNetwork({ setBackMs: 2 * hourMs })
  setBackClock(2 * hourMs)
  rig.simulator.faults.clear()
  await advance(5 * minuteMs)
  expect(await states()).toEqual(['idle', 'idle'])
})

test('A failed sync says when it is tried again, and a sync that did not fail by the network says nothing', async () => {
  const { rig, advance } = await startAndLoseNetwork()
  const progress = () => rig.call('sync.progress', null)
  for (const minutes of [1, 2]) {
    const [failed] = await progress()
    const lastTry = Math.max(...(await progress()).map(({ endedAt }) => endedAt ?? 0))
    expect(failed?.retryAt).toBeGreaterThan(lastTry)
    expect(failed?.retryAt).toBeLessThanOrEqual(lastTry + minutes * minuteMs)
    await advance((minutes + 1) * minuteMs)
  }
  rig.simulator.faults.clear()
  await advance(15 * minuteMs)
  expect((await progress()).map(({ retryAt }) => retryAt)).toEqual([null, null])
})

test('While one account is tried again, the others are said to follow at once', async () => {
  const { rig, states, now, advance, advanceInSteps } = await startAndLoseNetwork()
  await rig.simulator.pause()
  await advance(1.5 * minuteMs)
  expect((await rig.call('app.state', null)).isUnreachable).toBe(true)
  rig.simulator.faults.clear()
  rig.simulator.faults.add({ match: {}, fault: { kind: 'hang' } })
  await rig.simulator.resume()
  for (let minutes = 0; minutes < 15 && !(await states()).includes('lists'); minutes += 1)
    await advanceInSteps(minuteMs)
  const progress = await rig.call('sync.progress', null)
  expect(progress.map(({ state }) => state).toSorted()).toEqual(['failed', 'lists'])
  expect(progress.find(({ state }) => state === 'failed')?.retryAt).toBeLessThanOrEqual(now())
  rig.simulator.faults.clear()
})

test('A sync that ended because of the network does not start again while its account is paused', async () => {
  const { rig, accounts, states, advance } = await startAndLoseNetwork()
  await rig.call('accounts.update', { accountId: accounts[0]?.id ?? '', isPaused: true })
  rig.simulator.faults.clear()
  await advance(5 * minuteMs)
  expect((await states()).toSorted()).toEqual(['failed', 'idle'])
})

test('Syncs that ended because of the network do not start again in offline mode', async () => {
  const { rig, states, advance } = await startAndLoseNetwork()
  await rig.call('app.saveSettings', { isOffline: true })
  rig.simulator.faults.clear()
  rig.simulator.ledger.clear()
  await advance(5 * minuteMs)
  expect(await states()).toEqual(['failed', 'failed'])
  expect(rig.simulator.ledger.requests).toEqual([])
})

test('Syncs that ended because of the network do not start again in the quiet hours', async () => {
  const { rig, states, advance } = await startAndLoseNetwork()
  await rig.call('app.saveSettings', { syncQuietHours: createQuietHoursAroundNow() })
  rig.simulator.faults.clear()
  rig.simulator.ledger.clear()
  await advance(5 * minuteMs)
  expect(await states()).toEqual(['failed', 'failed'])
  const lists = rig.simulator.ledger.requests.filter(({ path }) => path !== '/v1/logs')
  expect(lists).toEqual([])
})
