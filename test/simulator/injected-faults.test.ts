import { gunzipSync } from 'node:zlib'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, onTestFinished } from 'vitest'
import type { FaultRule } from '#simulator/fault-rules.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import { formatStatusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

const other = 'test_token_of_another_user'

async function start(...orders: FaultRule[]) {
  const rig = await startTestSimulator({
    users: [
      { name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com' }] },
      { name: 'rin', keys: [{ token: other }] },
    ],
  })
  for (const order of orders) rig.simulator.faults.add(order)
  return rig
}
const once = (fault: FaultRule['fault']): FaultRule => ({ times: 1, fault })

describe('A fault', () => {
  test('A fault affects as many requests as `times` says, then no more', async () => {
    const { get, simulator } = await start({
      times: 2,
      fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
    })
    expect([
      formatStatusAndCode(await get('/v1/domain')),
      formatStatusAndCode(await get('/v1/domain')),
      formatStatusAndCode(await get('/v1/domain')),
    ]).toEqual(['503 REGISTRAR_UNAVAILABLE', '503 REGISTRAR_UNAVAILABLE', '200'])
    expect(simulator.ledger.requests.map(({ fault, status }) => [fault, status])).toEqual([
      ['status', 503],
      ['status', 503],
      [null, 200],
    ])
  })

  test('A fault affects only requests that match its method, path, user and key', async () => {
    const fault = { kind: 'status', status: 500 } as const
    const { get, send } = await start(
      { match: { method: 'PUT' }, fault },
      { match: { path: '/dns$' }, fault },
      { match: { path: /^\/v1\/me$/, user: 'rin' }, fault },
      { match: { path: '/v1/logs', token: other }, fault },
    )
    expect((await get('/v1/domain/example.com')).status).toBe(200)
    expect((await get('/v1/domain/example.com/dns')).status).toBe(500)
    expect(
      (await send('PUT', '/v1/domain/example.com/nameservers', { body: { nameservers: ['a.example.com'] } })).status,
    ).toBe(500)
    expect([(await get('/v1/me')).status, (await get('/v1/me', { token: other })).status]).toEqual([200, 500])
    expect([(await get('/v1/logs')).status, (await get('/v1/logs', { token: other })).status]).toEqual([200, 500])
  })

  test('A fault can be removed alone or together with all others', async () => {
    const { get, simulator } = await start()
    const remove = simulator.faults.add({ fault: { kind: 'html' } })
    simulator.faults.add({ fault: { kind: 'garbage' } })
    expect((await get('/v1/me')).body).toContain('<html>')
    remove()
    expect((await get('/v1/me')).body).toBe('\u0000{"dom')
    simulator.faults.clear()
    expect((await get('/v1/me')).status).toBe(200)
  })

  test('With reset-before a request is neither executed nor counted; with reset-after it is both', async () => {
    const { get, send, simulator } = await start(once({ kind: 'reset-before' }), once({ kind: 'reset-after' }))
    const add = () =>
      send('POST', '/v1/domain/example.com/dns', { body: { type: 'A', host: '@', content: '192.0.2.1' } })
    await expect(add()).rejects.toThrow()
    await expect(add()).rejects.toThrow()
    const { body, headers } = await get('/v1/domain/example.com/dns')
    expect(body.records).toHaveLength(1)
    expect(headers.get('x-ratelimit-remaining')).toBe('58')
    expect(simulator.ledger.requests.map(({ isExecuted, status }) => [isExecuted, status])).toEqual([
      [false, null],
      [true, null],
      [true, 200],
    ])
  })

  test('With status `before` a request is not executed; with `after` it is', async () => {
    const { get, send } = await start(
      once({ kind: 'status', status: 500 }),
      once({ kind: 'status', status: 502, code: 'BACKEND_ERROR', when: 'after' }),
    )
    const add = () =>
      send('POST', '/v1/domain/example.com/dns', { body: { type: 'A', host: '@', content: '192.0.2.1' } })
    expect((await add()).status).toBe(500)
    expect(formatStatusAndCode(await add())).toBe('502 BACKEND_ERROR')
    expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(1)
  })

  test('part-of-list keeps only the first rows of a list and uses the requested status', async () => {
    const { get } = await start(once({ kind: 'part-of-list' }), once({ kind: 'part-of-list', keep: 1, status: 206 }))
    expect(await get('/v1/domain')).toMatchObject({ status: 200, body: { domains: [] } })
    expect(await get('/v1/domain')).toMatchObject({ status: 206, body: { domains: [{ domain_name: 'example.com' }] } })
    expect((await get('/v1/domain')).body.domains).toHaveLength(1)
  })

  test('A fault also affects refused requests', async () => {
    const { get } = await start(
      once({ kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '7' } }),
      once({ kind: 'html' }),
    )
    const refused = await get('/v1/me', { token: 'nobody_has_this' })
    expect([formatStatusAndCode(refused), refused.headers.get('retry-after')]).toEqual(['429 RATE_LIMIT_EXCEEDED', '7'])
    expect((await get('/v1/me', { token: 'nobody_has_this' })).status).toBe(200)
  })

  test('garbage, html, other-json and wrong-shape send responses that the service would not send', async () => {
    const { get } = await start(
      once({ kind: 'garbage' }),
      once({ kind: 'html' }),
      once({ kind: 'other-json' }),
      once({ kind: 'wrong-shape' }),
    )
    const garbage = await get('/v1/domain')
    expect(garbage.headers.get('content-type')).toContain('application/json')
    expect(garbage.body).toEqual(expect.any(String))
    const html = await get('/v1/domain')
    expect(html.headers.get('content-type')).toContain('text/html')
    expect((await get('/v1/domain')).body).toEqual({ hello: 'world' })
    expect((await get('/v1/domain')).body).toEqual({ domains: 'wrong' })
  })

  test('truncate ends the connection after half of the announced bytes', async () => {
    const { get, simulator } = await start(once({ kind: 'truncate' }))
    await expect(get('/v1/domain')).rejects.toThrow()
    expect(simulator.ledger.requests[0]).toMatchObject({ isExecuted: true, status: 200 })
    expect((await get('/v1/domain')).status).toBe(200)
  })

  test('delay and drip send the complete response later', async () => {
    const { get } = await start(once({ kind: 'delay', ms: 50 }), once({ kind: 'drip', ms: 1 }))
    for (let count = 0; count < 2; count += 1) expect((await get('/v1/domain')).body.domains).toHaveLength(1)
  })

  test('late ends the connection at once and executes the request later', async () => {
    const { get, send, simulator } = await start(once({ kind: 'late', ms: 500 }))
    await expect(
      send('POST', '/v1/domain/example.com/dns', { body: { type: 'A', host: '@', content: '192.0.2.1' } }),
    ).rejects.toThrow()
    expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(0)
    await expect
      .poll(() => simulator.ledger.requests[0], { timeout: 10_000 })
      .toMatchObject({ fault: 'late', isExecuted: true, status: null })
    expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(1)
  })

  test('A hook sees each request before it is processed', async () => {
    const seen: unknown[] = []
    const simulator = await startSimulator({
      world: { users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com' }] }] },
      onArrival: ({ path, isExecuted }) => void seen.push([path, isExecuted]),
    })
    onTestFinished(() => simulator.close())
    await fetch(`${simulator.url}/v1/domain`, { headers: { authorization: `Bearer ${token}` } })
    expect(seen).toEqual([['/v1/domain', false]])
    expect(simulator.ledger.requests[0]?.isExecuted).toBe(true)
  })

  test('A hook delays a request until its promise resolves', async () => {
    const arrived = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    const simulator = await startSimulator({
      world: { users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com' }] }] },
      onArrival() {
        arrived.resolve()
        return mayGoOn.promise
      },
    })
    onTestFinished(() => simulator.close())
    const call = fetch(`${simulator.url}/v1/domain`, { headers: { authorization: `Bearer ${token}` } })
    await arrived.promise
    expect(simulator.ledger.requests[0]).toMatchObject({ isExecuted: false, status: null })
    mayGoOn.resolve()
    expect((await call).status).toBe(200)
    expect(simulator.ledger.requests[0]?.isExecuted).toBe(true)
  })

  test('hang never answers', async () => {
    const { get, simulator } = await start(once({ kind: 'hang' }))
    const caller = new AbortController()
    const call = get('/v1/domain', { signal: caller.signal }).catch((error: Error) => error.name)
    await expect.poll(() => simulator.ledger.requests[0]?.fault).toBe('hang')
    caller.abort()
    expect(await call).toBe('AbortError')
    expect(simulator.ledger.requests[0]).toMatchObject({ isExecuted: false, status: null })
  })

  test('huge sends the requested number of bytes; gzip-bomb sends few bytes that decompress to many', async () => {
    const { get, simulator } = await start(
      once({ kind: 'huge', bytes: 3_000_000 }),
      once({ kind: 'gzip-bomb', bytes: 5_000_000 }),
    )
    expect(JSON.stringify((await get('/v1/domain')).body).length).toBeGreaterThan(3_000_000)
    const raw = await new Promise<Buffer>((resolve, reject) => {
      httpRequest(`${simulator.url}/v1/domain`, { headers: { authorization: `Bearer ${token}` } }, (response) =>
        resolve(buffer(response)),
      )
        .on('error', reject)
        .end()
    })
    expect(raw.length).toBeLessThan(100_000)
    expect(gunzipSync(raw).length).toBeGreaterThan(5_000_000)
  })

  test('redirect sends the configured location', async () => {
    const { get } = await start(once({ kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere', status: 307 }))
    const { status, headers } = await get('/v1/domain')
    expect([status, headers.get('location')]).toEqual([307, 'http://127.0.0.1:9/elsewhere'])
  })

  test('headers replaces the rate headers, and clock-skew changes the date', async () => {
    const { get, clock } = await start(
      once({ kind: 'headers', headers: { 'x-ratelimit-remaining': '1' } }),
      once({ kind: 'clock-skew', ms: -3_600_000 }),
    )
    expect((await get('/v1/domain')).headers.get('x-ratelimit-remaining')).toBe('1')
    expect((await get('/v1/domain')).headers.get('date')).toBe(new Date(clock.now() - 3_600_000).toUTCString())
    expect((await get('/v1/domain')).headers.get('date')).toBe(new Date(clock.now()).toUTCString())
  })

  test('An invalid fault is refused with the name of the wrong field', async () => {
    const { simulator } = await start()
    expect(() => simulator.faults.add({ fault: { kind: 'explode' } } as never)).toThrow(/kind/)
    expect(() => simulator.faults.add({ match: { path: '(' }, fault: { kind: 'hang' } })).toThrow(/path/)
  })
})

describe('The simulator', () => {
  test('A paused simulator accepts no connection; after `resume` it serves the same state at the same address', async () => {
    const { get, send, simulator } = await start()
    await send('POST', '/v1/domain/example.com/dns', { body: { type: 'A', host: '@', content: '192.0.2.1' } })
    await simulator.pause()
    await expect(get('/v1/domain')).rejects.toThrow()
    await simulator.resume()
    expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(1)
  })

  test('reset restores the world file, limits, clock, block, faults and ledger', async () => {
    const { get, send, simulator } = await startTestSimulator({
      clock: '2026-11-20 12:00:00',
      auth_block: { failures: 2 },
      limits: { domain: { per_minute: 2 } },
      users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com' }] }],
    })
    await send('POST', '/v1/domain/example.com/dns', { body: { type: 'A', host: '@', content: '192.0.2.1' } })
    simulator.advance(30_000)
    for (let count = 0; count < 2; count += 1) await get('/v1/me', { token: 'nobody_has_this' })
    expect((await get('/v1/domain')).status).toBe(429)
    simulator.faults.add({ fault: { kind: 'hang' } })
    simulator.reset()
    expect(simulator.ledger.requests).toEqual([])
    const { status, body, headers } = await get('/v1/domain/example.com/dns')
    expect([status, body.records, headers.get('x-ratelimit-remaining')]).toEqual([200, [], '1'])
    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 03:00:00 GMT')
  })
})
