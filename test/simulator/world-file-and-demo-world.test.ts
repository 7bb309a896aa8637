import { describe, expect, test } from 'vitest'
import { isAppError } from '#shared/app-error.ts'
import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { domainStatuses } from '#shared/api/domain-schemas.ts'
import { dayMs } from '#shared/durations.ts'
import { serverStatuses } from '#shared/api/server-contract-and-order-endpoints.ts'
import { countDaysUntil } from '#shared/japan-time.ts'
import { createWorld } from '#simulator/world-state.ts'
import { createDemoWorld } from '#simulator/worlds/demo-world.ts'
import { listKeysOfWorldFile } from '#simulator/worlds/list-keys-of-world-file.ts'
import { generateWorld } from '#simulator/worlds/generate-world.ts'
import { type CoveredRulesOptions, covers } from './api-rules-that-need-tests.ts'
import { createTestClock, startTestSimulator } from './start-test-simulator.ts'

const clock = createTestClock()
const now = clock.now()

function complaint(json: unknown): string {
  try {
    createWorld(json, clock)
  } catch (error) {
    if (isAppError(error, 'invalid_input')) return error.message
    throw error
  }
  return ''
}

describe('A world file', () => {
  test('A world file can be empty, because every field has a default', () => {
    expect(complaint({})).toBe('')
    expect(
      complaint({
        users: [
          {
            name: 'a',
            keys: [{ token: '12345678' }],
            domains: [{ domain_name: 'a.com' }],
            servers: [{ server_id: 'web' }],
          },
        ],
      }),
    ).toBe('')
  })

  test.each<[json: object, path: string, covers?: CoveredRulesOptions]>([
    [{ clocks: 1 }, 'clocks: no such field'],
    [{ clock: 'noon' }, 'clock: '],
    [{ window: 'round' }, 'window: '],
    [{ limits: { domain: { per_minute: 0 } } }, 'limits.domain.per_minute: '],
    [{ users: [{}] }, 'users[0].name: '],
    [{ users: [{ name: 'a', keys: [{ token: 'short' }] }] }, 'users[0].keys[0].token: '],
    [{ users: [{ name: 'a', keys: [{ token: '12345678', legacy: true }] }] }, 'users[0].keys[0].legacy: '],
    [{ users: [{ name: 'a', keys: [{ token: '12345678', ip_allow: ['here'] }] }] }, 'users[0].keys[0].ip_allow[0]: '],
    [
      {
        users: [
          { name: 'a', domains: [{ domain_name: 'a.com', records: [{ type: 'SOA', host: '@', content: 'x' }] }] },
        ],
      },
      'users[0].domains[0].records[0].type: ',
    ],
    [
      { users: [{ name: 'a', domains: [{ domain_name: 'a.com', whois: { fields: { nickname: 'x' } } }] }] },
      'users[0].domains[0].whois.fields',
    ],
    [{ users: [{ name: 'a' }, { name: 'a' }] }, 'users[1].name: ', covers('domain: one entry per name')],
    [{ users: [{ name: 'a', keys: [{ token: '12345678' }, { token: '12345678' }] }] }, 'users[0].keys[1].token: '],
    [
      {
        users: [
          { name: 'a', logs: [{ method: 'GET', path: '/', status_code: 200, created_at: '2026-11-01 00:00:00' }] },
        ],
      },
      'users[0].logs[0].key: ',
    ],
  ])('The world file %j is refused with the path of the wrong field', (json, path) => {
    expect(complaint(json)).toContain(path)
  })
})

describe('The demo world', () => {
  const file = createDemoWorld(now)
  const world = createWorld(file, clock)
  const domains = world.users.flatMap((user) => [...user.domains.values()])
  const records = domains.flatMap((domain) => [...domain.records.values()])
  const servers = world.users.flatMap((user) => [...user.servers.values()])

  test('The demo world is the same for the same time, and its keys never change', () => {
    expect(JSON.stringify(createDemoWorld(now))).toBe(JSON.stringify(file))
    expect(listKeysOfWorldFile(createDemoWorld(now + 40 * dayMs))).toEqual(listKeysOfWorldFile(file))
  })

  test('The demo world has 5 users, 9 keys, 12 servers, 600 domains and 5,000 records', () => {
    expect([
      world.users.length,
      listKeysOfWorldFile(file).length,
      servers.length,
      domains.length,
      records.length,
    ]).toEqual([5, 9, 12, 600, 5000])
  })

  test('The demo world has domains and servers in every state, and records of every type', () => {
    expect(new Set(domains.map(({ status }) => status))).toEqual(new Set(domainStatuses))
    expect(new Set(servers.map(({ status }) => status))).toEqual(new Set(serverStatuses))
    expect(new Set(records.map(({ type }) => type))).toEqual(new Set(recordTypes))
  })

  test('The demo world has Japanese names, hosts of 64 characters, long TXT records and zones of over 100 records', () => {
    expect(domains.filter(({ decoded }) => decoded !== null).length).toBeGreaterThan(30)
    expect(Math.max(...records.map(({ host }) => host.length))).toBe(64)
    expect(records.filter(({ type, content }) => type === 'TXT' && content.length > 255).length).toBeGreaterThan(20)
    expect(domains.filter((domain) => domain.records.size > 100).length).toBeGreaterThanOrEqual(3)
    expect(
      records
        .filter(({ type, content }) => (type === 'AAAA') !== content.includes('::'))
        .map(({ content }) => content)
        .filter((content) => !content.includes(' ')),
    ).toEqual([])
  })

  test('The demo world has domains that expire within 7, 30 and 60 days', () => {
    const days = domains
      .map(({ expiryDate }) => (expiryDate === null ? null : countDaysUntil(expiryDate, now)))
      .filter((left) => left !== null && left >= 0) as number[]
    const within = (limit: number) => days.filter((left) => left <= limit).length
    expect(within(7)).toBeGreaterThan(3)
    expect(within(30)).toBeGreaterThan(within(7))
    expect(within(60)).toBeGreaterThan(within(30))
  })

  test('The nine keys of the demo world include read-only, custom, selected, expired, soon expiring and legacy keys', () => {
    const keys = world.users.flatMap((user) => user.keys)
    expect(new Set(listKeysOfWorldFile(file).map(({ user, label }) => `${user} ${label}`)).size).toBe(9)
    expect(keys.every(({ token }) => /^demo_[0-9a-f]{40}$/.test(token))).toBe(true)
    const types = keys.map(({ services }) => services.domain?.permission_type)
    expect(types).toEqual(expect.arrayContaining(['full', 'read', 'custom']))
    expect(keys.filter(({ services }) => services.domain?.target_mode === 'selected')).toHaveLength(1)
    expect(keys.filter(({ expiresAt }) => expiresAt !== null && expiresAt < now)).toHaveLength(1)
    expect(
      keys.filter(({ expiresAt }) => expiresAt !== null && expiresAt > now && expiresAt < now + 10 * dayMs),
    ).toHaveLength(1)
    expect(keys.filter(({ isLegacy }) => isLegacy)).toHaveLength(1)
  })

  test('Every key of the demo world has log entries over 90 days and none in the future', () => {
    for (const { log } of world.users.flatMap((user) => user.keys)) {
      const days = log.map(({ at }) => (now - at) / dayMs)
      expect(Math.min(...days)).toBeGreaterThan(0)
      expect(Math.max(...days)).toBeGreaterThan(85)
      expect(Math.max(...days)).toBeLessThan(90)
    }
  })
})

describe('A generated world', () => {
  test('A generated world has the requested size and is the same for the same seed', () => {
    const options = { now, seed: 7, users: 3, domains: 200, records: 2 }
    const world = createWorld(generateWorld(options), clock)
    expect(world.users.map(({ domains }) => domains.size)).toEqual([200, 200, 200])
    expect(JSON.stringify(generateWorld(options))).toBe(JSON.stringify(generateWorld(options)))
    expect(JSON.stringify(generateWorld({ ...options, seed: 8 }))).not.toBe(JSON.stringify(generateWorld(options)))
  })

  test('A generated world with 50,000 domains in one account is listed completely', async () => {
    const file = generateWorld({ now, users: 1, domains: 50_000, records: 1 })
    const { get } = await startTestSimulator(file)
    const { body } = await get('/v1/domain', { token: listKeysOfWorldFile(file)[0]?.token ?? '' })
    expect(body.domains).toHaveLength(50_000)
  })
})
