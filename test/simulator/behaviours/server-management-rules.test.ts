import { describe, expect, test } from 'vitest'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { samplePublicKey } from '#test/simulator/sample-ssh-public-key.ts'
import { formatStatusAndCode, startTestSimulator, token } from '#test/simulator/start-test-simulator.ts'

const name = 'web01.simulator.example'
const base = `/v1/server/${name}`
const roomy = { per_minute: 1000, per_day: 10_000, concurrent: 10 }

/** A user with one server that has two domains. */
async function start(server: object = {}, world: Partial<WorldFile> = {}) {
  const rig = await startTestSimulator({
    limits: { server: roomy },
    ...world,
    users: [
      {
        name: 'aoi',
        keys: [{ token }],
        domains: [{ domain_name: 'example.com' }],
        servers: [{ server_id: 'web01', domains: ['one.com', 'two.com'], ...server }],
      },
      ...(world.users ?? []),
    ],
  })
  const hosting = () => {
    const found = rig.simulator.world.user('aoi').servers.get(name)
    if (!found) throw new Error('The world has the server')
    return found.hosting
  }
  return { ...rig, hosting }
}

const site = (url: string) => ({
  url,
  title: 'x',
  admin_username: 'a',
  admin_password: 'not-a-real-password',
  admin_email: 'a@example.com',
})

describe('Server management', () => {
  test(
    'The usage follows what is on the server',
    covers('hosting: usage follows the server', 'endpoint: hosting.usage'),
    async () => {
      const { get, send } = await start()
      const usage = async () => (await get(`${base}/server-info/usage`)).body
      const before = await usage()
      await send('POST', `${base}/wp`, { body: site('https://one.com/') })
      const during = await usage()
      expect(during.disk.used_mb).toBeGreaterThan(before.disk.used_mb)
      expect(during.files.used).toBeGreaterThan(before.files.used)
      expect(during.counts).toMatchObject({ wordpress: 1, databases: 1, domains: 3 })
      await send('POST', `${base}/domain/one.com/reset`)
      expect(await usage()).toEqual({
        ...before,
        counts: { ...before.counts, databases: 1, database_users: 1, cron_jobs: 1 },
      })
    },
  )

  test(
    'The products and versions of databases differ between servers',
    covers('server information: versions by server generation'),
    async () => {
      const { get } = await startTestSimulator({
        limits: { server: roomy },
        users: [
          {
            name: 'aoi',
            keys: [{ token }],
            servers: Array.from({ length: 8 }, (_, index) => ({ server_id: `web${index}0` })),
          },
        ],
      })
      const versions = new Set<string>()
      for (let index = 0; index < 8; index += 1) {
        const { body } = await get(`/v1/server/web${index}0.simulator.example/server-info`)
        versions.add(JSON.stringify([body.php_versions, body.db_versions]))
      }
      expect(versions.size).toBeGreaterThan(1)
    },
  )

  test(
    'The error log of a domain has the newest lines, as many as were asked for',
    covers('hosting: error log by domain and lines', 'endpoint: hosting.errorLog'),
    async () => {
      const { get, hosting } = await start({ error_log: { 'one.com': ['first', 'second'] } })
      const linesOf = async (query: string) => (await get(`${base}/error-log?${query}`)).body.lines
      expect(await linesOf('domain=one.com')).toEqual(['first', 'second'])
      hosting().errorLog.get('one.com')?.push('third')
      expect(await linesOf('domain=one.com&lines=2')).toEqual(['second', 'third'])
      expect(await linesOf('domain=two.com')).not.toContain('third')
      expect(formatStatusAndCode(await get(`${base}/error-log?domain=none.com`))).toBe('404 NOT_FOUND')
      expect(formatStatusAndCode(await get(`${base}/error-log`))).toBe('422 VALIDATION_ERROR')
      expect(formatStatusAndCode(await get(`${base}/error-log?domain=one.com&lines=many`))).toBe('422 VALIDATION_ERROR')
    },
  )

  test(
    'The cache of one domain is cleared, and only for a domain of the server',
    covers('hosting: cache of one domain', 'endpoint: hosting.clearCache'),
    async () => {
      const { send, hosting, clock } = await start()
      expect(formatStatusAndCode(await send('DELETE', `${base}/server-cache/two.com/cache`))).toBe('200')
      expect(hosting().clearedCaches).toEqual([{ at: clock.now(), domain: 'two.com' }])
      expect(formatStatusAndCode(await send('DELETE', `${base}/server-cache/none.com/cache`))).toBe('404 NOT_FOUND')
      expect(hosting().clearedCaches).toHaveLength(1)
    },
  )

  test.each(['日本語.com', 'example', 'exa mple.com', '-a.com', 'https://example.com'])(
    'A domain %s is refused, because it is no host name in Punycode',
    covers('hosting: names in Punycode'),
    async (domain) => {
      const { send, hosting } = await start()
      expect(formatStatusAndCode(await send('POST', `${base}/domain`, { body: { domain } }))).toBe(
        '422 VALIDATION_ERROR',
      )
      const subdomain = `${domain}.one.com`
      if (domain !== 'example')
        expect(formatStatusAndCode(await send('POST', `${base}/subdomain`, { body: { subdomain } }))).toBe(
          '422 VALIDATION_ERROR',
        )
      expect([hosting().domains.size, hosting().subdomains.size]).toEqual([3, 0])
    },
  )

  test(
    'A domain of another user is added only while its zone has the token of the server in a TXT record',
    covers('hosting: ownership verification', 'endpoint: hosting.addDomain'),
    async () => {
      const { get, send, simulator } = await start(
        {},
        { users: [{ name: 'ren', domains: [{ domain_name: 'ren.com' }] }] },
      )
      const add = () => send('POST', `${base}/domain`, { body: { domain: 'ren.com', ssl: false } })
      expect(formatStatusAndCode(await add())).toBe('422 VALIDATION_ERROR')
      const { domain_validation_token } = (await get(`${base}/server-info`)).body
      const record = { id: 1, type: 'TXT', host: '_simulator-verification', ttl: 3600, priority: 0 }
      const { records } = simulator.world.user('ren').domains.get('ren.com') ?? { records: new Map() }
      records.set(1, { ...record, content: 'another token' })
      expect(formatStatusAndCode(await add())).toBe('422 VALIDATION_ERROR')
      records.set(1, { ...record, content: `"${domain_validation_token}"` })
      expect(formatStatusAndCode(await add())).toBe('200')
    },
  )

  test(
    'WordPress is listed by a parent domain and not by a subdomain',
    covers('hosting: WordPress by parent domain only', 'endpoint: hosting.wordpress'),
    async () => {
      const { get, send } = await start()
      await send('POST', `${base}/subdomain`, { body: { subdomain: 'blog.one.com' } })
      await send('POST', `${base}/wp`, { body: site('https://one.com/') })
      expect((await get(`${base}/wp?domain=one.com`)).body.wordpress).toHaveLength(1)
      expect((await get(`${base}/wp?domain=two.com`)).body.wordpress).toEqual([])
      expect(formatStatusAndCode(await get(`${base}/wp?domain=blog.one.com`))).toBe('422 VALIDATION_ERROR')
      expect(formatStatusAndCode(await send('POST', `${base}/wp`, { body: site('ftp://one.com/') }))).toBe(
        '422 VALIDATION_ERROR',
      )
    },
  )

  test.each([
    [{ generate: true }, '200'],
    [{ public_key: samplePublicKey, label: 'mine' }, '200'],
    [{ public_key: samplePublicKey }, '422 VALIDATION_ERROR'],
    [{ public_key: samplePublicKey, label: 'mine', generate: true }, '422 VALIDATION_ERROR'],
    [{ public_key: 'ssh-rsa AAAAC3NzaC1lZDI1NTE5', label: 'mine' }, '422 VALIDATION_ERROR'],
    [{ generate: false }, '422 VALIDATION_ERROR'],
  ])('An SSH key %j is answered with %s', covers('hosting: public_key or generate'), async (body, expected) => {
    const { send, hosting } = await start()
    expect(formatStatusAndCode(await send('POST', `${base}/ssh/key`, { body }))).toBe(expected)
    expect(hosting().sshKeys.size).toBe(expected === '200' ? 1 : 0)
  })

  test.each([
    ['refuse_all', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['refuse_changes', '200', '403 FORBIDDEN'],
    ['refuse_nothing', '200', '200'],
  ] as const)(
    'With suspended_servers %s, a suspended server answers a reading with %s and a change with %s, and its memo stays open',
    covers('hosting: suspended server'),
    async (suspended_servers, reading, change) => {
      const { get, send } = await start({ status: 'suspended' }, { suspended_servers })
      expect(formatStatusAndCode(await get(`${base}/ssh`))).toBe(reading)
      expect(formatStatusAndCode(await send('PUT', `${base}/ssh`, { body: { ssh_enabled: true } }))).toBe(change)
      expect(formatStatusAndCode(await send('PUT', `${base}/memo`, { body: { memo: 'x' } }))).toBe('200')
    },
  )

  test('A key for selected servers manages no other server', covers('hosting: selected servers'), async () => {
    const { get, send } = await startTestSimulator({
      limits: { server: roomy },
      users: [
        {
          name: 'aoi',
          keys: [{ token, services: { server: { target_mode: 'selected', targets: [name] } } }],
          servers: [{ server_id: 'web01' }, { server_id: 'web02' }],
        },
      ],
    })
    expect(formatStatusAndCode(await get(`${base}/ssh`))).toBe('200')
    const other = '/v1/server/web02.simulator.example'
    expect(formatStatusAndCode(await get(`${other}/ssh`))).toBe('403 FORBIDDEN')
    expect(formatStatusAndCode(await send('PUT', `${other}/ssh`, { body: { ssh_enabled: true } }))).toBe(
      '403 FORBIDDEN',
    )
    expect(formatStatusAndCode(await send('DELETE', `${other}/server-cache/x.com/cache`))).toBe('403 FORBIDDEN')
  })

  test(
    'The names of fields that the description does not show differ between worlds',
    covers('hosting: names that are not shown'),
    async () => {
      const seen = new Set<string>()
      for (const undocumented_names of ['a', 'b', 'c'] as const) {
        const { get, send } = await start({}, { undocumented_names })
        const key = (await send('POST', `${base}/ssh/key`, { body: { generate: true } })).body
        expect(Object.values(key).join()).toContain('PRIVATE KEY')
        expect((await send('POST', `${base}/wp`, { body: site('https://one.com/') })).body.url).toBe('https://one.com/')
        const lists = [await get(`${base}/domain`), await get(`${base}/ssh/key`), await get(`${base}/wp`)]
        seen.add(JSON.stringify([Object.keys(key), ...lists.map(({ body }) => body)]))
      }
      expect(seen.size).toBe(3)
    },
  )

  test(
    'The limits of a server follow from its plan and its state, and each server is counted apart',
    covers('limits: server limits by plan and state'),
    async () => {
      const limitsOf = (per_minute: number) => ({ per_minute, per_day: 100, concurrent: 1 })
      const { get } = await startTestSimulator({
        limits: { server: roomy },
        plans: [
          {
            plan_id: 'small',
            plan_name: 'Small',
            periods: [],
            server_limits: limitsOf(2),
            suspended_server_limits: limitsOf(1),
          },
          { plan_id: 'large', plan_name: 'Large', periods: [] },
        ],
        users: [
          {
            name: 'aoi',
            keys: [{ token }],
            servers: [
              { server_id: 'web01', plan_id: 'small' },
              { server_id: 'web02', plan_id: 'small', status: 'suspended' },
              { server_id: 'web03', plan_id: 'large' },
            ],
          },
        ],
      })
      const read = async (id: string) => {
        const answer = await get(`/v1/server/${id}.simulator.example/ssh`)
        return [answer.headers.get('x-ratelimit-limit'), answer.headers.get('x-ratelimit-remaining'), answer.status]
      }
      expect(await read('web01')).toEqual(['2', '1', 200])
      expect(await read('web02')).toEqual(['1', '0', 200])
      expect(await read('web03')).toEqual(['1000', '999', 200])
      expect(await read('web02')).toEqual(['1', '0', 429])
      expect(await read('web01')).toEqual(['2', '0', 200])
      expect(await read('web01')).toEqual(['2', '0', 429])
    },
  )
})
