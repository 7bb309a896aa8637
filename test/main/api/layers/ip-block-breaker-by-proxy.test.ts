import { describe, expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { createClientRig, domainListCall, startSimulatorForApiClient } from '#test/main/api/api-client-rig.ts'
import { captureRejection } from '#test/capture-rejection.ts'

const users = ['one', 'two', 'three', 'four'].map((name) => ({
  name,
  keys: [{ token: `key-of-user-${name}` }],
  domains: [{ domain_name: `${name}.example` }],
}))

/** The accounts `one` and `two` share a proxy; `three` and `four` have none. */
async function startRig() {
  const simulator = await startSimulatorForApiClient({
    users,
    auth_block: { failures: 2, block_seconds: 3_600, retry_after: true },
  })
  const proxy = await startHttpConnectProxyServer({ from: '127.0.0.2' })
  onTestFinished(() => proxy.close())
  const { api, accounts } = createClientRig(simulator.url)
  const route = { id: 'shared', url: proxy.url, authorization: null }
  for (const { name, keys } of users) {
    accounts.add({ id: name, baseUrl: simulator.url })
    accounts.addKey(name, { id: name }, keys[0]?.token ?? '')
    if (name === 'one' || name === 'two') accounts.setProxy(name, route)
  }
  const call = (accountId: string) => api.call({ ...domainListCall, accountId, maxWaitMs: 1_000 })
  const tryWrongKey = (proxyOfTrial: typeof route | null) =>
    captureRejection(
      api.readWithGivenSecret({
        keyTrialId: 'one',
        baseUrl: simulator.url,
        secret: 'no-such-key-at-all',
        proxy: proxyOfTrial,
        endpoint: 'account.me',
        input: {},
      }),
    )
  return { simulator, proxy, api, accounts, route, call, tryWrongKey }
}

describe('the IP block breaker of each source address', () => {
  test('A block of the address of a proxy holds the calls through that proxy and no direct call', async () => {
    const { simulator, api, accounts, proxy, route, call, tryWrongKey } = await startRig()
    for (let index = 0; index < 2; index += 1) await tryWrongKey(route)
    for (const name of ['one', 'two']) await captureRejection(call(name))
    expect(api.ipBlocks()).toMatchObject([{ proxyUrl: proxy.url, until: expect.any(Number) as number }])
    const sent = simulator.ledger.requests.length
    expect(await captureRejection(call('one'))).toMatchObject({
      kind: 'address_guarded',
      details: { proxyUrl: proxy.url },
    })
    expect(simulator.ledger.requests).toHaveLength(sent)
    for (const name of ['three', 'four']) await call(name)
    // A call that waits for the end of the block is sent when its account leaves the proxy.
    const waiting = api.call({ ...domainListCall, endpoint: 'account.me', accountId: 'one', priority: 'background' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    accounts.setProxy('one', null)
    api.checkAccounts()
    await waiting
    expect(simulator.ledger.requests.at(-1)).toMatchObject({ userName: 'one', remote: { address: '127.0.0.1' } })
  })

  test('After refused keys, a 429 without rate-limit headers on the only account of a proxy means a block of its address, until the user resumes the calls', async () => {
    const { simulator, api, accounts, proxy, route, call, tryWrongKey } = await startRig()
    accounts.setProxy('two', null)
    for (let index = 0; index < 2; index += 1) await tryWrongKey(route)
    await captureRejection(call('one'))
    expect(api.ipBlocks()).toMatchObject([{ proxyUrl: proxy.url, until: expect.any(Number) as number }])
    const sent = simulator.ledger.requests.length
    expect(await captureRejection(call('one'))).toMatchObject({ details: { reason: 'assumed_block' } })
    expect(simulator.ledger.requests).toHaveLength(sent)
    simulator.advance(3_600_000)
    api.resumeCalls()
    expect(api.ipBlocks()).toEqual([])
    await call('one')
  })

  test('Keys that were refused directly do not hold untested keys that go through a proxy', async () => {
    const { api, accounts, call, tryWrongKey } = await startRig()
    for (const name of ['one', 'three']) accounts.changeKey(name, { state: 'untested' })
    // The simulator blocks after two failures, and Banto holds calls after two: one is made under another address.
    for (let index = 0; index < 2; index += 1) await tryWrongKey(null)
    expect(await captureRejection(call('three'))).toMatchObject({
      kind: 'address_guarded',
      details: { reason: 'refused_keys', until: expect.any(Number) as number },
    })
    await call('one')
    const held = api.call({ ...domainListCall, accountId: 'three', priority: 'background' })
    held.catch(() => undefined)
    await expect.poll(() => api.refusedKeysHolds()).toMatchObject([{ proxyUrl: null, refusedCalls: 2 }])
    expect((api.refusedKeysHolds()[0]?.until ?? 0) - Date.now()).toBeGreaterThan(9 * minuteMs)
  })
})
