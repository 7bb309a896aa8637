import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import type { OsKeychain } from '#main/accounts/os-keychain-port.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { createVirtualClock, type VirtualClock } from '#test/virtual-clock.ts'

let rig: SimulatorRig
let clock: VirtualClock
let isKeychainLocked = false
/** Called with each arrived request for a log, before it is answered. */
let onLogRequest: () => Promise<unknown> | void = () => undefined
afterEach(() => advanceUntilSettled(rig.close()))

/**
 * Answers arrive in real time, so the clock advances in small steps: it must not pass the time limit of a call
 * meanwhile.
 */
async function advanceUntilSettled<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false
  promise.then(
    () => (isSettled = true),
    () => (isSettled = true),
  )
  while (!isSettled) {
    await clock.advance(5)
    await setImmediate()
  }
  return promise
}

/**
 * The system's keychain answers in real time; meanwhile the virtual clock could pass the time limit of keychain calls.
 */
function createMemoryKeychain(): OsKeychain {
  const items = new Map<string, string>()
  return {
    get: (id) => Promise.resolve(isKeychainLocked ? null : (items.get(id) ?? null)),
    set: (id, secret) => Promise.resolve(void items.set(id, secret)),
    delete: (id) => Promise.resolve(void items.delete(id)),
  }
}

const entries = (count: number, now: number) =>
  Array.from({ length: count }, (_, index) => ({
    method: 'GET',
    path: `/v1/domain/d${index}.example`,
    status_code: 200,
    created_at: formatJapanTime(now - (index + 10) * 10 * minuteMs),
  }))

/** Also adds accounts of users who have no log entries. */
async function open(otherUsers: readonly string[] = []): Promise<void> {
  clock = createVirtualClock()
  isKeychainLocked = false
  onLogRequest = () => undefined
  const world: WorldFile = {
    users: [
      {
        name: 'first',
        keys: [{ token: 'first-key-of-the-first' }, { token: 'second-key-of-the-first' }],
        logs: entries(1200, clock.now()).flatMap((entry) => [
          { ...entry, key: 0 },
          { ...entry, key: 1 },
        ]),
      },
      { name: 'second', keys: [{ token: 'first-key-of-the-second' }], logs: entries(30, clock.now()) },
      ...otherUsers.map((name) => ({ name, keys: [{ token: `first-key-of-the-${name}` }] })),
    ],
  }
  rig = await startSimulatorRig({
    world,
    clock,
    secrets: createMemoryKeychain(),
    onArrival: async ({ path }) => void (path === '/v1/logs' && (await onLogRequest())),
  })
  await advanceUntilSettled(rig.addAccount('First', ['first-key-of-the-first', 'second-key-of-the-first']))
  await advanceUntilSettled(rig.addAccount('Second', ['first-key-of-the-second']))
  for (const name of otherUsers) await advanceUntilSettled(rig.addAccount(name, [`first-key-of-the-${name}`]))
  rig.simulator.ledger.clear()
}

const asked = () => rig.simulator.ledger.requests.filter(({ path }) => path === '/v1/logs')
const archive = () => rig.call('logs.archive', {})
async function stored(): Promise<number> {
  for (;;) {
    const { entries: count, isComplete } = await rig.call('logs.page', { limit: 1 })
    if (isComplete) return count
    await setImmediate()
  }
}
/** Advances until all calls in between were answered. Answers arrive in real time. */
async function pass(ms: number): Promise<void> {
  const end = clock.monotonic() + ms
  while (clock.monotonic() < end) {
    await clock.advance(Math.min(minuteMs, end - clock.monotonic()))
    await expect.poll(async () => (await archive()).some(({ isReading }) => isReading)).toBe(false)
  }
}

test('The logs of all keys are read by themselves while the app is open, and then only what is new', async () => {
  await open()
  expect((await archive()).map(({ completeTo }) => completeTo)).toEqual([null, null, null])
  await pass(5 * minuteMs)
  const first = await archive()
  expect(first).toHaveLength(3)
  for (const key of first) expect(key).toMatchObject({ gaps: [], error: null })
  expect(Math.min(...first.map(({ completeTo }) => completeTo ?? 0))).toBeGreaterThan(clock.now() - 8 * minuteMs)
  expect(await stored()).toBeGreaterThanOrEqual(2430)
  const calls = asked().length
  expect(calls).toBeGreaterThanOrEqual(7)
  await pass(60 * minuteMs)
  // One call per key and quarter of an hour.
  expect(asked().length - calls).toBe(3 * 4)
  expect(
    asked()
      .slice(calls)
      .every(({ query }) => query['from'] !== undefined),
  ).toBe(true)
  expect(Math.min(...(await archive()).map(({ completeTo }) => completeTo ?? 0))).toBeGreaterThan(
    clock.now() - 20 * minuteMs,
  )
})

test('A key that fails is named with its error, the other keys are read, and the next reading reads it, too', async () => {
  await open()
  rig.simulator.faults.add({
    match: { token: 'first-key-of-the-second' },
    times: 1,
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  await pass(3 * minuteMs)
  const failed = (await archive()).filter(({ error }) => error !== null)
  expect(failed.map(({ error }) => error?.code)).toContain('FORBIDDEN')
  expect((await archive()).some(({ error, completeTo }) => error === null && completeTo !== null)).toBe(true)
  await pass(20 * minuteMs)
  for (const key of await archive()) expect(key).toMatchObject({ gaps: [], error: null })
})

/** The service asks the next call to the log of this user to wait for an hour. */
function demandHour(user: string): void {
  rig.simulator.faults.add({
    match: { user, path: '^/v1/logs$' },
    times: 1,
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '3600' } },
  })
}

test('A reading ends when the service asks an account to wait, and that account is read when the wait ends', async () => {
  await open()
  await pass(5 * minuteMs)
  rig.simulator.ledger.clear()
  demandHour('first')
  await advanceUntilSettled(rig.call('logs.refreshArchive', {}))
  const callsOf = (user: string) => asked().filter(({ userName }) => userName === user).length
  expect([callsOf('first'), callsOf('second')]).toEqual([1, 1])
  expect((await archive()).map(({ isReading, error }) => ({ isReading, error }))).toEqual(
    Array.from({ length: 3 }, () => ({ isReading: false, error: null })),
  )
  await pass(59 * minuteMs)
  expect([callsOf('first'), callsOf('second')]).toEqual([1, 5])
  // The next reading of all accounts begins later.
  await pass(2 * minuteMs)
  expect([callsOf('first'), callsOf('second')]).toEqual([3, 5])
})

test('Accounts that wait for a limit do not keep the log of another account from being read', async () => {
  const waiting = ['a', 'b', 'c', 'd', 'e']
  await open(waiting)
  for (const user of [...waiting, 'first']) demandHour(user)
  await advanceUntilSettled(rig.call('logs.refreshArchive', {}))
  expect(
    asked()
      .filter(({ status }) => status === 200)
      .map(({ userName }) => userName),
  ).toEqual(['second'])
})

test('No log is read offline; once online again, what is missing is read at once', async () => {
  await open()
  await rig.call('app.saveSettings', { isOffline: true })
  await pass(60 * minuteMs)
  expect(asked()).toEqual([])
  await rig.call('app.saveSettings', { isOffline: false })
  await pass(2 * minuteMs)
  expect((await archive()).map(({ gaps }) => gaps)).toEqual([[], [], []])
})

test('The log of a paused account is not read', async () => {
  await open()
  const [first] = await rig.call('accounts.list', null)
  await rig.call('accounts.update', { accountId: first?.id ?? '', isPaused: true })
  await pass(20 * minuteMs)
  expect(asked().map(({ userName }) => userName)).not.toContain('first')
  expect(asked().length).toBeGreaterThan(0)
  expect(
    (await archive()).filter(({ accountId }) => accountId === first?.id).every(({ readAt }) => readAt === null),
  ).toBe(true)
})

test('While the keychain is locked, no key counts as failed; once it is open, the logs are read at once', async () => {
  await open()
  isKeychainLocked = true
  expect(await rig.call('app.checkKeychain', null)).toMatchObject({ state: 'locked' })
  await advanceUntilSettled(rig.call('logs.refreshArchive', {}))
  expect((await archive()).map(({ error, completeTo }) => [error, completeTo])).toEqual(Array(3).fill([null, null]))
  isKeychainLocked = false
  await rig.call('app.checkKeychain', null)
  await advanceUntilSettled(expect.poll(async () => (await archive()).every((key) => key.completeTo)).toBe(true))
  expect(clock.monotonic()).toBeLessThan(minuteMs)
})

test('The keys of an account that is paused during a reading do not count as failed', async () => {
  await open()
  const [first] = await rig.call('accounts.list', null)
  const accountId = first?.id ?? ''
  onLogRequest = () => rig.call('accounts.update', { accountId, isPaused: true })
  await advanceUntilSettled(rig.call('logs.refreshArchive', { accountIds: [accountId] }))
  expect(asked().length).toBeGreaterThan(0)
  const keys = (await archive()).filter((key) => key.accountId === accountId)
  expect(keys.some(({ completeTo }) => completeTo === null)).toBe(true)
  expect(keys.map(({ error }) => error)).toEqual([null, null])
})

test('The archive stays within the share of the day that background reading may use', async () => {
  await open()
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  await pass(20 * minuteMs)
  expect(asked()).toEqual([])
})

test('A reading that the user starts is not limited by the share of the day for background reading', async () => {
  await open()
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  await advanceUntilSettled(rig.call('logs.refreshArchive', { mayUseWholeQuota: true }))
  const requests = asked().length
  expect(requests).toBeGreaterThan(0)
  expect((await archive()).every(({ gaps, completeTo }) => gaps.length === 0 && completeTo !== null)).toBe(true)
  await pass(40 * minuteMs)
  expect(asked()).toHaveLength(requests)
})

test('A reading that the user starts and that an account cannot continue leaves later readings to the share', async () => {
  await open()
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  demandHour('first')
  await advanceUntilSettled(rig.call('logs.refreshArchive', { mayUseWholeQuota: true }))
  const [first] = await rig.call('accounts.list', null)
  const accountId = first?.id ?? ''
  await rig.call('accounts.update', { accountId, isPaused: true })
  await pass(70 * minuteMs)
  rig.simulator.ledger.clear()
  await rig.call('accounts.update', { accountId, isPaused: false })
  await pass(30 * minuteMs)
  expect(asked()).toEqual([])
})

test('After a pause of the app that is longer than the service keeps entries, the archive has the old entries and a lost gap', async () => {
  await open()
  await pass(5 * minuteMs)
  const before = await archive()
  const kept = await stored()
  await advanceUntilSettled(rig.restart(() => clock.jumpWall(100 * dayMs)))
  await pass(5 * minuteMs)
  expect(await stored()).toBeGreaterThanOrEqual(kept)
  for (const key of await archive()) {
    const completeTo = before.find(({ keyId }) => keyId === key.keyId)?.completeTo
    expect(key.gaps).toMatchObject([{ from: completeTo, isLost: true }])
    expect(key.error).toBeNull()
  }
})

test('The reads of this app are marked and can be hidden; its address counts as known, another one until the user marks it', async () => {
  await open()
  await pass(3 * minuteMs)
  await pass(20 * minuteMs)
  const list = async (filter: object) =>
    (await rig.call('logs.page', { filter, limit: 500 })).rows.flatMap(({ entry }) => entry ?? [])
  const newest = { from: clock.now() - 60 * minuteMs }
  const own = (await list(newest)).filter(({ sender }) => sender === 'own')
  expect(new Set(own.map(({ path }) => path))).toEqual(new Set(['/v1/me', '/v1/domain', '/v1/server', '/v1/logs']))
  expect(own.every(({ isAddressKnown }) => isAddressKnown)).toBe(true)
  expect((await list({ ...newest, hidesOwnReads: true })).filter(({ sender }) => sender === 'own')).toEqual([])
  const strange = await list({ onlyUnknownAddresses: true })
  expect(strange.length).toBeGreaterThan(0)
  expect(strange.every(({ sender, ipAddress }) => sender === 'other' && ipAddress !== own[0]?.ipAddress)).toBe(true)
  await rig.call('logs.markAddress', { address: strange[0]?.ipAddress ?? '', isKnown: true })
  expect((await list({ onlyUnknownAddresses: true })).map(({ ipAddress }) => ipAddress)).not.toContain(
    strange[0]?.ipAddress,
  )
})

test('The CSV file has exactly the entries of the filter, with the description of each call', async () => {
  await open()
  await pass(3 * minuteMs)
  await stored()
  const filter = { text: 'd7.example' }
  const { entries: count } = await rig.call('logs.page', { filter })
  const { path, rows } = await rig.call('logs.exportCsv', {
    exportId: 'one',
    filter,
    labels: { 'endpoint.domain.detail': 'Status of a domain', 'heading.at': 'Time', 'value.no': '-' },
  })
  expect(rows).toBe(count)
  const lines = readFileSync(path ?? '', 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 3)
  expect(lines[0]).toMatch(/^Time,account,key,call,method,path/)
  expect(lines.slice(1).every((line) => line.includes(',Status of a domain,GET,/v1/domain/d7.example,200,'))).toBe(true)
})
