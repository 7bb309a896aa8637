import { describe, expect, test } from 'vitest'
import { covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { samplePublicKey } from '#test/simulator/sample-ssh-public-key.ts'
import { formatStatusAndCode, startTestSimulator, token } from '#test/simulator/start-test-simulator.ts'

const name = 'web01.simulator.example'
const start = () =>
  startTestSimulator({
    limits: { server: { per_minute: 1000, concurrent: 10 } },
    users: [
      {
        name: 'aoi',
        keys: [{ token }],
        domains: [
          { domain_name: 'example.com', nameservers: ['NS1.simulator.example.'] },
          { domain_name: 'away.com', nameservers: ['ns1.elsewhere.example'] },
        ],
        servers: [
          { server_id: 'web01', memo: '本番', expiry_date: '2027-05-31' },
          { server_id: 'web02', status: 'setup_pending', pending: { kind: 'setup', seconds: 60 } },
          { server_id: 'web03', status: 'suspended', auto_renew: false },
        ],
      },
    ],
  })

describe('Server contracts', () => {
  test(
    'Contracts are listed with status, expiry (null during setup), automatic renewal and memo',
    covers(
      'endpoint: server.list',
      'server states: `suspended` is reported',
      'server contract: servername',
      'server contract: server_id',
      'server contract: plan_id',
      'server contract: plan_name',
      'server contract: status',
      'server contract: expiry_date',
      'server contract: auto_renew',
      'server contract: memo',
    ),
    async () => {
      const { get, clock } = await start()
      const servers = async () => (await get('/v1/server')).body.servers
      expect((await servers())[0]).toEqual({
        servername: name,
        server_id: 'web01',
        plan_id: 'standard',
        plan_name: 'Standard',
        status: 'active',
        expiry_date: '2027-05-31',
        auto_renew: true,
        memo: '本番',
      })
      expect(
        (await servers()).map((server: { status: string; expiry_date: string | null }) => [
          server.status,
          server.expiry_date,
        ]),
      ).toEqual([
        ['active', '2027-05-31'],
        ['setup_pending', null],
        ['suspended', '2027-11-20'],
      ])
      clock.advance(60_000)
      expect((await servers())[1]).toMatchObject({ status: 'active', expiry_date: '2027-11-20' })
    },
  )

  test(
    'A memo can be written and cleared with an empty text, and is refused with an emoji',
    covers('endpoint: server.memo', 'endpoint: server.setMemo'),
    async () => {
      const { get, send } = await start()
      const put = (memo: unknown) => send('PUT', `/v1/server/${name}/memo`, { body: { memo } })
      expect((await put('検証')).body).toMatchObject({ servername: name, memo: '検証' })
      expect((await get(`/v1/server/${name}/memo`)).body).toEqual({ servername: name, memo: '検証' })
      for (const wrong of ['🙂', 'あ'.repeat(501), 7, undefined])
        expect(formatStatusAndCode(await put(wrong))).toBe('422 VALIDATION_ERROR')
      expect((await put('')).body.memo).toBe('')
      expect((await get('/v1/server')).body.servers[0].memo).toBe('')
    },
  )

  test(
    'Plans are filtered by ID, and each period has its regular price',
    covers(
      'endpoint: server.plans',
      'plan: plan_id',
      'plan: plan_name',
      'plan: periods',
      'plan: currency',
      'plan period: months',
      'plan period: total_price',
      'plan period: regular_total_price',
      'plan period: campaign_applied',
    ),
    async () => {
      const { get } = await start()
      expect((await get('/v1/server/plans')).body.plans.length).toBeGreaterThan(1)
      const { plans } = (await get('/v1/server/plans?plan_id=standard,none')).body
      expect(plans).toEqual([
        { plan_id: 'standard', plan_name: 'Standard', periods: expect.any(Array), currency: 'JPY' },
      ])
      for (const period of plans[0].periods) {
        expect(period.months).toBeGreaterThan(0)
        expect(
          period.campaign_applied
            ? period.regular_total_price > period.total_price
            : period.regular_total_price === period.total_price,
        ).toBe(true)
      }
    },
  )

  test('The signup status has five fields', covers('endpoint: server.signupStatus'), async () => {
    const { get } = await start()
    expect((await get('/v1/server/web02.simulator.example/signup-status')).body).toEqual({
      servername: 'web02.simulator.example',
      server_id: 'web02',
      plan_id: 'standard',
      status: 'setup_pending',
      expiry_date: null,
    })
  })
})

describe('Server management', () => {
  const base = `/v1/server/${name}`

  test(
    'The server information has at least the documented fields',
    covers(
      'endpoint: hosting.info',
      'server information: ip_address',
      'server information: name_servers',
      'server information: php_versions',
      'server information: db_versions',
      'server information: domain_validation_token',
    ),
    async () => {
      const { get } = await start()
      const { body } = await get(`${base}/server-info`)
      for (const field of ['ip_address', 'name_servers', 'php_versions', 'db_versions', 'domain_validation_token'])
        expect(body).toHaveProperty(field)
      expect(formatStatusAndCode(await get('/v1/server/web02.simulator.example/server-info'))).toBe('404 NOT_FOUND')
    },
  )

  test(
    'The field of the host name differs between worlds, because the description does not name that field',
    covers('server information: host name without a described field'),
    async () => {
      const names = new Set<string>()
      for (const user of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const { get } = await startTestSimulator({
          users: [{ name: user, keys: [{ token }], servers: [{ server_id: 'web01' }] }],
        })
        const { body } = await get(`${base}/server-info`)
        const found = Object.entries(body).filter(([, value]) => value === name)
        expect(found).toHaveLength(1)
        names.add(found[0]?.[0] as string)
      }
      expect(names.size).toBeGreaterThan(1)
    },
  )

  test(
    'Domains are added, counted and reset; SSL fails for a domain with name servers of another service',
    covers(
      'endpoint: hosting.usage',
      'endpoint: hosting.domains',
      'endpoint: hosting.domain',
      'endpoint: hosting.addDomain',
      'endpoint: hosting.resetDomain',
      'endpoint: hosting.errorLog',
      'endpoint: hosting.clearCache',
    ),
    async () => {
      const { get, send } = await start()
      const add = (domain: string) =>
        send('POST', `${base}/domain`, { body: { domain, ssl: true, redirect_https: true } })
      expect((await add('example.com')).body.ssl_status).toBe('enabled')
      expect((await add('away.com')).body.ssl_status).toBe('failed_nameserver')
      expect(formatStatusAndCode(await add('example.com'))).toBe('422 VALIDATION_ERROR')
      expect((await get(`${base}/domain/example.com`)).body.url).toBe('https://example.com/')
      expect((await get(`${base}/domain`)).body.domains).toHaveLength(3)
      expect((await get(`${base}/server-info/usage`)).body.counts.domains).toBe(3)
      expect(formatStatusAndCode(await send('POST', `${base}/domain/example.com/reset`))).toBe('200')
      expect((await get(`${base}/domain/example.com`)).body.url).toBe('http://example.com/')
      expect(formatStatusAndCode(await send('POST', `${base}/domain/none.com/reset`))).toBe('404 NOT_FOUND')
      expect(formatStatusAndCode(await send('DELETE', `${base}/server-cache/example.com/cache`))).toBe('200')
      expect((await get(`${base}/error-log?domain=${name}&lines=5`)).body.lines).toHaveLength(5)
      expect(formatStatusAndCode(await get(`${base}/error-log?domain=example.com&lines=0`))).toBe(
        '422 VALIDATION_ERROR',
      )
    },
  )

  test(
    'Subdomains and WordPress installations need a domain of the server',
    covers(
      'endpoint: hosting.subdomains',
      'endpoint: hosting.addSubdomain',
      'endpoint: hosting.wordpress',
      'endpoint: hosting.installWordpress',
      'endpoint: hosting.deleteWordpress',
    ),
    async () => {
      const { get, send } = await start()
      await send('POST', `${base}/domain`, { body: { domain: 'example.com', ssl: false } })
      expect(
        formatStatusAndCode(await send('POST', `${base}/subdomain`, { body: { subdomain: 'blog.none.com' } })),
      ).toBe('422 VALIDATION_ERROR')
      expect(
        formatStatusAndCode(
          await send('POST', `${base}/subdomain`, { body: { subdomain: 'blog.example.com', ssl: true } }),
        ),
      ).toBe('200')
      expect((await get(`${base}/subdomain`)).body.subdomains).toEqual([
        { fqdn: 'blog.example.com', document_root: expect.any(String) },
      ])
      const site = {
        url: 'https://example.com/',
        title: 'x',
        admin_username: 'a',
        admin_password: 'not-a-real-password',
        admin_email: 'a@example.com',
      }
      const { body } = await send('POST', `${base}/wp`, { body: site })
      expect((await get(`${base}/wp?domain=example.com`)).body.wordpress).toEqual([
        { id: body.id, url: site.url, title: 'x' },
      ])
      expect((await get(`${base}/wp?domain=other.com`)).body.wordpress).toEqual([])
      expect(formatStatusAndCode(await send('DELETE', `${base}/wp/${body.id}`, { body: { delete_db: false } }))).toBe(
        '200',
      )
      expect(formatStatusAndCode(await send('DELETE', `${base}/wp/${body.id}`))).toBe('404 NOT_FOUND')
    },
  )

  test.each([
    [{}, { databases: 0, database_users: 1, cron_jobs: 0 }],
    [
      { delete_db: true, delete_db_user: false, delete_cron: true },
      { databases: 0, database_users: 1, cron_jobs: 0 },
    ],
    [{ delete_db: false }, { databases: 1, database_users: 1, cron_jobs: 0 }],
    [{ delete_db_user: true }, { databases: 0, database_users: 0, cron_jobs: 0 }],
    [{ delete_cron: false }, { databases: 0, database_users: 1, cron_jobs: 1 }],
    [
      { delete_db: false, delete_db_user: false, delete_cron: false },
      { databases: 1, database_users: 1, cron_jobs: 1 },
    ],
  ])(
    'A WordPress installation deleted with %j leaves %j and does not change another installation',
    covers('hosting: WordPress is deleted with its parts'),
    async (flags, left) => {
      const { get, send } = await start()
      await send('POST', `${base}/domain`, { body: { domain: 'example.com', ssl: false } })
      const install = (url: string) =>
        send('POST', `${base}/wp`, {
          body: {
            url,
            title: 'x',
            admin_username: 'a',
            admin_password: 'not-a-real-password',
            admin_email: 'a@example.com',
          },
        })
      const { id } = (await install('https://example.com/')).body
      await install('https://example.com/other')
      const counts = async () => (await get(`${base}/server-info/usage`)).body.counts
      expect(await counts()).toMatchObject({ wordpress: 2, databases: 2, database_users: 2, cron_jobs: 2 })
      expect(formatStatusAndCode(await send('DELETE', `${base}/wp/${id}`, { body: flags }))).toBe('200')
      expect(await counts()).toMatchObject({
        wordpress: 1,
        databases: left.databases + 1,
        database_users: left.database_users + 1,
        cron_jobs: left.cron_jobs + 1,
      })
    },
  )

  test(
    'Databases, database users and grants can be added, but no database twice',
    covers('endpoint: hosting.addDatabase', 'endpoint: hosting.addDatabaseUser', 'endpoint: hosting.grantDatabase'),
    async () => {
      const { send } = await start()
      const db = (await send('POST', `${base}/db`, { body: { name_suffix: 'shop', character_set: 'utf8mb4' } })).body
        .db_name
      const user = (
        await send('POST', `${base}/db/user`, { body: { name_suffix: 'shop', password: 'not-a-real-password' } })
      ).body.db_user
      expect(formatStatusAndCode(await send('POST', `${base}/db/user/${user}/grant`, { body: { db_name: db } }))).toBe(
        '200',
      )
      expect(
        formatStatusAndCode(await send('POST', `${base}/db/user/${user}/grant`, { body: { db_name: 'none' } })),
      ).toBe('404 NOT_FOUND')
      expect(
        formatStatusAndCode(
          await send('POST', `${base}/db`, { body: { name_suffix: 'shop', character_set: 'utf8mb4' } }),
        ),
      ).toBe('422 VALIDATION_ERROR')
    },
  )

  test(
    'SSH can be switched on, and a generated private key is returned only once',
    covers(
      'endpoint: hosting.ssh',
      'endpoint: hosting.setSsh',
      'endpoint: hosting.sshKeys',
      'endpoint: hosting.addSshKey',
      'endpoint: hosting.deleteSshKey',
    ),
    async () => {
      const { get, send, simulator } = await start()
      expect((await get(`${base}/ssh`)).body).toMatchObject({
        ssh_enabled: false,
        port: 10022,
        host: name,
        user: 'web01',
      })
      expect((await send('PUT', `${base}/ssh`, { body: { ssh_enabled: true } })).body.ssh_enabled).toBe(true)
      const { body } = await send('POST', `${base}/ssh/key`, { body: { generate: true } })
      expect(body.private_key).toContain('PRIVATE KEY')
      expect(JSON.stringify((await get(`${base}/ssh/key`)).body)).not.toContain('PRIVATE')
      expect(
        formatStatusAndCode(
          await send('POST', `${base}/ssh/key`, { body: { public_key: samplePublicKey, label: 'mine' } }),
        ),
      ).toBe('200')
      expect(formatStatusAndCode(await send('POST', `${base}/ssh/key`, { body: {} }))).toBe('422 VALIDATION_ERROR')
      expect(formatStatusAndCode(await send('DELETE', `${base}/ssh/key/${body.id}`))).toBe('200')
      expect((await get(`${base}/ssh/key`)).body.keys).toHaveLength(1)
      expect(simulator.ledger.charges).toEqual([])
    },
  )
})
