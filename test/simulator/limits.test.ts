import { describe, expect, test } from 'vitest'
import type { WorldFile } from '#simulator/world-file.ts'
import { covers } from './api-rules.ts'
import { statusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

const second = 'test_token_of_the_second_key'
const other = 'test_token_of_another_user'

const world = (settings: Partial<WorldFile> = {}): WorldFile => ({
  limits: { domain: { per_minute: 3, per_day: 5, concurrent: 2 }, server: { per_minute: 1 } },
  ...settings,
  users: [
    { name: 'aoi', keys: [{ token }, { token: second }], servers: [{ server_id: 'web01' }] },
    { name: 'rin', keys: [{ token: other }] },
  ],
})

const rates = (headers: Headers) => ({
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
  reset: headers.get('x-ratelimit-reset'),
  concurrentLimit: headers.get('x-ratelimit-concurrent-limit'),
  concurrentRemaining: headers.get('x-ratelimit-concurrent-remaining'),
})

describe('the limit per minute', () => {
  test(
    'is one for all keys of a user, and each user has an own one',
    covers('error: RATE_LIMIT_EXCEEDED', 'limits: per minute over all keys of a user'),
    async () => {
      const { get } = await startTestSimulator(world())
      for (const key of [token, second, token])
        expect(statusAndCode(await get('/v1/domain', { token: key }))).toBe('200')
      expect(statusAndCode(await get('/v1/domain', { token: second }))).toBe('429 RATE_LIMIT_EXCEEDED')
      expect(statusAndCode(await get('/v1/domain', { token: other }))).toBe('200')
    },
  )

  test(
    'is 60 for the domain API when the world says nothing else',
    covers('limits: domain requests per minute'),
    async () => {
      const { get } = await startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }] }] })
      const { headers } = await get('/v1/domain')
      expect(rates(headers)).toMatchObject({
        limit: '60',
        remaining: '59',
        concurrentLimit: '5',
        concurrentRemaining: '4',
      })
    },
  )

  test(
    'each answer carries the five headers, a refusal also whole seconds to wait',
    covers('limits: rate headers', 'limits: Retry-After'),
    async () => {
      const { get, clock } = await startTestSimulator(world())
      const start = clock.now() / 1000
      expect(rates((await get('/v1/domain')).headers)).toEqual({
        limit: '3',
        remaining: '2',
        reset: String(start + 60),
        concurrentLimit: '2',
        concurrentRemaining: '1',
      })
      clock.advance(10_000)
      await get('/v1/domain')
      await get('/v1/domain')
      clock.advance(5_000)
      const refused = await get('/v1/domain')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('45')
      expect(rates(refused.headers)).toMatchObject({
        remaining: '0',
        reset: String(start + 60),
        concurrentRemaining: '2',
      })
    },
  )

  test('slides: a place is free a minute after it was taken', async () => {
    const { get, clock } = await startTestSimulator(world())
    await get('/v1/domain')
    clock.advance(30_000)
    await get('/v1/domain')
    await get('/v1/domain')
    clock.advance(30_000)
    expect(statusAndCode(await get('/v1/domain'))).toBe('200')
    expect(statusAndCode(await get('/v1/domain'))).toBe('429 RATE_LIMIT_EXCEEDED')
  })

  test('or is fixed: all places are free at the full minute', async () => {
    const { get, clock } = await startTestSimulator(world({ window: 'fixed' }))
    clock.advance(59_000)
    for (let count = 0; count < 3; count += 1) expect(statusAndCode(await get('/v1/domain'))).toBe('200')
    const refused = await get('/v1/domain')
    expect(refused.headers.get('retry-after')).toBe('1')
    clock.advance(1_000)
    expect(statusAndCode(await get('/v1/domain'))).toBe('200')
    expect(statusAndCode(await get('/v1/domain'))).toBe('200')
  })

  test.each([
    [false, '200'],
    [true, '429 RATE_LIMIT_EXCEEDED'],
  ])('with count_rejected %s, a call after refused ones answers %s', async (count_rejected, expected) => {
    const { get, clock } = await startTestSimulator(world({ count_rejected, limits: { domain: { per_minute: 3 } } }))
    for (let count = 0; count < 3; count += 1) await get('/v1/domain')
    clock.advance(59_000)
    for (let count = 0; count < 3; count += 1) expect((await get('/v1/domain')).status).toBe(429)
    clock.advance(1_000)
    expect(statusAndCode(await get('/v1/domain'))).toBe(expected)
  })

  test('counts calls that fail', async () => {
    const { get } = await startTestSimulator(world())
    for (let count = 0; count < 3; count += 1) expect((await get('/v1/domain/none.com')).status).toBe(404)
    expect((await get('/v1/domain')).status).toBe(429)
  })

  test('each class of endpoints has its own', covers('limits: server limits have other numbers'), async () => {
    const { get } = await startTestSimulator(world())
    for (let count = 0; count < 3; count += 1) expect(statusAndCode(await get('/v1/domain'))).toBe('200')
    expect(statusAndCode(await get('/v1/server'))).toBe('200')
    expect((await get('/v1/server')).status).toBe(429)
    expect(statusAndCode(await get('/v1/me'))).toBe('200')
  })
})

describe('the limit per day', () => {
  test(
    'is 10,000 for the domain API, beside 60 a minute and 5 at once, when the world says nothing else',
    covers('limits: domain requests per day'),
    async () => {
      const { simulator } = await startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }] }] })
      expect(simulator.world.file.limits.domain).toEqual({ per_minute: 60, per_day: 10_000, concurrent: 5 })
    },
  )

  test('is one for all keys of a user too', covers('limits: per day over all keys of a user'), async () => {
    const { get, clock } = await startTestSimulator(world({ limits: { domain: { per_day: 2 } } }))
    for (const key of [token, second]) expect(statusAndCode(await get('/v1/domain', { token: key }))).toBe('200')
    clock.advance(120_000)
    for (const key of [token, second])
      expect(statusAndCode(await get('/v1/domain', { token: key }))).toBe('429 RATE_LIMIT_EXCEEDED')
    expect(statusAndCode(await get('/v1/domain', { token: other }))).toBe('200')
  })

  test('holds when the minute has room, and says how long', covers('limits: per day beside the minute'), async () => {
    const { get, clock } = await startTestSimulator(world())
    for (let count = 0; count < 5; count += 1) {
      expect(statusAndCode(await get('/v1/domain'))).toBe('200')
      clock.advance(61_000)
    }
    const refused = await get('/v1/domain')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(24 * 3600 - 5 * 61))
    clock.advance(24 * 3600_000 - 5 * 61_000)
    expect(statusAndCode(await get('/v1/domain'))).toBe('200')
  })
})

describe('the concurrency limit', () => {
  test(
    'refuses the call that is one too many, and only while the others run',
    covers('limits: domain concurrent requests'),
    async () => {
      const { get, simulator } = await startTestSimulator(world())
      simulator.faults.add({ match: { path: '^/v1/domain$' }, times: 2, fault: { kind: 'delay', ms: 300 } })
      const running = [get('/v1/domain'), get('/v1/domain', { token: second })]
      await expect.poll(() => simulator.ledger.requests.length).toBe(2)
      const refused = await get('/v1/domain')
      expect(statusAndCode(refused)).toBe('429 RATE_LIMIT_EXCEEDED')
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(rates(refused.headers)).toMatchObject({ remaining: '1', concurrentRemaining: '0' })
      expect((await Promise.all(running)).map(statusAndCode)).toEqual(['200', '200'])
      expect(statusAndCode(await get('/v1/domain'))).toBe('200')
      expect(simulator.ledger.requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1])
    },
  )

  test(
    'a hanging request holds its place until its connection ends',
    covers('limits: a hanging request is concurrent'),
    async () => {
      const { get, simulator } = await startTestSimulator(world({ limits: { domain: { concurrent: 1 } } }))
      simulator.faults.add({ times: 1, fault: { kind: 'hang' } })
      const hanging = new AbortController()
      const call = get('/v1/domain', { signal: hanging.signal }).catch(() => 'gone')
      await expect.poll(() => simulator.ledger.requests.length).toBe(1)
      expect((await get('/v1/domain')).status).toBe(429)
      hanging.abort()
      expect(await call).toBe('gone')
      await expect.poll(async () => (await get('/v1/domain')).status).toBe(200)
    },
  )
})
