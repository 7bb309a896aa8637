import { describe, expect, test } from 'vitest'
import { keyInformationResponse } from '#test/main/api/accounts-in-memory.ts'
import { secret, startSimulatorClientRig, worldWithTwoKeys, domainListCall } from '#test/main/api/api-client-rig.ts'
import { captureRejection } from '#test/capture-rejection.ts'

describe('the selection of a key', () => {
  test('The least privileged key that may do the call is used', async () => {
    const { api, accounts } = await startSimulatorClientRig(worldWithTwoKeys)
    accounts.addKey(
      'a',
      { id: 'reader', me: keyInformationResponse({ domain: { permission_type: 'read' }, server: null }) },
      'second-key-of-it',
    )
    expect((await api.call(domainListCall)).keyId).toBe('reader')
    const change = { domain_name: 'example.com', type: 'TXT', host: '@', content: 'x' } as const
    expect(
      (await api.call({ accountId: 'a', endpoint: 'domain.addRecord', input: change, priority: 'interactive' })).keyId,
    ).toBe('k')
  })

  test('A call that no key may do is not sent, and the error lists the reason for each key', async () => {
    const { api, accounts, simulator } = await startSimulatorClientRig()
    const keys = {
      quarantined: { state: 'quarantined' },
      forbidden: { state: 'forbidden' },
      missing: { state: 'missing' },
      expired: { expiresAt: Date.now() - 1 },
      service: { me: keyInformationResponse({ domain: null }) },
      permission: { me: keyInformationResponse({ domain: { permission_type: 'read' } }) },
      target: { me: keyInformationResponse({ domain: { target_mode: 'selected', targets: ['example.net'] } }) },
    } as const
    for (const [id, key] of Object.entries(keys)) accounts.addKey('a', { id, ...key }, `secret of ${id}`)
    accounts.changeKey('k', {
      me: keyInformationResponse({ domain: { permission_type: 'custom', permissions: { dns: 'read' } } }),
    })
    const input = { domain_name: 'example.com', dns_id: 1 }
    const error = await captureRejection(
      api.call({ accountId: 'a', endpoint: 'domain.deleteRecord', input, priority: 'interactive' }),
    )
    expect(error).toMatchObject({ kind: 'no_key' })
    expect((error as { details: { reasons: unknown[] } }).details.reasons.toSorted(byKey)).toEqual(
      [{ keyId: 'k', reason: 'permission' }, ...Object.keys(keys).map((id) => ({ keyId: id, reason: id }))].toSorted(
        byKey,
      ),
    )
    expect(simulator.ledger.requests).toEqual([])
  })

  test('An unknown permission category forbids nothing, and a key that was never checked is tried last', async () => {
    const { api, accounts } = await startSimulatorClientRig()
    accounts.changeKey('k', { me: null, state: 'untested' })
    expect(api.usableKeys('a', 'domain.dns', { domain_name: 'example.com' }).keys.map(({ id }) => id)).toEqual(['k'])
    accounts.addKey(
      'a',
      {
        id: 'custom',
        me: keyInformationResponse({ domain: { permission_type: 'custom', permissions: { zones: 'none' } } }),
      },
      'x',
    )
    accounts.addKey(
      'a',
      { id: 'empty', me: keyInformationResponse({ domain: { permission_type: 'custom', permissions: [] } }) },
      'x',
    )
    expect(api.usableKeys('a', 'domain.dns', { domain_name: 'example.com' }).keys.map(({ id }) => id)).toEqual([
      'custom',
      'empty',
      'k',
    ])
  })

  test('A key for selected names is used for those names, for lists and for prices', async () => {
    const { api, accounts } = await startSimulatorClientRig()
    accounts.changeKey('k', {
      me: keyInformationResponse({
        domain: { target_mode: 'selected', targets: ['Example.com'] },
        server: { target_mode: 'selected', targets: ['first01.example'] },
      }),
    })
    const usable = (...[endpoint, input]: [Parameters<typeof api.usableKeys>[1], object]) =>
      api.usableKeys('a', endpoint, input).keys.length
    expect(usable('domain.detail', { domain_name: 'example.com' })).toBe(1)
    expect(usable('domain.detail', { domain_name: 'example.net' })).toBe(0)
    expect(usable('domain.check', { domain_name: 'example.net' })).toBe(1)
    expect(usable('domain.list', {})).toBe(1)
    expect(usable('domain.acquire', { domain_name: 'example.net' })).toBe(0)
    expect(usable('server.memo', { servername: 'first01.example' })).toBe(1)
    expect(usable('server.memo', { servername: 'second.example' })).toBe(0)
  })

  test('A key that the service refuses for a hidden permission is followed by the next key, and is not tried first again', async () => {
    const hidden = { permission_type: 'custom', permissions: { domain: 'none' } } as const
    const { api, accounts, simulator } = await startSimulatorClientRig({
      users: [
        {
          ...worldWithTwoKeys.users?.[0],
          name: 'first',
          keys: [{ token: secret }, { token: 'second-key-of-it', services: { domain: hidden } }],
        },
      ],
    })
    // Banto does not know the name of this category in `/v1/me`.
    accounts.addKey(
      'a',
      {
        id: 'less',
        me: keyInformationResponse({
          domain: { permission_type: 'custom', permissions: { information: 'none' } },
          server: null,
        }),
      },
      'second-key-of-it',
    )
    expect((await api.call(domainListCall)).keyId).toBe('k')
    expect((await api.call(domainListCall)).keyId).toBe('k')
    expect(simulator.ledger.requests.map(({ status }) => status)).toEqual([403, 200, 200])
    expect(accounts.key('less').state).toBe('working')
  })

  test('Signup and acquisition need their own permission', async () => {
    const { api } = await startSimulatorClientRig()
    expect(api.usableKeys('a', 'server.plans', {}).unusableKeys).toEqual([{ keyId: 'k', reason: 'signup' }])
    expect(api.usableKeys('a', 'domain.acquire', { domain_name: 'example.net' }).unusableKeys).toEqual([
      { keyId: 'k', reason: 'acquisition' },
    ])
  })
})

function byKey(a: unknown, b: unknown): number {
  return (a as { keyId: string }).keyId < (b as { keyId: string }).keyId ? -1 : 1
}
