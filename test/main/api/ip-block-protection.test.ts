import { describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import {
  createClientRig,
  secret,
  startSimulatorForApiClient,
  startSimulatorClientRig,
  worldWithTwoKeys,
  domainListCall,
} from './api-client-rig.ts'
import { captureRejection } from '#test/capture-rejection.ts'

describe('the protection of the source IP', () => {
  const wrong = (simulatorUrl: string) =>
    ({
      keyTrialId: 'one',
      baseUrl: simulatorUrl,
      secret: 'no-such-key-at-all',
      proxy: null,
      endpoint: 'account.me',
      input: {},
    }) as const

  test('After two refused keys, keys that never worked must wait, and keys that work are sent', async () => {
    const { api, accounts, simulator } = await startSimulatorClientRig(worldWithTwoKeys)
    for (let index = 0; index < 2; index += 1)
      expect(await captureRejection(api.readWithGivenSecret(wrong(simulator.url)))).toMatchObject({ status: 401 })
    const third = await captureRejection(api.readWithGivenSecret({ ...wrong(simulator.url), secret }))
    expect(third).toMatchObject({ kind: 'address_guarded', details: { reason: 'refused_keys' } })
    const { until } = (third as { details: { until: number } }).details
    expect(until - Date.now()).toBeGreaterThan(9 * minuteMs)
    accounts.addKey('a', { id: 'new', state: 'untested', me: null }, 'second-key-of-it')
    expect(await captureRejection(api.call({ ...domainListCall, keyId: 'new' }))).toMatchObject({
      kind: 'address_guarded',
    })
    await api.call(domainListCall)
    api.resumeCalls()
    await api.call({ ...domainListCall, keyId: 'new' })
    expect(simulator.ledger.requests.map(({ status }) => status)).toEqual([401, 401, 200, 200])
  })

  test('After two refused keys, a test of a stored key that was accepted of late is sent, and counts as accepted', async () => {
    const { api, accounts, simulator } = await startSimulatorClientRig(worldWithTwoKeys)
    const test = (keyId: string, tested: string) =>
      api.readWithGivenSecret({ ...wrong(simulator.url), secret: tested, keyId })
    accounts.addKey('a', { id: 'second' }, 'second-key-of-it')
    await test('second', 'second-key-of-it')
    for (let index = 0; index < 2; index += 1)
      expect(await captureRejection(api.readWithGivenSecret(wrong(simulator.url)))).toMatchObject({ status: 401 })
    await test('second', 'second-key-of-it')
    await api.call({ ...domainListCall, keyId: 'second' })
    expect(simulator.ledger.requests.map(({ status }) => status)).toEqual([200, 401, 401, 200, 200])
  })

  test('A stored key that is refused again in a test counts as one refusal', async () => {
    const simulator = await startSimulatorForApiClient(worldWithTwoKeys)
    const { api, accounts } = createClientRig(simulator.url)
    await api.call(domainListCall)
    accounts.addKey('a', { id: 'ended' }, 'no-such-key-at-all')
    expect(await captureRejection(api.call({ ...domainListCall, keyId: 'ended' }))).toMatchObject({ status: 401 })
    expect(await captureRejection(api.readWithGivenSecret({ ...wrong(simulator.url), keyId: 'ended' }))).toMatchObject({
      status: 401,
    })
    accounts.addKey('a', { id: 'untested', state: 'untested', me: null }, 'second-key-of-it')
    await api.call({ ...domainListCall, keyId: 'untested' })
  })

  test('After two refused keys, the hold and its end are reported before a call is held, and held calls in the quota usage', async () => {
    const holdEvents: unknown[] = []
    const simulator = await startSimulatorForApiClient(worldWithTwoKeys)
    const { api, accounts } = createClientRig(simulator.url, {
      onIpBlock: () => holdEvents.push(api.refusedKeysHolds()[0]),
    })
    await api.call({ ...domainListCall, endpoint: 'account.me' })
    for (let index = 0; index < 2; index += 1) await captureRejection(api.readWithGivenSecret(wrong(simulator.url)))
    const hold = { proxyUrl: null, until: expect.any(Number) as number, refusedCalls: 2 }
    expect(api.refusedKeysHolds()).toEqual([hold])
    expect(holdEvents.at(-1)).toEqual(hold)
    const until = api.refusedKeysHolds()[0]?.until ?? 0
    expect(until - Date.now()).toBeGreaterThan(9 * minuteMs)
    const usage = () => api.quotaUsage().find(({ limitClass }) => limitClass === 'account')
    expect(usage()).toMatchObject({ waiting: { background: 0 }, heldUntil: null })
    accounts.addKey('a', { id: 'new', state: 'untested', me: null }, 'second-key-of-it')
    const waiting = api.call({ ...domainListCall, endpoint: 'account.me', keyId: 'new', priority: 'background' })
    await expect.poll(usage).toMatchObject({ waiting: { background: 1 }, nextFreeAt: null })
    expect(Math.abs((usage()?.heldUntil ?? 0) - until)).toBeLessThan(1_000)
    api.resumeCalls()
    await waiting
    expect(api.refusedKeysHolds()).toEqual([])
    expect(holdEvents.at(-1)).toBeUndefined()
    expect(usage()).toMatchObject({ waiting: { background: 0 }, heldUntil: null })
  })

  test('Held calls are in the quota usage also before the first call of their account and limit class', async () => {
    const { api, accounts, simulator } = await startSimulatorClientRig(worldWithTwoKeys)
    for (let index = 0; index < 2; index += 1) await captureRejection(api.readWithGivenSecret(wrong(simulator.url)))
    accounts.addKey('a', { id: 'new', state: 'untested', me: null }, 'second-key-of-it')
    expect(api.quotaUsage()).toEqual([])
    const waiting = api.call({ ...domainListCall, keyId: 'new', priority: 'background' })
    await expect
      .poll(() => api.quotaUsage())
      .toMatchObject([
        {
          accountId: 'a',
          limitClass: 'domain',
          waiting: { background: 1 },
          heldUntil: expect.any(Number) as number,
          nextFreeAt: null,
        },
      ])
    api.resumeCalls()
    await waiting
  })

  test('Fifty keys with a known expiry in the same night do not cause an IP block', async () => {
    const users = Array.from({ length: 50 }, (_, index) => ({
      name: `user${index}`,
      keys: [{ token: `token-of-user-${index}` }],
      domains: [{ domain_name: `example${index}.com` }],
    }))
    const { api, accounts, simulator } = await startSimulatorClientRig({
      auth_block: { failures: 10 },
      users: users.map((user) => ({ ...user, keys: [] })),
    })
    for (const { name, keys } of users) {
      accounts.add({ id: name, baseUrl: simulator.url })
      accounts.addKey(name, { id: name, expiresAt: Date.now() - 1 }, keys[0]?.token ?? '')
    }
    const ends = await Promise.all(
      users.map(({ name }) =>
        captureRejection(api.call({ ...domainListCall, accountId: name, priority: 'background' })),
      ),
    )
    expect(ends.every((error) => (error as { kind: string }).kind === 'no_key')).toBe(true)
    expect(simulator.ledger.requests).toEqual([])
  })

  test.each([
    ['until the time in Retry-After', true],
    ['without an end if there is no Retry-After', false],
  ])('429 responses without rate-limit headers on two accounts pause all calls %s', async (_, retry_after) => {
    const blockEvents: unknown[] = []
    const simulator = await startSimulatorForApiClient({
      ...worldWithTwoKeys,
      auth_block: { failures: 2, block_seconds: 3600, retry_after },
    })
    const { api, accounts } = createClientRig(simulator.url, { onIpBlock: () => blockEvents.push(...api.ipBlocks()) })
    accounts.add({ id: 'b', baseUrl: simulator.url })
    accounts.addKey('b', { id: 'kb' }, 'second-key-of-it')
    for (let index = 0; index < 2; index += 1) await captureRejection(api.readWithGivenSecret(wrong(simulator.url)))
    expect(await captureRejection(api.call({ ...domainListCall, maxWaitMs: 1_000 }))).toMatchObject({
      kind: 'service',
      status: 429,
    })
    expect(api.ipBlocks()).toEqual([])
    expect(await captureRejection(api.call({ ...domainListCall, accountId: 'b', maxWaitMs: 1_000 }))).toMatchObject({
      kind: expect.stringMatching(/service|address_guarded/) as string,
    })
    const until = retry_after ? (expect.any(Number) as number) : null
    expect(api.ipBlocks()).toMatchObject([{ proxyUrl: null, until }])
    expect(blockEvents).toEqual([{ proxyUrl: null, since: expect.any(Number) as number, until }])
    const sent = simulator.ledger.requests.length
    expect(await captureRejection(api.call({ ...domainListCall, endpoint: 'account.logs' }))).toMatchObject({
      kind: 'address_guarded',
      details: { reason: 'assumed_block', until },
    })
    const waiting = api.call({ ...domainListCall, endpoint: 'account.logs', priority: 'background' })
    const usage = () => api.quotaUsage().find(({ limitClass }) => limitClass === 'account')
    await expect.poll(usage).toMatchObject({ waiting: { background: 1 }, heldUntil: null })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(simulator.ledger.requests).toHaveLength(sent)
    simulator.advance(3_600_000)
    api.resumeCalls()
    await waiting
    expect(api.ipBlocks()).toEqual([])
    expect(usage()).toMatchObject({ waiting: { background: 0 } })
  })

  /**
   * The accounts `a` and `b`, whose domain lists were answered with a 429 without rate-limit headers, as during a
   * block.
   */
  async function startBlocked(deps: Parameters<typeof createClientRig>[1] = {}) {
    const { users = [] } = worldWithTwoKeys
    const simulator = await startSimulatorForApiClient({
      users: [
        ...users,
        { name: 'second', keys: [{ token: 'key-of-the-second' }], domains: [{ domain_name: 'b.example' }] },
      ],
      auth_block: { failures: 2, block_seconds: 1_234, retry_after: true },
    })
    const rig = createClientRig(simulator.url, deps)
    const { api, accounts } = rig
    accounts.add({ id: 'b', baseUrl: simulator.url })
    accounts.addKey('b', { id: 'kb' }, 'key-of-the-second')
    const call = (accountId: string) => api.call({ ...domainListCall, accountId, maxWaitMs: 1_000 })
    const block = async () => {
      for (let index = 0; index < 2; index += 1) await captureRejection(api.readWithGivenSecret(wrong(simulator.url)))
      for (const accountId of ['a', 'b']) await captureRejection(call(accountId))
      expect(api.ipBlocks()).toHaveLength(1)
    }
    return { ...rig, simulator, call, block }
  }

  test('When the user resumes the calls, the accounts that were answered during the block are called at once', async () => {
    const { api, simulator, call, block } = await startBlocked()
    await block()
    expect(api.quotaUsage().map(({ nextFreeAt }) => nextFreeAt)).toContainEqual(expect.any(Number))
    simulator.advance(1_234_000)
    api.resumeCalls()
    expect(api.quotaUsage().map(({ nextFreeAt }) => nextFreeAt)).toEqual([null, null])
    for (const accountId of ['a', 'b']) await call(accountId)
  })

  test('A wait that the service asked for with rate-limit headers lasts when the user ends a block', async () => {
    const { api, simulator, call } = await startBlocked()
    simulator.faults.add({
      match: { user: 'first' },
      times: 1,
      fault: {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '900', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' },
      },
    })
    expect(await captureRejection(api.call({ ...domainListCall, maxWaitMs: 1_000 }))).toMatchObject({ status: 429 })
    const usageOf = (id: string) => api.quotaUsage().find(({ accountId }) => accountId === id)
    const until = usageOf('a')?.nextFreeAt
    expect(until).toEqual(expect.any(Number))
    for (let index = 0; index < 2; index += 1) await captureRejection(api.readWithGivenSecret(wrong(simulator.url)))
    await captureRejection(api.call({ ...domainListCall, endpoint: 'account.me', maxWaitMs: 1_000 }))
    await captureRejection(call('b'))
    expect(api.ipBlocks()).toHaveLength(1)
    simulator.advance(1_234_000)
    api.resumeCalls()
    await call('b')
    expect(Math.abs((usageOf('a')?.nextFreeAt ?? 0) - (until ?? 0))).toBeLessThan(1_000)
  })

  test('When the user resumes the calls after a restart, the stored waits of the block end, and stay ended', async () => {
    const before = await startBlocked()
    await before.block()
    await before.api.close()
    const { simulator, database } = before
    const restart = () => {
      const rig = createClientRig(simulator.url, { database })
      rig.accounts.add({ id: 'b', baseUrl: simulator.url })
      rig.accounts.addKey('b', { id: 'kb' }, 'key-of-the-second')
      return rig.api
    }
    const api = restart()
    const waits = ({ quotaUsage }: typeof api) => quotaUsage().filter(({ nextFreeAt }) => nextFreeAt !== null).length
    expect(waits(api)).toBe(2)
    for (const accountId of ['a', 'b'])
      await captureRejection(api.call({ ...domainListCall, accountId, endpoint: 'account.me', maxWaitMs: 1_000 }))
    expect(api.ipBlocks()).toHaveLength(1)
    simulator.advance(1_234_000)
    api.resumeCalls()
    expect(waits(api)).toBe(0)
    await api.close()
    expect(waits(restart())).toBe(0)
  })

  test('The quota usage states whether a wait that the service asked for names a limit', async () => {
    const { api, simulator, call } = await startBlocked()
    const limited = { 'retry-after': '900', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }
    simulator.faults.add({
      match: { user: 'second' },
      times: 1,
      fault: { kind: 'status', status: 429, headers: limited },
    })
    await captureRejection(call('b'))
    for (let index = 0; index < 2; index += 1) await captureRejection(api.readWithGivenSecret(wrong(simulator.url)))
    await captureRejection(call('a'))
    expect(api.quotaUsage()).toMatchObject([
      { accountId: 'b', nextFreeAt: expect.any(Number) as number, isWaitUnexplained: false },
      { accountId: 'a', nextFreeAt: expect.any(Number) as number, isWaitUnexplained: true },
    ])
  })

  test('Repeated 429 responses on one account are not taken for an IP block', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    simulator.faults.add({ times: 1, fault: { kind: 'status', status: 429, headers: { 'retry-after': '3600' } } })
    expect(await captureRejection(api.call(domainListCall))).toMatchObject({
      kind: 'service',
      status: 429,
      retryAfterMs: 3_600_000,
    })
    expect(api.ipBlocks()).toEqual([])
  })
})
