import { describe, expect, test } from 'vitest'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { covers } from './api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

type Services = NonNullable<NonNullable<NonNullable<WorldFile['users']>[number]['keys']>[number]['services']>

const domains = [{ domain_name: 'example.com', records: [{ type: 'A', host: '@', content: '192.0.2.1' }] }] as const
const withKey = (key: object): WorldFile => ({
  users: [
    {
      name: 'aoi',
      keys: [{ token, ...key }],
      domains: structuredClone(domains) as never,
      servers: [{ server_id: 'web01' }, { server_id: 'web02' }],
    },
  ],
})
const withServices = (services: Services) => startTestSimulator(withKey({ services }))

describe('An API key', () => {
  test(
    'A request without a key, with an unknown key or with another scheme is answered with 401',
    covers('error: UNAUTHORIZED', 'authentication: 1 bearer on every request'),
    async () => {
      const { get } = await startTestSimulator(withKey({}))
      expect(formatStatusAndCode(await get('/v1/me', { token: null }))).toBe('401 UNAUTHORIZED')
      expect(formatStatusAndCode(await get('/v1/me', { token: 'nobody_has_this_key' }))).toBe('401 UNAUTHORIZED')
      expect(
        formatStatusAndCode(await get('/v1/me', { token: null, headers: { authorization: `Basic ${token}` } })),
      ).toBe('401 UNAUTHORIZED')
      expect(formatStatusAndCode(await get('/v1/me'))).toBe('200')
    },
  )

  test(
    'A key works until its expiry in Japan time; after that it is answered with 401',
    covers('authentication: 8 expiry', 'key information: expires_at'),
    async () => {
      const { get, clock } = await startTestSimulator(withKey({ expires_at: '2026-11-20 12:01:00' }))
      expect((await get('/v1/me')).body.expires_at).toBe('2026-11-20 12:01:00')
      clock.advance(59_000)
      expect(formatStatusAndCode(await get('/v1/me'))).toBe('200')
      clock.advance(1_000)
      expect(formatStatusAndCode(await get('/v1/me'))).toBe('401 UNAUTHORIZED')
    },
  )

  test(
    'A key with an IP restriction is answered with 403 when the request comes from another address',
    covers('authentication: 7 IP restriction'),
    async () => {
      expect(
        formatStatusAndCode(await (await startTestSimulator(withKey({ ip_allow: ['192.0.2.1'] }))).get('/v1/me')),
      ).toBe('403 FORBIDDEN')
      expect(
        formatStatusAndCode(await (await startTestSimulator(withKey({ ip_allow: ['127.0.0.0/8'] }))).get('/v1/me')),
      ).toBe('200')
    },
  )

  test(
    '/v1/me returns the grants of a key by service, and `permissions` for custom keys only',
    covers(
      'endpoint: account.me',
      'key information: target_mode',
      'key information: targets',
      'key information: permissions',
      'key information: permission_type',
      'key information: allow_signup',
      'key information: services',
      'key information: allow_acquisition',
    ),
    async () => {
      const { get } = await withServices({
        domain: {
          permission_type: 'custom',
          permissions: { dns: 'full' },
          target_mode: 'selected',
          targets: ['example.com'],
        },
        server: { allow_signup: true },
      })
      expect((await get('/v1/me')).body).toEqual({
        expires_at: null,
        services: {
          domain: {
            permission_type: 'custom',
            permissions: { dns: 'full' },
            target_mode: 'selected',
            targets: ['example.com'],
            allow_acquisition: false,
          },
          server: { permission_type: 'full', target_mode: 'all', targets: [], allow_signup: true },
        },
      })
    },
  )

  test(
    'A key for all targets has an empty target list, even if the world file names targets',
    covers('key information: no targets without selection'),
    async () => {
      const { get } = await withServices({ domain: { target_mode: 'all', targets: ['example.com'] } })
      expect((await get('/v1/me')).body.services.domain).toMatchObject({ target_mode: 'all', targets: [] })
    },
  )

  test(
    'Sites and contract IDs of services that only /v1/me knows are returned unchanged',
    covers(
      'key information: site_target_mode',
      'key information: sites',
      'key information: allow_signup',
      'key information: allow_acquisition',
    ),
    async () => {
      const wphosting = {
        target_mode: 'selected' as const,
        targets: ['WP-001'],
        site_target_mode: 'selected' as const,
        sites: ['site1.example'],
        allow_signup: true,
      }
      const { get } = await withServices({
        wphosting,
        vps: { target_mode: 'selected', targets: ['5f0c6c1e-0000-4000-8000-000000000000'] },
      })
      const { services } = (await get('/v1/me')).body
      expect(services.wphosting).toEqual({ permission_type: 'full', ...wphosting })
      expect(services.vps).toMatchObject({ targets: ['5f0c6c1e-0000-4000-8000-000000000000'], allow_signup: false })
      expect(services.vps).not.toHaveProperty('allow_acquisition')
      expect(Object.keys(services)).toEqual(['wphosting', 'vps'])
    },
  )

  test(
    'A key sees the domains and servers of its own user only',
    covers('authentication: 2 keys belong to a user'),
    async () => {
      const { get } = await startTestSimulator({
        users: [
          { name: 'aoi', keys: [{ token }] },
          { name: 'rin', domains: [{ domain_name: 'rin.com' }], servers: [{ server_id: 'rin01' }] },
        ],
      })
      expect((await get('/v1/domain')).body.domains).toEqual([])
      expect((await get('/v1/server')).body.servers).toEqual([])
      expect(formatStatusAndCode(await get('/v1/domain/rin.com'))).toBe('404 DOMAIN_NOT_FOUND')
    },
  )

  test(
    'With `services_in_me: custom`, /v1/me returns services for custom keys only',
    covers('key information: services of custom keys only'),
    async () => {
      const world = (services: object, legacy = false) => ({
        ...withKey({ services, legacy }),
        services_in_me: 'custom' as const,
      })
      expect((await (await startTestSimulator(world({ domain: {}, server: {} }))).get('/v1/me')).body).toEqual({
        expires_at: null,
      })
      expect(
        (
          await (
            await startTestSimulator(world({ domain: { permission_type: 'custom', permissions: { dns: 'full' } } }))
          ).get('/v1/me')
        ).body,
      ).toHaveProperty('services.domain.permissions.dns')
      const single = { server: { target_mode: 'selected', targets: ['web01.simulator.example'] } }
      expect((await (await startTestSimulator(world(single, true))).get('/v1/me')).body).toEqual({
        expires_at: null,
        service_type: 'server',
        servername: 'web01.simulator.example',
        permission_type: 'full',
      })
    },
  )

  test(
    'A legacy key of one server has the deprecated fields',
    covers(
      'versioning: 4 deprecated fields for legacy keys only',
      'key information: service_type',
      'key information: servername',
      'key information: legacy permission_type',
    ),
    async () => {
      const server = { permission_type: 'read', target_mode: 'selected', targets: ['web01.simulator.example'] }
      const { get } = await startTestSimulator(withKey({ legacy: true, services: { server } }))
      expect((await get('/v1/me')).body).toMatchObject({
        service_type: 'server',
        servername: 'web01.simulator.example',
        permission_type: 'read',
      })
      expect((await (await startTestSimulator(withKey({}))).get('/v1/me')).body).not.toHaveProperty('service_type')
    },
  )
})

describe('Permissions', () => {
  test('A call to a service that the key does not have is answered with 403; the key can still read /v1/me and the logs', async () => {
    const { get } = await withServices({ server: {} })
    expect(formatStatusAndCode(await get('/v1/domain'))).toBe('403 FORBIDDEN')
    expect(formatStatusAndCode(await get('/v1/server'))).toBe('200')
    expect(formatStatusAndCode(await get('/v1/logs'))).toBe('200')
  })

  test(
    'A read-only key reads availability and prices, too, but neither writes nor acquires',
    covers('authentication: 10 read scope'),
    async () => {
      const { get, send, simulator } = await withServices({
        domain: { permission_type: 'read', allow_acquisition: true },
      })
      for (const path of ['', '/example.com', '/example.com/dns', '/check?domain_name=free.com', '/pricing']) {
        expect(formatStatusAndCode(await get(`/v1/domain${path}`))).toBe('200')
      }
      expect(formatStatusAndCode(await send('PUT', '/v1/domain/example.com/dns/1', { body: { ttl: 60 } }))).toBe(
        '403 FORBIDDEN',
      )
      const body = { domain_name: 'free.com', expected_total_price: 990, agree_to_terms: true }
      expect(
        formatStatusAndCode(await send('POST', '/v1/domain', { body, headers: { 'idempotency-key': 'key-00001' } })),
      ).toBe('403 FORBIDDEN')
      expect(simulator.ledger.charges).toEqual([])
    },
  )

  test.each([
    ['domain', 'read', 'GET', '/v1/domain', '200'],
    ['domain', 'none', 'GET', '/v1/domain', '403'],
    ['dns', 'read', 'GET', '/v1/domain/example.com/dns', '200'],
    ['dns', 'read', 'PUT', '/v1/domain/example.com/dns/1', '403'],
    ['dns', 'full', 'PUT', '/v1/domain/example.com/dns/1', '200'],
    ['nameserver', 'full', 'GET', '/v1/domain/example.com/nameservers', '200'],
    ['whois', 'full', 'GET', '/v1/domain/example.com/whois', '200'],
    ['registrar_lock', 'full', 'GET', '/v1/domain/example.com/registrar-lock', '200'],
    ['dns', 'full', 'GET', '/v1/domain/example.com/registrar-lock', '403'],
    ['dns', 'none', 'GET', '/v1/domain/pricing', '200'],
  ] as const)(
    'A custom key with %s %s that calls %s %s is answered with %s',
    covers('authentication: 3 custom permissions by category'),
    async (category, level, method, path, expected) => {
      const { send } = await withServices({ domain: { permission_type: 'custom', permissions: { [category]: level } } })
      const answer = await send(method, path, method === 'PUT' ? { body: { ttl: 60 } } : {})
      expect(String(answer.status)).toBe(expected)
    },
  )

  test(
    'Paid calls and their dry runs need an extra permission in addition to the category',
    covers('authentication: 5 allow_acquisition beside the category', 'authentication: 6 allow_signup for orders'),
    async () => {
      const { send } = await withServices({ domain: {}, server: {} })
      const body = { domain_name: 'free.com', expected_total_price: 990, agree_to_terms: true, dry_run: true }
      expect(formatStatusAndCode(await send('POST', '/v1/domain', { body }))).toBe('403 FORBIDDEN')
      expect(formatStatusAndCode(await send('GET', '/v1/server/plans'))).toBe('403 FORBIDDEN')
      expect(formatStatusAndCode(await send('GET', '/v1/server/web01.simulator.example/signup-status'))).toBe(
        '403 FORBIDDEN',
      )
    },
  )

  test(
    'A key with selected targets can neither acquire a domain nor order a server',
    covers('error: FORBIDDEN', 'authentication: 4 selected targets neither acquire nor order'),
    async () => {
      const { send } = await withServices({
        domain: { target_mode: 'selected', targets: ['example.com'], allow_acquisition: true },
        server: { target_mode: 'selected', targets: ['web01.simulator.example'], allow_signup: true },
      })
      const headers = { 'idempotency-key': 'key-00001' }
      const domain = { domain_name: 'free.com', expected_total_price: 990, agree_to_terms: true }
      const server = { plan_id: 'standard', period: 12, expected_total_price: 11_880, agree_to_terms: true }
      expect(formatStatusAndCode(await send('POST', '/v1/domain', { body: domain, headers }))).toBe('403 FORBIDDEN')
      expect(formatStatusAndCode(await send('POST', '/v1/server', { body: server, headers }))).toBe('403 FORBIDDEN')
    },
  )

  test(
    'A key for selected domains transfers and renews only those domains',
    covers('authentication: 4 selected domains transfer and renew'),
    async () => {
      const { send, simulator } = await startTestSimulator({
        registered: ['in.com', 'out.com'],
        users: [
          {
            name: 'aoi',
            keys: [
              {
                token,
                services: {
                  domain: { target_mode: 'selected', targets: ['mine.com', 'in.com'], allow_acquisition: true },
                },
              },
            ],
            domains: [
              { domain_name: 'mine.com', expiry_date: '2027-03-31' },
              { domain_name: 'other.com', expiry_date: '2027-03-31' },
            ],
          },
        ],
      })
      let last = 0
      const pay = (path: string, body: object) =>
        send('POST', path, {
          body: { expected_total_price: 1650, ...body },
          headers: { 'idempotency-key': `decision-${(last += 1)}` },
        })
      const renewal = { years: 1, current_expiry_date: '2027-03-31' }
      const transfer = { auth_code: 'x', agree_to_terms: true }
      expect(formatStatusAndCode(await pay('/v1/domain/other.com/renew', renewal))).toBe('403 FORBIDDEN')
      expect(formatStatusAndCode(await pay('/v1/domain/out.com/transfer', transfer))).toBe('403 FORBIDDEN')
      expect(formatStatusAndCode(await pay('/v1/domain/mine.com/renew', renewal))).toBe('200')
      expect(formatStatusAndCode(await pay('/v1/domain/in.com/transfer', transfer))).toBe('200')
      expect(simulator.ledger.charges).toHaveLength(2)
    },
  )

  test('A key without permission is refused even with the idempotency key of another key’s successful call', async () => {
    const selected = 'test_token_of_selected_domains'
    const { send } = await startTestSimulator({
      users: [
        {
          name: 'aoi',
          keys: [
            { token },
            {
              token: selected,
              services: { domain: { target_mode: 'selected', targets: ['free.com'], allow_acquisition: true } },
            },
          ],
        },
      ],
    })
    const acquire = (key: string) =>
      send('POST', '/v1/domain', {
        token: key,
        body: { domain_name: 'free.com', expected_total_price: 990, agree_to_terms: true },
        headers: { 'idempotency-key': 'decision-1' },
      })
    expect(formatStatusAndCode(await acquire(token))).toBe('200')
    expect(formatStatusAndCode(await acquire(selected))).toBe('403 FORBIDDEN')
    expect(formatStatusAndCode(await acquire(token))).toBe('200')
  })

  test(
    'A key for selected servers lists only those; another server of the user is 403, an unknown server 404',
    covers('authentication: 4 selected servers'),
    async () => {
      const { get } = await withServices({ server: { target_mode: 'selected', targets: ['web01.simulator.example'] } })
      expect((await get('/v1/server')).body.servers.map((server: { server_id: string }) => server.server_id)).toEqual([
        'web01',
      ])
      expect(formatStatusAndCode(await get('/v1/server/web02.simulator.example/memo'))).toBe('403 FORBIDDEN')
      expect(formatStatusAndCode(await get('/v1/server/web09.simulator.example/memo'))).toBe('404 NOT_FOUND')
    },
  )
})

describe('An address with repeated failed authentications', () => {
  const auth_block = { failures: 3, window_seconds: 60, block_seconds: 120 }

  test(
    'A blocked address is answered with 429 without rate headers for valid keys, too, until the block ends',
    covers('authentication: 9 address block before credentials'),
    async () => {
      const { get, clock } = await startTestSimulator({ ...withKey({}), auth_block })
      for (let count = 0; count < 3; count += 1)
        expect(formatStatusAndCode(await get('/v1/me', { token: 'wrong_key' }))).toBe('401 UNAUTHORIZED')
      const blocked = await get('/v1/me')
      expect(formatStatusAndCode(blocked)).toBe('429 RATE_LIMIT_EXCEEDED')
      expect(blocked.headers.get('retry-after')).toBe('120')
      expect(blocked.headers.get('x-ratelimit-limit')).toBeNull()
      clock.advance(120_000)
      expect(formatStatusAndCode(await get('/v1/me'))).toBe('200')
    },
  )

  test(
    'Failures that lie further apart than the window do not block the address',
    covers('authentication: 9 failures far apart do not block'),
    async () => {
      const { get, clock } = await startTestSimulator({ ...withKey({}), auth_block })
      for (let count = 0; count < 6; count += 1) {
        expect((await get('/v1/me', { token: 'wrong_key' })).status).toBe(401)
        clock.advance(31_000)
      }
      expect(formatStatusAndCode(await get('/v1/me'))).toBe('200')
    },
  )

  test('The answer to a blocked address can be without Retry-After', async () => {
    const { get } = await startTestSimulator({ ...withKey({}), auth_block: { failures: 1, retry_after: false } })
    await get('/v1/me', { token: 'wrong_key' })
    expect((await get('/v1/me')).headers.get('retry-after')).toBeNull()
  })
})
