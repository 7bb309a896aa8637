import { expect, onTestFinished, test } from 'vitest'
import { hourMs, secondMs } from '#shared/durations.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startMainRig, type MainRig } from '#test/main-process-rig.ts'
import { createClockWithForwardJumps } from '#test/system-clock-with-forward-jumps.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { isSyncOver } from '#test/main/inventory/sync/sync-rig.ts'

const tokens = ['key-of-the-first', 'key-of-the-second']
const world: WorldFile = {
  users: tokens.map((token) => ({ name: token, keys: [{ token }] })),
  auth_block: { failures: 1, block_seconds: 3_600, retry_after: true },
}

/** The state that the window was told last. */
function newestState({ events }: MainRig): AppState {
  return events.findLast(({ name }) => name === 'app.changed')?.payload as AppState
}

/** The app with two accounts. Its clock is ahead of the clock of the service by `aheadMs`. */
async function startAhead(aheadMs: number) {
  const steadyClock = createClockWithForwardJumps()
  let offsetMs = aheadMs
  const clock = { ...steadyClock, now: () => steadyClock.now() + offsetMs }
  const simulator = await startSimulator({ world, clock: { now: steadyClock.now } })
  const main = await startMainRig({ clock })
  onTestFinished(async () => {
    await main.close()
    await simulator.close()
  })
  for (const secret of tokens) {
    const { pendingKeyId } = await main.call('accounts.tryKey', { baseUrl: simulator.url, secret })
    const account = { label: secret, colour: 'blue', baseUrl: simulator.url } as const
    await main.call('accounts.add', { ...account, keys: [{ pendingKeyId, label: 'Key' }] })
  }
  return {
    clock,
    main,
    simulator,
    async syncAll() {
      await main.call('sync.start', { accountIds: null })
      await expect.poll(async () => (await main.call('sync.progress', null)).every(isSyncOver)).toBe(true)
    },
    state: () => main.call('app.state', null),
    /** Changes the clock by `ms` while no call is sent, as setting it or a sleep of the computer does. */
    jump(ms: number) {
      offsetMs += ms
      steadyClock.advance(30 * secondMs)
    },
  }
}

test('The difference of the clock is not shown any more after the user corrected the clock, also without another call', async () => {
  const { main, syncAll, state, jump } = await startAhead(2 * hourMs)
  await syncAll()
  await main.call('app.saveSettings', { isOffline: true })
  expect((await state()).clockDifferenceMs).toBeGreaterThan(1.9 * hourMs)
  jump(-2 * hourMs)
  await expect.poll(() => newestState(main).clockDifferenceMs).toBeNull()
})

test('A wait that the service asked for ends at its time, although the computer slept meanwhile', async () => {
  const { clock, main, simulator, jump } = await startAhead(0)
  const [account] = await main.call('accounts.list', null)
  const accountId = account?.id ?? ''
  const headers = { 'retry-after': '3900', 'x-ratelimit-limit': '10000', 'x-ratelimit-remaining': '0' }
  simulator.faults.add({ match: { path: /^\/v1\/domain$/ }, times: 1, fault: { kind: 'status', status: 429, headers } })
  await main.call('sync.start', { accountIds: [accountId] })
  const findUsage = async () =>
    (await main.call('accounts.quota', null)).find(
      (usage) => usage.accountId === accountId && usage.limitClass === 'domain',
    )
  const waitMs = async () => ((await findUsage())?.nextFreeAt ?? 0) - clock.now()
  await expect.poll(waitMs).toBeGreaterThan(3_800 * secondMs)
  // A sleep that ended before the service asked to wait shortens nothing.
  jump(hourMs)
  expect(await waitMs()).toBeGreaterThan(3_700 * secondMs)
  clock.advance(30 * secondMs)
  jump(hourMs / 2)
  await expect.poll(waitMs).toBeLessThanOrEqual(2_100 * secondMs)
  expect(await waitMs()).toBeGreaterThan(1_900 * secondMs)
  jump(9 * hourMs)
  await expect.poll(async () => (await main.call('sync.progress', null)).every(isSyncOver)).toBe(true)
  expect((await findUsage())?.nextFreeAt).toBeNull()
})

test('The end of an assumed block that is shown stays its real end when the computer sleeps', async () => {
  const { clock, main, simulator, state, jump } = await startAhead(0)
  const wrongKey = { baseUrl: simulator.url, secret: 'no-such-key-at-all' }
  await captureRejection(main.call('accounts.tryKey', wrongKey))
  await main.call('sync.start', { accountIds: null })
  await expect.poll(async () => (await state()).ipBlocks.length).toBe(1)
  const remainingMs = () => (newestState(main).ipBlocks[0]?.until ?? 0) - clock.now()
  jump(9 * hourMs)
  await expect.poll(remainingMs).toBeGreaterThan(0.9 * hourMs)
  expect(remainingMs()).toBeLessThanOrEqual(hourMs)
})
