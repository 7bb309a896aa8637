import { describe, expect, test } from 'vitest'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { covers } from './api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

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

describe('The limit per minute', () => {
  test(
    'The limit per minute is shared by all keys of a user and separate for each user',
    covers('error: RATE_LIMIT_EXCEEDED', 'limits: per minute over all keys of a user'),
    async () => {
      const { get } = await startTestSimulator(world())
      for (const key of [token, second, token])
        expect(formatStatusAndCode(await get('/v1/domain', { token: key }))).toBe('200')
      expect(formatStatusAndCode(await get('/v1/domain', { token: second }))).toBe('429 RATE_LIMIT_EXCEEDED')
      expect(formatStatusAndCode(await get('/v1/domain', { token: other }))).toBe('200')
    },
  )

  test(
    'The domain API allows 60 requests per minute by default',
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
    'Every answer has the five rate headers; a refusal also has Retry-After in whole seconds',
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

  test('The window slides by default: a request stops counting after one minute', async () => {
    const { get, clock } = await startTestSimulator(world())
    await get('/v1/domain')
    clock.advance(30_000)
    await get('/v1/domain')
    await get('/v1/domain')
    clock.advance(30_000)
    expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
    expect(formatStatusAndCode(await get('/v1/domain'))).toBe('429 RATE_LIMIT_EXCEEDED')
  })

  test('With `window: fixed` all requests stop counting at the full minute', async () => {
    const { get, clock } = await startTestSimulator(world({ window: 'fixed' }))
    clock.advance(59_000)
    for (let count = 0; count < 3; count += 1) expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
    const refused = await get('/v1/domain')
    expect(refused.headers.get('retry-after')).toBe('1')
    clock.advance(1_000)
    expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
    expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
  })

  test.each([
    [false, '200'],
    [true, '429 RATE_LIMIT_EXCEEDED'],
  ])('With count_rejected %s, a call after refused calls is answered with %s', async (count_rejected, expected) => {
    const { get, clock } = await startTestSimulator(world({ count_rejected, limits: { domain: { per_minute: 3 } } }))
    for (let count = 0; count < 3; count += 1) await get('/v1/domain')
    clock.advance(59_000)
    for (let count = 0; count < 3; count += 1) expect((await get('/v1/domain')).status).toBe(429)
    clock.advance(1_000)
    expect(formatStatusAndCode(await get('/v1/domain'))).toBe(expected)
  })

  test('Calls that fail count towards the limit per minute', async () => {
    const { get } = await startTestSimulator(world())
    for (let count = 0; count < 3; count += 1) expect((await get('/v1/domain/none.com')).status).toBe(404)
    expect((await get('/v1/domain')).status).toBe(429)
  })

  test(
    'Each limit class of endpoints has its own limit',
    covers('limits: server limits have other numbers'),
    async () => {
      const { get } = await startTestSimulator(world())
      for (let count = 0; count < 3; count += 1) expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
      expect(formatStatusAndCode(await get('/v1/server'))).toBe('200')
      expect((await get('/v1/server')).status).toBe(429)
      expect(formatStatusAndCode(await get('/v1/me'))).toBe('200')
    },
  )
})

describe('The limit per day', () => {
  test(
    'The domain API allows 10,000 requests per day, 60 per minute and 5 concurrent requests by default',
    covers('limits: domain requests per day'),
    async () => {
      const { simulator } = await startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }] }] })
      expect(simulator.world.file.limits.domain).toEqual({ per_minute: 60, per_day: 10_000, concurrent: 5 })
    },
  )

  test(
    'The limit per day is shared by all keys of a user',
    covers('limits: per day over all keys of a user'),
    async () => {
      const { get, clock } = await startTestSimulator(world({ limits: { domain: { per_day: 2 } } }))
      for (const key of [token, second])
        expect(formatStatusAndCode(await get('/v1/domain', { token: key }))).toBe('200')
      clock.advance(120_000)
      for (const key of [token, second])
        expect(formatStatusAndCode(await get('/v1/domain', { token: key }))).toBe('429 RATE_LIMIT_EXCEEDED')
      expect(formatStatusAndCode(await get('/v1/domain', { token: other }))).toBe('200')
    },
  )

  test(
    'The limit per day applies below the limit per minute, and Retry-After states how long',
    covers('limits: per day beside the minute'),
    async () => {
      const { get, clock } = await startTestSimulator(world())
      for (let count = 0; count < 5; count += 1) {
        expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
        clock.advance(61_000)
      }
      const refused = await get('/v1/domain')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe(String(24 * 3600 - 5 * 61))
      clock.advance(24 * 3600_000 - 5 * 61_000)
      expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
    },
  )
})

describe('The concurrency limit', () => {
  test(
    'A call above the concurrency limit is refused, but only while the other calls run',
    covers('limits: domain concurrent requests'),
    async () => {
      const { get, simulator } = await startTestSimulator(world())
      simulator.faults.add({ match: { path: '^/v1/domain$' }, times: 2, fault: { kind: 'delay', ms: 300 } })
      const running = [get('/v1/domain'), get('/v1/domain', { token: second })]
      await expect.poll(() => simulator.ledger.requests.length).toBe(2)
      const refused = await get('/v1/domain')
      expect(formatStatusAndCode(refused)).toBe('429 RATE_LIMIT_EXCEEDED')
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(rates(refused.headers)).toMatchObject({ remaining: '1', concurrentRemaining: '0' })
      expect((await Promise.all(running)).map(formatStatusAndCode)).toEqual(['200', '200'])
      expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
      expect(simulator.ledger.requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1])
    },
  )

  test(
    'A hanging request counts as concurrent until its connection ends',
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
