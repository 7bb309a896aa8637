import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { formatJapanTime } from '#shared/japan-time.ts'
import { type CoveredRulesOptions, covers } from './api-rules-that-need-tests.ts'
import { formatStatusAndCode, createTestClock, startTestSimulator, token } from './start-test-simulator.ts'

const second = 'test_token_of_the_second_key'
const hour = 3_600_000
const now = createTestClock().now()
const at = (hoursAgo: number) => formatJapanTime(now - hoursAgo * hour)

interface Entry {
  created_at: string
  status_code: number
}

const logs = [
  { method: 'GET', path: '/v1/domain', status_code: 200, response_time_ms: 12, created_at: at(1) },
  { method: 'PUT', path: '/v1/domain/example.com/dns/1', status_code: 422, created_at: at(2) },
  { method: 'GET', path: '/v1/domain/none.com', status_code: 404, created_at: at(3) },
  { method: 'POST', path: '/v1/domain/example.com/dns', status_code: 200, created_at: at(4) },
  { method: 'GET', path: '/v1/me', status_code: 200, created_at: at(24 * 89) },
  { method: 'GET', path: '/v1/me', status_code: 200, created_at: at(24 * 91) },
  { key: 1, method: 'GET', path: '/v1/logs', status_code: 200, created_at: at(1) },
]
const world = {
  limits: { account: { per_minute: 10_000, per_day: 100_000 } },
  users: [{ name: 'aoi', keys: [{ token }, { token: second }], logs }],
}

describe('The execution log', () => {
  test(
    'The log has the entries of the key itself for 90 days, newest first',
    covers(
      'endpoint: account.logs',
      'log entry: method',
      'log entry: path',
      'log entry: status_code',
      'log entry: response_time_ms',
      'log entry: ip_address',
      'log entry: created_at',
    ),
    async () => {
      const { get } = await startTestSimulator(world)
      const { body } = await get('/v1/logs')
      expect(body).toMatchObject({ count: 5, limit: 50, has_more: false, next_cursor: null })
      expect(body.logs.map((entry: Entry) => entry.created_at)).toEqual([at(1), at(2), at(3), at(4), at(24 * 89)])
      expect(body.logs[0]).toEqual({
        method: 'GET',
        path: '/v1/domain',
        status_code: 200,
        response_time_ms: 12,
        ip_address: '192.0.2.10',
        created_at: at(1),
      })
      expect((await get('/v1/logs', { token: second })).body.count).toBe(1)
    },
  )

  test(
    'Each answered call of the key is added to the log without its query, including refused calls',
    covers('conventions: times in Japan time'),
    async () => {
      const { get, clock } = await startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }] }] })
      await get('/v1/domain/none.com')
      clock.advance(1_000)
      await get('/v1/domain/check?domain_name=free.com')
      const { body } = await get('/v1/logs')
      expect(body.logs).toEqual([
        {
          method: 'GET',
          path: '/v1/domain/check',
          status_code: 200,
          response_time_ms: expect.any(Number),
          ip_address: '127.0.0.1',
          created_at: formatJapanTime(clock.now()),
        },
        {
          method: 'GET',
          path: '/v1/domain/none.com',
          status_code: 404,
          response_time_ms: expect.any(Number),
          ip_address: '127.0.0.1',
          created_at: at(0),
        },
      ])
    },
  )

  test(
    'Calls with unknown keys and calls during an address block are not logged',
    covers('authentication: 9 calls without a key are not logged'),
    async () => {
      const { get, clock } = await startTestSimulator({
        auth_block: { failures: 1, block_seconds: 60 },
        users: [{ name: 'aoi', keys: [{ token }] }],
      })
      await get('/v1/me', { token: 'nobody_has_this' })
      expect((await get('/v1/me')).status).toBe(429)
      clock.advance(60_000)
      expect((await get('/v1/logs')).body.logs).toEqual([])
    },
  )

  test('Entries are removed from the log after 90 days', covers('limits: log retention'), async () => {
    const { get, clock } = await startTestSimulator(world)
    clock.advance(24 * 2 * hour)
    expect((await get('/v1/logs')).body.count).toBe(4)
  })

  test.each<[query: string, hours: number[], covers?: CoveredRulesOptions]>([
    ['status_class=error', [2, 3], covers('log query: status_class')],
    ['status_class=success', [1, 4, 24 * 89]],
    ['status_code=404', [3], covers('log query: status_code')],
    ['status_class=success&status_code=404', []],
    ['method=GET&status_class=error', [3], covers('log query: method')],
    [`from=${at(3)}`, [1, 2, 3], covers('log query: from')],
    [`to=${at(3)}`, [3, 4, 24 * 89], covers('log query: to')],
    [`from=${at(4)}&to=${at(2)}&method=PUT`, [2]],
  ])('The filter %s selects the matching entries', async (query, hours) => {
    const { get } = await startTestSimulator(world)
    const { body } = await get(`/v1/logs?${query.replaceAll(' ', '%20')}`)
    expect(body.logs.map((entry: Entry) => entry.created_at)).toEqual(hours.map(at))
  })

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'status_class=ok',
    'method=get',
    'from=yesterday',
    'from=2026-02-30%2000:00:00',
    'cursor=rubbish',
  ])('The query %s is answered with 422', async (query) => {
    const { get } = await startTestSimulator(world)
    expect(formatStatusAndCode(await get(`/v1/logs?${query}`))).toBe('422 VALIDATION_ERROR')
  })

  test(
    'Pages return every entry once and in order for every page size, even while new entries arrive',
    covers('log query: pages while entries arrive'),
    async () => {
      const many = Array.from({ length: 60 }, (_, index) => ({
        method: 'GET',
        path: `/v1/domain/d${index}.com`,
        status_code: index % 3 === 0 ? 404 : 200,
        created_at: at(index + 1),
      }))
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 25 }), fc.boolean(), async (limit, onlyErrors) => {
          const { get, simulator } = await startTestSimulator({
            ...world,
            users: [{ name: 'aoi', keys: [{ token }], logs: many }],
          })
          const filter = onlyErrors ? '&status_class=error' : ''
          const seen: string[] = []
          let cursor: string | null = null
          do {
            const { body } = await get(
              `/v1/logs?limit=${limit}${filter}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
            )
            expect(body.count).toBe(body.logs.length)
            expect(body.has_more).toBe(body.next_cursor !== null)
            seen.push(...body.logs.map((entry: { path: string }) => entry.path))
            cursor = body.next_cursor
            await get('/v1/domain/new.com')
          } while (cursor !== null)
          expect(seen).toEqual(
            many.filter(({ status_code }) => !onlyErrors || status_code === 404).map(({ path }) => path),
          )
          await simulator.close()
        }),
        { numRuns: 15 },
      )
    },
  )
})
