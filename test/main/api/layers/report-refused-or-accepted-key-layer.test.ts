import { describe, expect, test } from 'vitest'
import { keyInformationResponse } from '#test/main/api/accounts-in-memory.ts'
import {
  secret,
  startSimulatorClientRig,
  worldWithOneUser,
  worldWithTwoKeys,
  domainListCall,
} from '#test/main/api/api-client-rig.ts'
import { captureRejection } from '#test/capture-rejection.ts'

describe('a key that is refused with 401', () => {
  test('A key that is refused with 401 is quarantined at once, and a read continues with the next key', async () => {
    const { api, accounts, simulator } = await startSimulatorClientRig(worldWithTwoKeys)
    accounts.addKey(
      'a',
      { id: 'gone', me: keyInformationResponse({ domain: { permission_type: 'read' }, server: null }) },
      'no-such-key-at-all',
    )
    expect((await api.call(domainListCall)).keyId).toBe('k')
    expect(accounts.key('gone').state).toBe('quarantined')
    await api.call(domainListCall)
    expect(simulator.ledger.requests.map(({ status }) => status)).toEqual([401, 200, 200])
  })

  test('A refused key is not replaced by another one if the caller requested it', async () => {
    const { api, accounts } = await startSimulatorClientRig(worldWithTwoKeys)
    accounts.addKey('a', { id: 'gone' }, 'no-such-key-at-all')
    expect(await captureRejection(api.call({ ...domainListCall, keyId: 'gone' }))).toMatchObject({
      kind: 'service',
      status: 401,
      code: 'UNAUTHORIZED',
    })
  })

  test.each([401, 403] as const)(
    'The error of a call that is refused with %d names the key and the service of the call',
    async (status) => {
      const { api, accounts, simulator } = await startSimulatorClientRig()
      accounts.changeKey('k', { label: 'Office' })
      simulator.faults.add({ match: {}, times: 1, fault: { kind: 'status', status } })
      expect(await captureRejection(api.call(domainListCall))).toMatchObject({
        status,
        details: { keyId: 'k', keyLabel: 'Office', service: 'domain', endpoint: 'domain.list' },
      })
    },
  )

  test('A refused key is sent once, even if several calls wait for it', async () => {
    const { api, accounts, simulator } = await startSimulatorClientRig(worldWithTwoKeys)
    accounts.addKey('a', { id: 'gone' }, 'no-such-key-at-all')
    const names = [
      'example.com',
      'example.net',
      'example.org',
      'example.jp',
      'example.info',
      'example.biz',
      'example.co.jp',
    ]
    const calls = names.map((domain_name) =>
      api.call({
        accountId: 'a',
        endpoint: 'domain.detail',
        input: { domain_name },
        keyId: 'gone',
        priority: 'background',
      }),
    )
    const ends = await Promise.all(calls.map(captureRejection))
    expect(simulator.ledger.requests).toHaveLength(1)
    expect(ends.map((error) => (error as { kind: string }).kind).toSorted()).toEqual([
      ...Array<string>(6).fill('no_key'),
      'service',
    ])
  })

  test('A quarantined key can be tested with a request to /v1/me, and works again after a success', async () => {
    const { api, accounts } = await startSimulatorClientRig()
    accounts.changeKey('k', { state: 'quarantined' })
    expect(await captureRejection(api.call({ ...domainListCall, keyId: 'k' }))).toMatchObject({ kind: 'no_key' })
    await api.call({ accountId: 'a', endpoint: 'account.me', input: {}, keyId: 'k', priority: 'interactive' })
    expect(accounts.key('k').state).toBe('working')
    await api.call(domainListCall)
  })

  test('A 403, a 429 and a 500 do not change the state of the key', async () => {
    const { api, accounts, simulator } = await startSimulatorClientRig()
    accounts.changeKey('k', { state: 'untested' })
    for (const status of [403, 500]) {
      simulator.faults.add({ times: 3, fault: { kind: 'status', status } })
      await captureRejection(api.call(domainListCall))
      simulator.faults.clear()
    }
    expect(accounts.worked).toEqual([])
    await api.call(domainListCall)
    expect(accounts.worked).toEqual(['k'])
  })

  test('A key that was replaced while its last call was in flight is not quarantined', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    const { api, accounts, simulator } = await startSimulatorClientRig(
      worldWithOneUser,
      {},
      { onArrival: () => promise },
    )
    accounts.addKey('a', { id: 'k', state: 'working' }, 'the-old-one-is-gone')
    const call = captureRejection(api.call(domainListCall))
    await expect.poll(() => simulator.ledger.requests.length).toBe(1)
    accounts.addKey('a', { id: 'k', state: 'working' }, secret)
    answer()
    expect(await call).toMatchObject({ status: 401 })
    expect(accounts.key('k').state).toBe('working')
  })
})
