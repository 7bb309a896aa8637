import { describe, expect, test } from 'vitest'
import { parseResponse } from '#main/api/http/parse-response.ts'
import { endpointOf } from '#shared/api/endpoints.ts'
import { minuteMs } from '#shared/durations.ts'
import type { WorldFile } from '#simulator/world-file.ts'
import { createUnlimitedBody } from '#test/unlimited-response-body.ts'
import { meOf } from './accounts-in-memory.ts'
import { createClientRig, rejection, secret, simulate, simulatedRig } from './client-rig.ts'

const twoKeys: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: secret }, { token: 'second-key-of-it', services: { domain: { permission_type: 'read' } } }],
      domains: [{ domain_name: 'example.com' }, { domain_name: 'example.net' }],
    },
  ],
}
const list = { accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' } as const

describe('the selection of a key', () => {
  test('The least privileged key that may do the call is used', async () => {
    const { api, accounts } = await simulatedRig(twoKeys)
    accounts.addKey(
      'a',
      { id: 'reader', me: meOf({ domain: { permission_type: 'read' }, server: null }) },
      'second-key-of-it',
    )
    expect((await api.call(list)).keyId).toBe('reader')
    const change = { domain_name: 'example.com', type: 'TXT', host: '@', content: 'x' } as const
    expect(
      (await api.call({ accountId: 'a', endpoint: 'domain.addRecord', input: change, priority: 'interactive' })).keyId,
    ).toBe('k')
  })

  test('A call that no key may do is not sent, and the error lists the reason for each key', async () => {
    const { api, accounts, simulator } = await simulatedRig()
    const keys = {
      quarantined: { state: 'quarantined' },
      forbidden: { state: 'forbidden' },
      missing: { state: 'missing' },
      expired: { expiresAt: Date.now() - 1 },
      service: { me: meOf({ domain: null }) },
      permission: { me: meOf({ domain: { permission_type: 'read' } }) },
      target: { me: meOf({ domain: { target_mode: 'selected', targets: ['example.net'] } }) },
    } as const
    for (const [id, key] of Object.entries(keys)) accounts.addKey('a', { id, ...key }, `secret of ${id}`)
    accounts.changeKey('k', { me: meOf({ domain: { permission_type: 'custom', permissions: { dns: 'read' } } }) })
    const input = { domain_name: 'example.com', dns_id: 1 }
    const error = await rejection(
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
    const { api, accounts } = await simulatedRig()
    accounts.changeKey('k', { me: null, state: 'untested' })
    expect(api.usableKeys('a', 'domain.dns', { domain_name: 'example.com' }).keys.map(({ id }) => id)).toEqual(['k'])
    accounts.addKey(
      'a',
      { id: 'custom', me: meOf({ domain: { permission_type: 'custom', permissions: { zones: 'none' } } }) },
      'x',
    )
    accounts.addKey('a', { id: 'empty', me: meOf({ domain: { permission_type: 'custom', permissions: [] } }) }, 'x')
    expect(api.usableKeys('a', 'domain.dns', { domain_name: 'example.com' }).keys.map(({ id }) => id)).toEqual([
      'custom',
      'empty',
      'k',
    ])
  })

  test('A key for selected names is used for those names, for lists and for prices', async () => {
    const { api, accounts } = await simulatedRig()
    accounts.changeKey('k', {
      me: meOf({
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
    const { api, accounts, simulator } = await simulatedRig({
      users: [
        {
          ...twoKeys.users?.[0],
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
        me: meOf({ domain: { permission_type: 'custom', permissions: { information: 'none' } }, server: null }),
      },
      'second-key-of-it',
    )
    expect((await api.call(list)).keyId).toBe('k')
    expect((await api.call(list)).keyId).toBe('k')
    expect(simulator.ledger.requests.map(({ status }) => status)).toEqual([403, 200, 200])
    expect(accounts.key('less').state).toBe('working')
  })

  test('Signup and acquisition need their own permission', async () => {
    const { api } = await simulatedRig()
    expect(api.usableKeys('a', 'server.plans', {}).unusableKeys).toEqual([{ keyId: 'k', reason: 'signup' }])
    expect(api.usableKeys('a', 'domain.acquire', { domain_name: 'example.net' }).unusableKeys).toEqual([
      { keyId: 'k', reason: 'acquisition' },
    ])
  })
})

describe('a key that is refused with 401', () => {
  test('A key that is refused with 401 is quarantined at once, and a read continues with the next key', async () => {
    const { api, accounts, simulator } = await simulatedRig(twoKeys)
    accounts.addKey(
      'a',
      { id: 'gone', me: meOf({ domain: { permission_type: 'read' }, server: null }) },
      'no-such-key-at-all',
    )
    expect((await api.call(list)).keyId).toBe('k')
    expect(accounts.key('gone').state).toBe('quarantined')
    await api.call(list)
    expect(simulator.ledger.requests.map(({ status }) => status)).toEqual([401, 200, 200])
  })

  test('A refused key is not replaced by another one if the caller requested it', async () => {
    const { api, accounts } = await simulatedRig(twoKeys)
    accounts.addKey('a', { id: 'gone' }, 'no-such-key-at-all')
    expect(await rejection(api.call({ ...list, keyId: 'gone' }))).toMatchObject({
      kind: 'service',
      status: 401,
      code: 'UNAUTHORIZED',
    })
  })

  test('A refused key is sent once, even if several calls wait for it', async () => {
    const { api, accounts, simulator } = await simulatedRig(twoKeys)
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
    const ends = await Promise.all(calls.map(rejection))
    expect(simulator.ledger.requests).toHaveLength(1)
    expect(ends.map((error) => (error as { kind: string }).kind).toSorted()).toEqual([
      ...Array<string>(6).fill('no_key'),
      'service',
    ])
  })

  test('A quarantined key can be tested with a request to /v1/me, and works again after a success', async () => {
    const { api, accounts } = await simulatedRig()
    accounts.changeKey('k', { state: 'quarantined' })
    expect(await rejection(api.call({ ...list, keyId: 'k' }))).toMatchObject({ kind: 'no_key' })
    await api.call({ accountId: 'a', endpoint: 'account.me', input: {}, keyId: 'k', priority: 'interactive' })
    expect(accounts.key('k').state).toBe('working')
    await api.call(list)
  })

  test('A 403, a 429 and a 500 do not change the state of the key', async () => {
    const { api, accounts, simulator } = await simulatedRig()
    accounts.changeKey('k', { state: 'untested' })
    for (const status of [403, 500]) {
      simulator.faults.add({ times: 3, fault: { kind: 'status', status } })
      await rejection(api.call(list))
      simulator.faults.clear()
    }
    expect(accounts.worked).toEqual([])
    await api.call(list)
    expect(accounts.worked).toEqual(['k'])
  })
})

describe('the protection of the source IP', () => {
  const wrong = (simulatorUrl: string) =>
    ({
      probeId: 'one',
      baseUrl: simulatorUrl,
      secret: 'no-such-key-at-all',
      endpoint: 'account.me',
      input: {},
    }) as const

  test('After two refused keys, keys that never worked must wait, and keys that work are sent', async () => {
    const { api, accounts, simulator } = await simulatedRig(twoKeys)
    for (let index = 0; index < 2; index += 1)
      expect(await rejection(api.probe(wrong(simulator.url)))).toMatchObject({ status: 401 })
    const third = await rejection(api.probe({ ...wrong(simulator.url), secret }))
    expect(third).toMatchObject({ kind: 'address_guarded', details: { reason: 'refused_keys' } })
    const { until } = (third as { details: { until: number } }).details
    expect(until - Date.now()).toBeGreaterThan(9 * minuteMs)
    accounts.addKey('a', { id: 'new', state: 'untested', me: null }, 'second-key-of-it')
    expect(await rejection(api.call({ ...list, keyId: 'new' }))).toMatchObject({ kind: 'address_guarded' })
    await api.call(list)
    api.resumeCalls()
    await api.call({ ...list, keyId: 'new' })
    expect(simulator.ledger.requests.map(({ status }) => status)).toEqual([401, 401, 200, 200])
  })

  test('A stored key that is refused again in a test counts as one refusal', async () => {
    const simulator = await simulate(twoKeys)
    const { api, accounts } = createClientRig(simulator.url)
    await api.call(list)
    accounts.addKey('a', { id: 'ended' }, 'no-such-key-at-all')
    expect(await rejection(api.call({ ...list, keyId: 'ended' }))).toMatchObject({ status: 401 })
    expect(await rejection(api.probe({ ...wrong(simulator.url), keyId: 'ended' }))).toMatchObject({ status: 401 })
    accounts.addKey('a', { id: 'untested', state: 'untested', me: null }, 'second-key-of-it')
    await api.call({ ...list, keyId: 'untested' })
  })

  test('After two refused keys, held calls are reported with the end of the hold, also in the quota usage', async () => {
    const told: unknown[] = []
    const simulator = await simulate(twoKeys)
    const { api, accounts } = createClientRig(simulator.url, { onIpBlock: () => told.push(api.refusedKeysHold()) })
    await api.call({ ...list, endpoint: 'account.me' })
    for (let index = 0; index < 2; index += 1) await rejection(api.probe(wrong(simulator.url)))
    accounts.addKey('a', { id: 'new', state: 'untested', me: null }, 'second-key-of-it')
    expect(api.refusedKeysHold()).toBeNull()
    const waiting = api.call({ ...list, endpoint: 'account.me', keyId: 'new', priority: 'background' })
    await expect.poll(() => api.refusedKeysHold()).not.toBeNull()
    const until = api.refusedKeysHold()?.until ?? 0
    expect(until - Date.now()).toBeGreaterThan(9 * minuteMs)
    expect(told).toHaveLength(1)
    expect(api.quotaUsage().find(({ limitClass }) => limitClass === 'account')).toMatchObject({
      waiting: { background: 1 },
    })
    expect(
      Math.abs((api.quotaUsage().find(({ limitClass }) => limitClass === 'account')?.nextFreeAt ?? 0) - until),
    ).toBeLessThan(1_000)
    api.resumeCalls()
    await waiting
    expect(api.refusedKeysHold()).toBeNull()
    expect(told.at(-1)).toBeNull()
    expect(api.quotaUsage().find(({ limitClass }) => limitClass === 'account')).toMatchObject({
      waiting: { background: 0 },
    })
  })

  test('Fifty keys with a known expiry in the same night do not cause an IP block', async () => {
    const users = Array.from({ length: 50 }, (_, index) => ({
      name: `user${index}`,
      keys: [{ token: `token-of-user-${index}` }],
      domains: [{ domain_name: `example${index}.com` }],
    }))
    const { api, accounts, simulator } = await simulatedRig({
      auth_block: { failures: 10 },
      users: users.map((user) => ({ ...user, keys: [] })),
    })
    for (const { name, keys } of users) {
      accounts.add({ id: name, baseUrl: simulator.url })
      accounts.addKey(name, { id: name, expiresAt: Date.now() - 1 }, keys[0]?.token ?? '')
    }
    const ends = await Promise.all(
      users.map(({ name }) => rejection(api.call({ ...list, accountId: name, priority: 'background' }))),
    )
    expect(ends.every((error) => (error as { kind: string }).kind === 'no_key')).toBe(true)
    expect(simulator.ledger.requests).toEqual([])
  })

  test.each([
    ['until the time in Retry-After', true],
    ['without an end if there is no Retry-After', false],
  ])('429 responses without rate-limit headers on two accounts pause all calls %s', async (_, retry_after) => {
    const told: unknown[] = []
    const simulator = await simulate({ ...twoKeys, auth_block: { failures: 2, block_seconds: 3600, retry_after } })
    const { api, accounts } = createClientRig(simulator.url, { onIpBlock: () => told.push(api.ipBlock()) })
    accounts.add({ id: 'b', baseUrl: simulator.url })
    accounts.addKey('b', { id: 'kb' }, 'second-key-of-it')
    for (let index = 0; index < 2; index += 1) await rejection(api.probe(wrong(simulator.url)))
    expect(await rejection(api.call({ ...list, maxWaitMs: 1_000 }))).toMatchObject({ kind: 'service', status: 429 })
    expect(api.ipBlock()).toBeNull()
    expect(await rejection(api.call({ ...list, accountId: 'b', maxWaitMs: 1_000 }))).toMatchObject({
      kind: expect.stringMatching(/service|address_guarded/) as string,
    })
    const until = retry_after ? (expect.any(Number) as number) : null
    expect(api.ipBlock()).toMatchObject({ until })
    expect(told).toEqual([{ since: expect.any(Number) as number, until }])
    const sent = simulator.ledger.requests.length
    expect(await rejection(api.call({ ...list, endpoint: 'account.logs' }))).toMatchObject({
      kind: 'address_guarded',
      details: { reason: 'assumed_block', until },
    })
    const waiting = api.call({ ...list, endpoint: 'account.logs', priority: 'background' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(simulator.ledger.requests).toHaveLength(sent)
    simulator.advance(3_600_000)
    api.resumeCalls()
    await waiting
    expect(api.ipBlock()).toBeNull()
  })

  test('Repeated 429 responses on one account are not taken for an IP block', async () => {
    const { api, simulator } = await simulatedRig()
    simulator.faults.add({ times: 1, fault: { kind: 'status', status: 429, headers: { 'retry-after': '3600' } } })
    expect(await rejection(api.call(list))).toMatchObject({ kind: 'service', status: 429, retryAfterMs: 3_600_000 })
    expect(api.ipBlock()).toBeNull()
  })
})

describe('the secret of a key', () => {
  test('The secret appears in no error, log or data, even if the service repeats it', async () => {
    const { api, simulator, database } = await simulatedRig()
    simulator.faults.add({
      times: 1,
      fault: {
        kind: 'status',
        status: 422,
        body: { error: { code: 'VALIDATION_ERROR', message: `Bearer ${secret}`, errors: [secret] } },
      },
    })
    const error = await rejection(api.call(list))
    expect(error).toMatchObject({
      kind: 'service',
      code: 'VALIDATION_ERROR',
      serviceMessage: 'Bearer •••',
      details: { errors: ['•••'] },
    })
    simulator.faults.add({
      times: 1,
      fault: { kind: 'status', status: 200, body: { domains: [{ domain_name: secret, status: 'active' }] } },
    })
    expect((await api.call(list)).data.domains[0]?.domain_name).toBe('•••')
    expect(JSON.stringify(database.all('select * from request'))).not.toContain(secret)
  })

  test.each([
    ['a slash after a backslash', (key: string) => key.replaceAll('/', '\\/').replaceAll('"', '\\"')],
    ['an escaped quotation mark', (key: string) => key.replaceAll('"', '\\"')],
    [
      'every character as a Unicode escape',
      (key: string) =>
        [...key].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`).join(''),
    ],
    ['percent-encoded in lower case', (key: string) => encodeURIComponent(key).toLowerCase()],
    ['after an escaped backslash', (key: string) => `\\\\${key.replaceAll('/', '\\/').replaceAll('"', '\\u0022')}`],
  ])('The secret is redacted in a response that writes it in another form: %s', async (_, write) => {
    const odd = '/key"of/the\u00e9-first'
    const answer = (status: number, text: string) =>
      parseResponse(
        endpointOf('domain.list'),
        { status, headers: {}, body: createUnlimitedBody(new TextEncoder().encode(text)) },
        odd,
        0,
      )
    const written = write(odd)
    const { data } = await answer(
      200,
      `{"domains":[{"domain_name":"${written}","status":"${written}","${written}":"x"}]}`,
    )
    const { error } = await answer(422, `{"error":{"code":"X","message":"${written}","errors":["a ${written} b"]}}`)
    expect(data).not.toBeNull()
    expect(error?.serviceMessage).toMatch(/•••/)
    for (const shown of [
      JSON.stringify(data),
      error?.serviceMessage ?? '',
      ...(error?.details['errors'] as string[]),
    ]) {
      expect(shown).not.toContain('key')
      expect(decodeURIComponent(shown)).not.toContain('the\u00e9-first')
    }
  })

  test('The secret is redacted in headers that an error repeats', async () => {
    const odd = 'key/of-the-first'
    const answer = (status: number, headers: Record<string, string>) =>
      parseResponse(
        endpointOf('domain.list'),
        { status, headers, body: createUnlimitedBody(new TextEncoder().encode('<p>')) },
        odd,
        0,
      )
    expect((await answer(200, { 'content-type': `text/html; key=${odd}` })).error?.details).toMatchObject({
      contentType: 'text/html; key=•••',
    })
    const { error } = await parseResponse(
      endpointOf('domain.list'),
      {
        status: 302,
        headers: { location: 'https://plain-key.example/x' },
        body: createUnlimitedBody(new Uint8Array()),
      },
      'plain-key',
      0,
    )
    expect(JSON.stringify([error?.message, error?.details])).not.toContain('plain-key')
  })

  test('A key that was replaced while its last call was in flight is not quarantined', async () => {
    const { api, accounts, simulator } = await simulatedRig()
    accounts.addKey('a', { id: 'k', state: 'working' }, 'the-old-one-is-gone')
    simulator.faults.add({ times: 1, fault: { kind: 'delay', ms: 200 } })
    const call = rejection(api.call(list))
    await expect.poll(() => simulator.ledger.requests.length).toBe(1)
    accounts.addKey('a', { id: 'k', state: 'working' }, secret)
    expect(await call).toMatchObject({ status: 401 })
    expect(accounts.key('k').state).toBe('working')
  })
})

describe('the checks just before sending', () => {
  test('A call is not sent if its account was paused while the call waited', async () => {
    const { api, accounts, simulator } = await simulatedRig()
    simulator.faults.add({ fault: { kind: 'delay', ms: 200 } })
    const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com', 'g.com', 'h.com']
    const ends = names.map((domain_name) =>
      rejection(
        api.call({ accountId: 'a', endpoint: 'domain.detail', input: { domain_name }, priority: 'interactive' }),
      ),
    )
    await expect.poll(() => simulator.ledger.requests.length).toBe(5)
    accounts.change('a', { isPaused: true })
    const kinds = (await Promise.all(ends)).map((error) => (error as { kind: string }).kind)
    expect(kinds.toSorted()).toEqual([...Array<string>(3).fill('paused'), ...Array<string>(5).fill('service')])
    expect(simulator.ledger.requests).toHaveLength(5)
    expect(api.quotaUsage()).toMatchObject([{ usedMinute: 5, inFlight: 0 }])
  })

  test('A call that is cancelled while it waits is not sent, and a cancelled read in flight is released at once', async () => {
    const { api, simulator } = await simulatedRig()
    simulator.faults.add({ fault: { kind: 'delay', ms: 300 } })
    const leaving = new AbortController()
    const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com', 'g.com']
    const ends = names.map((domain_name) =>
      rejection(
        api.call({
          accountId: 'a',
          endpoint: 'domain.detail',
          input: { domain_name },
          priority: 'interactive',
          signal: leaving.signal,
        }),
      ),
    )
    await expect.poll(() => simulator.ledger.requests.length).toBe(5)
    leaving.abort()
    expect((await Promise.all(ends)).every((error) => (error as { kind: string }).kind === 'cancelled')).toBe(true)
    expect(simulator.ledger.requests.filter(({ status }) => status !== null)).toEqual([])
    // The slots stay taken until the service responds.
    expect(api.quotaUsage()).toMatchObject([{ inFlight: 5, waiting: { interactive: 0 } }])
    await expect.poll(() => api.quotaUsage()[0]?.inFlight).toBe(0)
    expect(simulator.ledger.requests).toHaveLength(5)
  })

  test('A write in flight continues after it was cancelled', async () => {
    const { api, simulator } = await simulatedRig()
    simulator.faults.add({ fault: { kind: 'delay', ms: 200 } })
    const leaving = new AbortController()
    const input = { domain_name: 'example.com', type: 'TXT', host: '@', content: 'x' } as const
    const change = api.call({
      accountId: 'a',
      endpoint: 'domain.addRecord',
      input,
      priority: 'interactive',
      signal: leaving.signal,
    })
    await expect.poll(() => simulator.ledger.requests.length).toBe(1)
    leaving.abort()
    expect((await change).data.id).toBeGreaterThan(0)
  })
})

function byKey(a: unknown, b: unknown): number {
  return (a as { keyId: string }).keyId < (b as { keyId: string }).keyId ? -1 : 1
}
