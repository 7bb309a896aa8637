import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { createClientRig, domainListCall, secret, startSimulatorClientRig, worldWithOneUser } from './api-client-rig.ts'
import { captureRejection } from '#test/capture-rejection.ts'

const newRecord = { domain_name: 'example.com', type: 'TXT', host: 'www', content: 'v=1' } as const

describe('a call', () => {
  test('A call is sent as its endpoint entry says, and returns data of the output shape', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    const answer = await api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })
    expect(answer.data.domains.map(({ domain_name }) => domain_name)).toEqual(['example.com'])
    expect(answer.keyId).toBe('k')
    expect(simulator.ledger.requests).toMatchObject([
      { method: 'GET', target: '/v1/domain', userName: 'first', status: 200 },
    ])
  })

  test('Invalid input is refused before a call is spent', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    const call = api.call({
      accountId: 'a',
      endpoint: 'domain.addRecord',
      input: { ...newRecord, content: '' },
      priority: 'interactive',
    })
    expect(await captureRejection(call)).toMatchObject({
      kind: 'invalid_input',
      details: { issues: [{ path: 'content' }] },
    })
    expect(simulator.ledger.requests).toEqual([])
  })

  test('A paid endpoint is refused without an intent', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    const input = { domain_name: 'example.com', years: 1, current_expiry_date: '2027-01-01', expected_total_price: 1 }
    expect(
      await captureRejection(api.call({ accountId: 'a', endpoint: 'domain.renew', input, priority: 'paid' })),
    ).toMatchObject({ kind: 'paid_endpoint' })
    expect(simulator.ledger.requests).toEqual([])
  })

  test('A paused account sends nothing, a read-only account sends no writes, and offline mode sends nothing', async () => {
    let isOffline = false
    const { api, accounts, simulator } = await startSimulatorClientRig(worldWithOneUser, { isOffline: () => isOffline })
    accounts.change('a', { isPaused: true })
    expect(
      await captureRejection(api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'background' })),
    ).toMatchObject({ kind: 'paused' })
    accounts.change('a', { isPaused: false, isReadOnly: true })
    expect(
      await captureRejection(
        api.call({ accountId: 'a', endpoint: 'domain.addRecord', input: newRecord, priority: 'interactive' }),
      ),
    ).toMatchObject({ kind: 'read_only' })
    await api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'background' })
    isOffline = true
    expect(
      await captureRejection(api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })),
    ).toMatchObject({ kind: 'offline' })
    expect(simulator.ledger.requests).toHaveLength(1)
  })

  test('A refusal by the service is reported with its code, status and message', async () => {
    const { api } = await startSimulatorClientRig()
    const call = api.call({
      accountId: 'a',
      endpoint: 'domain.detail',
      input: { domain_name: 'absent.com' },
      priority: 'interactive',
    })
    expect(await captureRejection(call)).toMatchObject({
      kind: 'service',
      code: 'DOMAIN_NOT_FOUND',
      status: 404,
      serviceMessage: expect.any(String) as string,
    })
  })

  test('A call for an unknown account is reported as not_found', async () => {
    const { api } = await startSimulatorClientRig()
    expect(
      await captureRejection(api.call({ accountId: 'x', endpoint: 'domain.list', input: {}, priority: 'interactive' })),
    ).toMatchObject({ kind: 'not_found' })
  })
})

describe('the quota usage of a client', () => {
  test('The rate ledger is loaded at the next start on the same file', async () => {
    const { api, simulator, database } = await startSimulatorClientRig()
    for (let index = 0; index < 3; index += 1)
      await api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })
    await api.close()
    const next = createClientRig(simulator.url, { database })
    expect(next.api.quotaUsage()).toMatchObject([
      { accountId: 'a', limitClass: 'domain', perMinute: 60, usedMinute: 3, usedDay: 3, inFlight: 0, nextFreeAt: null },
    ])
  })

  test('Quota usage is reported after a change, without removed accounts', async () => {
    const usageEvents: QuotaUsage[][] = []
    const { api, accounts } = await startSimulatorClientRig(worldWithOneUser, {
      onQuotaUsage: (usages) => usageEvents.push(usages),
    })
    await api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })
    await expect
      .poll(() => usageEvents.at(-1))
      .toMatchObject([{ usedMinute: 1, inFlight: 0, waiting: { interactive: 0, paid: 0, job: 0, background: 0 } }])
    accounts.remove('a')
    expect(api.quotaUsage()).toEqual([])
  })

  test('A call that is sent again after an error counts as waiting until then', async () => {
    const usageEvents: QuotaUsage[][] = []
    const { api, simulator } = await startSimulatorClientRig(worldWithOneUser, {
      onQuotaUsage: (usages) => usageEvents.push(usages),
    })
    simulator.faults.add({
      times: 1,
      fault: { kind: 'status', status: 503, code: 'OPERATION_ERROR', headers: { 'Retry-After': '60' } },
    })
    const cancel = new AbortController()
    const begunAt = Date.now()
    const call = api.call({ ...domainListCall, priority: 'background', signal: cancel.signal })
    await expect.poll(() => usageEvents.at(-1)).toMatchObject([{ inFlight: 0, waiting: { background: 1 } }])
    const repeatAt = api.quotaUsage()[0]?.repeatAt ?? 0
    expect(repeatAt - begunAt).toBeGreaterThanOrEqual(60_000)
    cancel.abort()
    expect(await captureRejection(call)).toMatchObject({ kind: 'cancelled' })
    await expect
      .poll(() => usageEvents.at(-1))
      .toMatchObject([{ inFlight: 0, waiting: { background: 0 }, repeatAt: null }])
  })
})

describe('the request log', () => {
  test('The request log contains every attempt with path, status and duration, and no secrets or bodies', async () => {
    const { api, simulator, database } = await startSimulatorClientRig()
    simulator.faults.add({ times: 1, fault: { kind: 'reset-after' } })
    await api.call({
      accountId: 'a',
      endpoint: 'account.logs',
      input: { status_class: 'error' },
      priority: 'interactive',
    })
    await captureRejection(
      api.call({
        accountId: 'a',
        endpoint: 'domain.detail',
        input: { domain_name: 'absent.com' },
        priority: 'interactive',
      }),
    )
    await api.call({ accountId: 'a', endpoint: 'domain.addRecord', input: newRecord, priority: 'interactive' })
    const rows = database.all<Record<string, unknown>>('select * from request order by id')
    const common = {
      account_id: 'a',
      key_id: 'k',
      at: expect.any(Number) as number,
      duration_ms: expect.any(Number) as number,
    }
    expect(rows).toMatchObject([
      {
        ...common,
        endpoint: 'account.logs',
        path: '/v1/logs?status_class=error&limit=50',
        status: null,
        attempt: 1,
        error_kind: 'cut_off',
        code: null,
      },
      {
        ...common,
        endpoint: 'account.logs',
        path: '/v1/logs?status_class=error&limit=50',
        status: 200,
        attempt: 2,
        error_kind: null,
      },
      {
        ...common,
        method: 'GET',
        path: '/v1/domain/absent.com',
        status: 404,
        attempt: 1,
        error_kind: 'service',
        code: 'DOMAIN_NOT_FOUND',
      },
      { ...common, method: 'POST', path: '/v1/domain/example.com/dns', status: 200, attempt: 1 },
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(newRecord.content)
  })
})

describe('reads and writes after a failure', () => {
  test('A read whose response is lost is sent again', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    simulator.faults.add({ times: 1, fault: { kind: 'reset-after' } })
    await api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })
    expect(simulator.ledger.requests).toHaveLength(2)
  })

  test('A once call whose response is lost is reported as unsettled and not repeated', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    simulator.faults.add({ match: { method: 'POST' }, fault: { kind: 'reset-after' } })
    const error = await captureRejection(
      api.call({ accountId: 'a', endpoint: 'domain.addRecord', input: newRecord, priority: 'interactive' }),
    )
    expect(error).toMatchObject({ kind: 'unsettled', details: { settledBy: 'domain.dns', cause: { kind: 'cut_off' } } })
    expect(simulator.ledger.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test.each([
    ['a 500', { kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'after' }],
    ['an HTML page', { kind: 'html' }],
    ['other JSON', { kind: 'other-json' }],
    ['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:1/v1/domain/example.com/dns' }],
    ['half a response', { kind: 'truncate' }],
  ] as const)('A once call that gets %s is reported as unsettled and not repeated', async (_, fault) => {
    const { api, simulator } = await startSimulatorClientRig()
    simulator.faults.add({ match: { method: 'POST' }, fault })
    expect(
      await captureRejection(
        api.call({ accountId: 'a', endpoint: 'domain.addRecord', input: newRecord, priority: 'interactive' }),
      ),
    ).toMatchObject({ kind: 'unsettled' })
    expect(simulator.ledger.requests).toHaveLength(1)
  })

  test.each([
    { kind: 'reset-before' },
    { kind: 'reset-after' },
    { kind: 'hang' },
    { kind: 'truncate' },
    { kind: 'garbage' },
    { kind: 'redirect', location: '/v1/me', status: 307 },
    { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED' },
    { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
    { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
  ] as const)('A dry run is sent once, whatever the response is: $kind $status', async (fault) => {
    // Only a call that hangs needs a short time limit: on a slow machine another call could reach it.
    const limits = fault.kind === 'hang' ? { timeLimitMs: 1_500, silenceLimitMs: 1_500 } : {}
    const { api, accounts, simulator } = await startSimulatorClientRig(worldWithOneUser, limits)
    accounts.changeKey('k', { me: null })
    simulator.faults.add({ match: { method: 'POST' }, fault })
    const input = {
      domain_name: 'example.com',
      years: 1,
      current_expiry_date: '2027-03-31',
      expected_total_price: 1_650,
      dry_run: true,
    }
    expect(
      await captureRejection(api.call({ accountId: 'a', endpoint: 'domain.renew', input, priority: 'interactive' })),
    ).toBeInstanceOf(AppError)
    expect(simulator.ledger.requests).toHaveLength(1)
  })

  test('A once call that the service itself refuses is reported as refused', async () => {
    const { api } = await startSimulatorClientRig()
    const call = api.call({
      accountId: 'a',
      endpoint: 'domain.deleteRecord',
      input: { domain_name: 'example.com', dns_id: 999_999 },
      priority: 'interactive',
    })
    expect(await captureRejection(call)).toMatchObject({ kind: 'service', code: 'RECORD_NOT_FOUND' })
  })

  test('A read that fails repeatedly ends with its error', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    simulator.faults.add({ fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' } })
    expect(
      await captureRejection(api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })),
    ).toMatchObject({ kind: 'service', status: 503 })
    expect(simulator.ledger.requests).toHaveLength(3)
  })

  test.each([
    ['html', 'not_the_service'],
    ['other-json', 'unknown_shape'],
    ['garbage', 'not_the_service'],
    ['wrong-shape', 'unknown_shape'],
    ['huge', 'too_large'],
    ['gzip-bomb', 'too_large'],
  ] as const)('A read with the response %s ends as %s', async (kind, expected) => {
    const { api, simulator } = await startSimulatorClientRig()
    simulator.faults.add({ fault: { kind } })
    expect(
      await captureRejection(api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })),
    ).toMatchObject({ kind: expected })
    expect(simulator.ledger.requests).toHaveLength(1)
  })

  test('A read without a response ends as timeout at its limit', async () => {
    const { api, simulator } = await startSimulatorClientRig(worldWithOneUser, { timeLimitMs: 100 })
    simulator.faults.add({ fault: { kind: 'hang' } })
    expect(
      await captureRejection(api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })),
    ).toMatchObject({ kind: 'timeout' })
  })

  test('A service that cannot be reached is reported as no_network', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    await simulator.close()
    expect(
      await captureRejection(api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })),
    ).toMatchObject({ kind: 'no_network' })
  })

  test.each([
    [
      'a dry run, which is sent once',
      {
        endpoint: 'domain.renew',
        input: {
          domain_name: 'example.com',
          years: 1,
          current_expiry_date: '2027-01-01',
          expected_total_price: 1000,
          dry_run: true,
        },
      } as const,
    ],
    ['a read whose time is over', { endpoint: 'domain.list', input: {}, maxWaitMs: 200 } as const],
  ])('The service is called unreachable after a failed call that is not repeated: %s', async (_, request) => {
    const { api, accounts, simulator } = await startSimulatorClientRig()
    // The permission to renew is not known, so the call is sent.
    accounts.changeKey('k', { me: null })
    await simulator.close()
    expect(await captureRejection(api.call({ accountId: 'a', priority: 'interactive', ...request }))).toMatchObject({
      kind: 'no_network',
    })
    expect(api.isUnreachable()).toBe(true)
  })
})

describe('equal reads in flight', () => {
  test('Equal reads in flight are sent as one call', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    const ask = () => api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'background' })
    await Promise.all([ask(), ask(), ask()])
    expect(simulator.ledger.requests).toHaveLength(1)
  })

  test('Equal reads end when the last caller cancels, and a remaining caller gets the response', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    const leaving = new AbortController()
    const left = captureRejection(
      api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'background', signal: leaving.signal }),
    )
    const stayed = api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'background' })
    leaving.abort()
    expect(await left).toMatchObject({ kind: 'cancelled' })
    expect((await stayed).data.domains).toHaveLength(1)
    expect(simulator.ledger.requests).toHaveLength(1)
  })

  test('A read that is requested after a write is sent after that write', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    simulator.faults.add({ match: { method: 'GET' }, times: 1, fault: { kind: 'delay', ms: 300 } })
    const before = api.call({
      accountId: 'a',
      endpoint: 'domain.dns',
      input: { domain_name: 'example.com' },
      priority: 'background',
    })
    await api.call({ accountId: 'a', endpoint: 'domain.addRecord', input: newRecord, priority: 'interactive' })
    const after = await api.call({
      accountId: 'a',
      endpoint: 'domain.dns',
      input: { domain_name: 'example.com' },
      priority: 'interactive',
    })
    expect(after.data.records).toHaveLength(2)
    await before
    expect(simulator.ledger.requests.filter(({ method }) => method === 'GET')).toHaveLength(2)
  })
})

describe('a key that is not stored', () => {
  test('A typed key can be used for reads without being stored', async () => {
    const { api, simulator, database } = await startSimulatorClientRig()
    const me = await api.readWithGivenSecret({
      keyTrialId: 'one',
      baseUrl: simulator.url,
      secret,
      proxy: null,
      endpoint: 'account.me',
      input: {},
    })
    expect(Object.keys(me.services ?? {})).toContain('domain')
    expect(JSON.stringify(database.all('select * from request'))).not.toContain(secret)
    expect(api.quotaUsage()).toEqual([])
  })

  test('A read with a typed key is not repeated after a failure', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    simulator.faults.add({ fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
    expect(
      await captureRejection(
        api.readWithGivenSecret({
          keyTrialId: 'one',
          baseUrl: simulator.url,
          secret,
          proxy: null,
          endpoint: 'account.me',
          input: {},
        }),
      ),
    ).toMatchObject({ kind: 'service', status: 500 })
    expect(simulator.ledger.requests).toHaveLength(1)
  })

  test('A typed key that contains a line break is refused before anything is sent', async () => {
    const { api, simulator } = await startSimulatorClientRig()
    const error = await captureRejection(
      api.readWithGivenSecret({
        proxy: null,
        keyTrialId: 'one',
        baseUrl: simulator.url,
        secret: `${secret}\r\nx: y`,
        endpoint: 'account.me',
        input: {},
      }),
    )
    expect(error).toMatchObject({ kind: 'invalid_input' })
    expect(JSON.stringify(error)).not.toContain(secret)
    expect(simulator.ledger.requests).toEqual([])
  })
})
