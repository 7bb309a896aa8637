import { describe, expect, test } from 'vitest'
import { type Covers, covers } from './api-rules.ts'
import { statusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

const record = { type: 'A', host: 'www', content: '192.0.2.1' } as const

describe('the domain list and detail', () => {
  test(
    'lists every domain of the user with Punycode, expiry, status and the decoded name or null',
    covers(
      'endpoint: domain.list',
      'domain: domain_name',
      'domain: expiry_date',
      'domain: status',
      'domain: decoded_domain',
    ),
    async () => {
      const { get } = await startTestSimulator({
        users: [
          {
            name: 'aoi',
            keys: [{ token }],
            domains: [
              { domain_name: 'example.com', expiry_date: '2027-01-31' },
              { domain_name: 'xn--r8jz45g.jp', status: 'expired', expiry_date: '2026-11-01' },
              { domain_name: 'new.example.net', status: 'pending_create' },
            ],
          },
          { name: 'other', domains: [{ domain_name: 'example.org' }] },
        ],
      })
      const { status, body } = await get('/v1/domain')
      expect(status).toBe(200)
      expect(body).toEqual({
        domains: [
          { domain_name: 'example.com', expiry_date: '2027-01-31', status: 'active', decoded_domain: null },
          { domain_name: 'xn--r8jz45g.jp', expiry_date: '2026-11-01', status: 'expired', decoded_domain: '例え.jp' },
          { domain_name: 'new.example.net', expiry_date: null, status: 'pending_create', decoded_domain: null },
        ],
      })
    },
  )

  test(
    'gives the detail with EPP statuses, and the decoded name of Japanese domains only',
    covers(
      'endpoint: domain.detail',
      'domain: auto_renew',
      'domain: epp_statuses',
      'domain: domain_name',
      'domain: decoded_domain',
    ),
    async () => {
      const { get } = await startTestSimulator({
        users: [
          {
            name: 'aoi',
            keys: [{ token }],
            domains: [
              {
                domain_name: 'example.com',
                expiry_date: '2027-01-31',
                lock: { locked: true },
                auto_renew: true,
                epp_statuses: ['clientTransferProhibited'],
              },
              { domain_name: 'xn--r8jz45g.jp', status: 'transferring' },
              { domain_name: 'gone.example.net', status: 'expired', epp_statuses: ['redemptionPeriod'] },
            ],
          },
        ],
      })
      expect((await get('/v1/domain/example.com')).body).toEqual({
        domain_name: 'example.com',
        expiry_date: '2027-01-31',
        status: 'active',
        auto_renew: true,
        epp_statuses: ['clientTransferProhibited'],
      })
      expect((await get('/v1/domain/xn--r8jz45g.jp')).body).toMatchObject({
        expiry_date: null,
        decoded_domain: '例え.jp',
        epp_statuses: ['pendingTransfer'],
      })
      expect((await get('/v1/domain/gone.example.net')).body).toMatchObject({ epp_statuses: ['redemptionPeriod'] })
    },
  )

  test(
    'the list is whole without any parameter, and one that is not known changes nothing',
    covers('versioning: 3 the list is whole without parameters'),
    async () => {
      const domains = Array.from({ length: 1200 }, (_, index) => ({ domain_name: `d${index}.com` }))
      const { get } = await startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }], domains }] })
      expect((await get('/v1/domain')).body.domains).toHaveLength(1200)
      expect((await get('/v1/domain?limit=10&page=2')).body.domains).toHaveLength(1200)
    },
  )

  test(
    'answers 404 for a domain that does not exist and for another user’s',
    covers('error: DOMAIN_NOT_FOUND'),
    async () => {
      const { get } = await startTestSimulator({
        users: [
          { name: 'aoi', keys: [{ token }] },
          { name: 'other', domains: [{ domain_name: 'example.org' }] },
        ],
      })
      expect(statusAndCode(await get('/v1/domain/example.com'))).toBe('404 DOMAIN_NOT_FOUND')
      expect(statusAndCode(await get('/v1/domain/example.org'))).toBe('404 DOMAIN_NOT_FOUND')
    },
  )

  test(
    'a key for selected domains lists only those and gets 403 for the others',
    covers('authentication: 4 selected domains', 'availability: targets are ignored at `/check`'),
    async () => {
      const { get } = await startTestSimulator({
        users: [
          {
            name: 'aoi',
            keys: [{ token, services: { domain: { target_mode: 'selected', targets: ['example.com'] } } }],
            domains: [{ domain_name: 'example.com' }, { domain_name: 'example.net' }],
          },
        ],
      })
      expect(
        (await get('/v1/domain')).body.domains.map((domain: { domain_name: string }) => domain.domain_name),
      ).toEqual(['example.com'])
      expect(statusAndCode(await get('/v1/domain/example.net'))).toBe('403 FORBIDDEN')
      expect(statusAndCode(await get('/v1/domain/example.com'))).toBe('200')
      expect((await get('/v1/domain/check?domain_name=free.com')).body.available).toBe(true)
    },
  )
})

describe('procedures that are under way', () => {
  test(
    'an acquisition and a transfer come to their end in their time, well or badly',
    covers('domain states: a procedure ends without a request'),
    async () => {
      const { get, clock } = await startTestSimulator({
        users: [
          {
            name: 'aoi',
            keys: [{ token }],
            domains: [
              {
                domain_name: 'a.com',
                status: 'pending_create',
                pending: { kind: 'create', seconds: 60, expiry_date: '2027-11-20' },
              },
              {
                domain_name: 'b.com',
                status: 'transferring',
                pending: { kind: 'transfer', seconds: 60, outcome: 'failed' },
              },
            ],
          },
        ],
      })
      const statuses = async () =>
        (await get('/v1/domain')).body.domains.map((domain: { status: string }) => domain.status)
      expect(await statuses()).toEqual(['pending_create', 'transferring'])
      clock.advance(60_000)
      expect(await statuses()).toEqual(['active', 'transfer_action_required'])
      expect((await get('/v1/domain/a.com')).body.expiry_date).toBe('2027-11-20')
    },
  )
})

describe('name servers', () => {
  test(
    'are read and replaced as a whole, for active domains only',
    covers('endpoint: domain.nameservers', 'endpoint: domain.setNameservers', 'error: DOMAIN_NOT_ACTIVE'),
    async () => {
      const { get, send } = await startTestSimulator({
        users: [
          {
            name: 'aoi',
            keys: [{ token }],
            domains: [{ domain_name: 'example.com' }, { domain_name: 'old.com', status: 'expired' }],
          },
        ],
      })
      expect((await get('/v1/domain/example.com/nameservers')).body.nameservers).toContain('ns1.simulator.example')
      const list = ['ns1.example.net', 'ns2.example.net']
      const put = await send('PUT', '/v1/domain/example.com/nameservers', { body: { nameservers: list } })
      expect(put.body).toEqual({ nameservers: list, message: expect.any(String) })
      expect((await get('/v1/domain/example.com/nameservers')).body).toEqual({ nameservers: list })
      expect(statusAndCode(await get('/v1/domain/old.com/nameservers'))).toBe('409 DOMAIN_NOT_ACTIVE')
      expect(statusAndCode(await send('PUT', '/v1/domain/old.com/nameservers', { body: { nameservers: list } }))).toBe(
        '409 DOMAIN_NOT_ACTIVE',
      )
      const twice = await send('PUT', '/v1/domain/example.com/nameservers', {
        body: { nameservers: ['ns1.example.net', 'NS1.example.net.'] },
      })
      expect(statusAndCode(twice)).toBe('422 VALIDATION_ERROR')
      expect(twice.body.error.errors).toEqual([expect.stringContaining('nameservers')])
    },
  )
})

describe('DNS records', () => {
  const world = {
    users: [
      {
        name: 'aoi',
        keys: [{ token }],
        domains: [
          { domain_name: 'example.com', records: [{ ...record, id: 7 }] },
          { domain_name: 'example.net', records: [{ ...record, id: 8 }] },
        ],
      },
    ],
  }

  test(
    'are added with the default TTL and priority and a new id',
    covers('endpoint: domain.dns', 'endpoint: domain.addRecord', 'DNS record: id'),
    async () => {
      const { get, send } = await startTestSimulator(world)
      const added = await send('POST', '/v1/domain/example.com/dns', {
        body: { type: 'TXT', host: '@', content: 'v=spf1 -all' },
      })
      expect(added.status).toBe(200)
      const { id, message, ...rest } = added.body
      expect(rest).toEqual({ type: 'TXT', host: '@', content: 'v=spf1 -all', ttl: 3600, priority: 0 })
      expect(message).toEqual(expect.any(String))
      expect([7, 8]).not.toContain(id)
      expect((await get('/v1/domain/example.com/dns')).body.records).toEqual([
        { id: 7, ...record, ttl: 3600, priority: 0 },
        { id, ...rest },
      ])
    },
  )

  test(
    'the same record added twice is there twice: adding has no idempotency',
    covers('DNS record: added twice'),
    async () => {
      const { get, send } = await startTestSimulator(world)
      await send('POST', '/v1/domain/example.com/dns', { body: record })
      await send('POST', '/v1/domain/example.com/dns', { body: record })
      expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(3)
    },
  )

  test('are changed only in what is sent', covers('endpoint: domain.changeRecord'), async () => {
    const { send } = await startTestSimulator(world)
    const changed = await send('PUT', '/v1/domain/example.com/dns/7', { body: { content: '192.0.2.2' } })
    expect(changed.body).toEqual({
      id: 7,
      ...record,
      content: '192.0.2.2',
      ttl: 3600,
      priority: 0,
      message: expect.any(String),
    })
    expect((await send('PUT', '/v1/domain/example.com/dns/7', { body: { ttl: 60 } })).body).toMatchObject({
      content: '192.0.2.2',
      ttl: 60,
    })
  })

  test(
    'hold an address in A and AAAA also after a change of the type or the content alone',
    covers('DNS record: address after a change'),
    async () => {
      const { get, send } = await startTestSimulator(world)
      for (const body of [{ type: 'AAAA' }, { content: '999.1.1.1' }, { type: 'AAAA', content: '192.0.2.1' }]) {
        const answer = await send('PUT', '/v1/domain/example.com/dns/7', { body })
        expect(statusAndCode(answer)).toBe('422 VALIDATION_ERROR')
        expect(answer.body.error.errors).toEqual([expect.stringMatching(/^content: /)])
      }
      expect((await get('/v1/domain/example.com/dns')).body.records).toEqual([
        { id: 7, ...record, ttl: 3600, priority: 0 },
      ])
      expect(
        (await send('PUT', '/v1/domain/example.com/dns/7', { body: { type: 'AAAA', content: '2001:db8::1' } })).body,
      ).toMatchObject({ type: 'AAAA', content: '2001:db8::1' })
    },
  )

  test(
    'hold priority 0 unless they are MX or SRV, whatever is sent',
    covers('DNS record: priority of MX and SRV only'),
    async () => {
      const { get, send } = await startTestSimulator(world)
      const contents = {
        A: '192.0.2.9',
        AAAA: '2001:db8::9',
        CNAME: 'a.example',
        TXT: 'x',
        NS: 'ns.example',
        MX: 'mail.example',
        SRV: '0 443 a.example',
      }
      for (const [type, content] of Object.entries(contents)) {
        const expected = type === 'MX' || type === 'SRV' ? 10 : 0
        expect(
          (await send('POST', '/v1/domain/example.com/dns', { body: { type, host: 'p', content, priority: 10 } })).body,
          type,
        ).toMatchObject({ type, priority: expected })
      }
      expect((await send('PUT', '/v1/domain/example.com/dns/7', { body: { priority: 5 } })).body).toMatchObject({
        priority: 0,
      })
      const mx = (await get('/v1/domain/example.com/dns')).body.records.find(
        ({ type }: { type: string }) => type === 'MX',
      )
      expect((await send('PUT', `/v1/domain/example.com/dns/${mx.id}`, { body: { type: 'TXT' } })).body).toMatchObject({
        type: 'TXT',
        priority: 0,
      })
    },
  )

  test(
    'are taken where the description names no check: beside a CNAME, at the apex, with an address for a target',
    covers('DNS record: not checked beyond the description'),
    async () => {
      const { send } = await startTestSimulator(world)
      for (const body of [
        { type: 'CNAME', host: 'www', content: 'a.example' },
        { type: 'CNAME', host: '@', content: 'a.example' },
        { type: 'MX', host: '@', content: '192.0.2.1' },
      ]) {
        expect(statusAndCode(await send('POST', '/v1/domain/example.com/dns', { body }))).toBe('200')
      }
    },
  )

  test(
    'are deleted once; an unknown id, another zone’s id and no number at all are 404',
    covers('endpoint: domain.deleteRecord', 'error: RECORD_NOT_FOUND'),
    async () => {
      const { send } = await startTestSimulator(world)
      expect(statusAndCode(await send('DELETE', '/v1/domain/example.com/dns/8'))).toBe('404 RECORD_NOT_FOUND')
      expect(statusAndCode(await send('DELETE', '/v1/domain/example.com/dns/x'))).toBe('404 RECORD_NOT_FOUND')
      expect(statusAndCode(await send('PUT', '/v1/domain/example.com/dns/99', { body: { ttl: 60 } }))).toBe(
        '404 RECORD_NOT_FOUND',
      )
      expect((await send('DELETE', '/v1/domain/example.com/dns/7')).body).toEqual({ message: expect.any(String) })
      expect(statusAndCode(await send('DELETE', '/v1/domain/example.com/dns/7'))).toBe('404 RECORD_NOT_FOUND')
    },
  )

  test.each<[body: object, field: string, covers?: Covers]>([
    [{ ...record, type: 'SOA' }, 'type', covers('DNS record: type')],
    [{ ...record, host: 'a'.repeat(65) }, 'host', covers('DNS record: host')],
    [{ ...record, type: 'TXT', content: 'a'.repeat(1025) }, 'content', covers('DNS record: content')],
    [{ ...record, content: '999.1.1.1' }, 'content'],
    [{ ...record, content: '2001:db8::1' }, 'content'],
    [{ ...record, type: 'AAAA' }, 'content'],
    [{ ...record, ttl: 59 }, 'ttl', covers('DNS record: ttl')],
    [{ ...record, ttl: '3600' }, 'ttl'],
    [{ ...record, priority: 1000 }, 'priority', covers('DNS record: priority')],
    [{ type: 'A', content: '192.0.2.1' }, 'host'],
  ])('%j is refused with 422 that names the field', covers('DNS record: bounds by field'), async (body, field) => {
    const { get, send } = await startTestSimulator(world)
    const answer = await send('POST', '/v1/domain/example.com/dns', { body })
    expect(statusAndCode(answer)).toBe('422 VALIDATION_ERROR')
    expect(answer.body.error.errors).toEqual([expect.stringMatching(new RegExp(`^${field}: `))])
    expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(1)
  })

  test(
    'a zone that is not editable is not operable: 404',
    covers('DNS record: zone that is not editable'),
    async () => {
      const { get } = await startTestSimulator({
        users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com', dns_editable: false }] }],
      })
      expect(statusAndCode(await get('/v1/domain/example.com/dns'))).toBe('404 DOMAIN_NOT_FOUND')
    },
  )
})

describe('Whois', () => {
  const fields = {
    organization_name: '',
    first_name: 'Taro',
    last_name: 'Yamada',
    postal_code: '100-0001',
    state_province: 'Tokyo',
    city: 'Chiyoda-ku',
    address1: '1-1',
    address2: '',
    email: 'taro@example.com',
    phone: '+81.312345678',
    fax: '',
    country: 'JP',
    role: '',
  }
  const startDomain = (whois: object, name = 'example.com') =>
    startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: name, whois }] }] })

  test(
    'is read with all 13 fields and its flags',
    covers('endpoint: domain.whois', 'whois: domain_name', 'whois: whois_privacy'),
    async () => {
      const { get } = await startDomain({ whois_privacy: false, fields })
      expect((await get('/v1/domain/example.com/whois')).body).toEqual({
        domain_name: 'example.com',
        whois_privacy: false,
        is_whois_privacy_available: true,
        locked_by_migration: false,
        fields,
        mail_validation_required: false,
      })
    },
  )

  test(
    'needs privacy or fields; what is left out stays',
    covers('endpoint: domain.setWhois', 'whois: fields'),
    async () => {
      const { get, send } = await startDomain({ whois_privacy: true, fields })
      const put = (body: object) => send('PUT', '/v1/domain/example.com/whois', { body })
      expect(statusAndCode(await put({}))).toBe('422 VALIDATION_ERROR')
      expect(statusAndCode(await put({ whois_privacy: true, fields: {} }))).toBe('200')
      expect(statusAndCode(await put({ whois_privacy: false }))).toBe('200')
      expect((await get('/v1/domain/example.com/whois')).body).toMatchObject({ whois_privacy: false, fields })
      expect(statusAndCode(await put({ fields: { first_name: 'Jiro' } }))).toBe('422 VALIDATION_ERROR')
      expect(statusAndCode(await put({ fields: { ...fields, first_name: 'Jiro' } }))).toBe('200')
      expect((await get('/v1/domain/example.com/whois')).body).toMatchObject({
        whois_privacy: false,
        fields: { first_name: 'Jiro' },
      })
    },
  )

  test('takes a phone number as +81. and digits only', covers('whois: phone form'), async () => {
    const { send } = await startDomain({ whois_privacy: false, fields })
    const put = (phone: string) =>
      send('PUT', '/v1/domain/example.com/whois', { body: { fields: { ...fields, phone } } })
    for (const phone of ['+81.312345678', '+81.1']) expect(statusAndCode(await put(phone)), phone).toBe('200')
    for (const phone of [
      '+81.',
      '+81.3-1234-5678',
      '+81312345678',
      '81.312345678',
      '+1.5551234567',
      '03-1234-5678',
      '+81.３１',
    ]) {
      const answer = await put(phone)
      expect(statusAndCode(answer), phone).toBe('422 VALIDATION_ERROR')
      expect(answer.body.error.errors).toEqual([expect.stringMatching(/^fields\.phone: /)])
    }
    expect(
      statusAndCode(
        await send('PUT', '/v1/domain/example.com/whois', { body: { fields: { ...fields, fax: '03-1234-5678' } } }),
      ),
    ).toBe('200')
  })

  test.each<[whois: object, name: string, expected: string, covers?: Covers]>([
    [
      { locked_by_migration: true },
      'example.com',
      '409 MIGRATION_LOCKED',
      covers('error: MIGRATION_LOCKED', 'whois: locked_by_migration'),
    ],
    [
      { mail_validation_required: true },
      'example.com',
      '409 MAIL_VALIDATION_REQUIRED',
      covers('error: MAIL_VALIDATION_REQUIRED', 'whois: mail_validation_required'),
    ],
    [{}, 'example.co.jp', '409 WHOIS_NOT_EDITABLE', covers('error: WHOIS_NOT_EDITABLE', 'whois: TLDs that support it')],
    [{}, 'example.jp', '200'],
    [
      { is_whois_privacy_available: false, whois_privacy: false },
      'example.com',
      '422 VALIDATION_ERROR',
      covers('whois: is_whois_privacy_available'),
    ],
  ])('with %j on %s a change answers %s', async (whois, name, expected) => {
    const { send } = await startDomain(whois, name)
    expect(statusAndCode(await send('PUT', `/v1/domain/${name}/whois`, { body: { whois_privacy: true } }))).toBe(
      expected,
    )
  })
})

describe('the registrar lock', () => {
  const startDomain = (lock: object) =>
    startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com', lock }] }] })
  const path = '/v1/domain/example.com/registrar-lock'

  test(
    'and Whois are free again by themselves when the registrar switch is over',
    covers('registrar lock: released after a registrar switch'),
    async () => {
      const { get, send, clock } = await startTestSimulator({
        users: [
          {
            name: 'aoi',
            keys: [{ token }],
            domains: [{ domain_name: 'example.com', pending: { kind: 'migration', seconds: 60 } }],
          },
        ],
      })
      expect((await get(path)).body.locked_by_migration).toBe(true)
      expect((await get('/v1/domain/example.com/whois')).body.locked_by_migration).toBe(true)
      expect(statusAndCode(await send('PUT', path, { body: { locked: true } }))).toBe('409 MIGRATION_LOCKED')
      clock.advance(60_000)
      expect((await get(path)).body.locked_by_migration).toBe(false)
      expect(statusAndCode(await send('PUT', '/v1/domain/example.com/whois', { body: { whois_privacy: false } }))).toBe(
        '200',
      )
      expect(statusAndCode(await send('PUT', path, { body: { locked: true } }))).toBe('200')
    },
  )

  test(
    'and Whois are for active domains only',
    covers('whois: active domains only', 'registrar lock: active domains only'),
    async () => {
      const { get, send } = await startTestSimulator({
        users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com', status: 'expired' }] }],
      })
      expect(statusAndCode(await get(path))).toBe('409 DOMAIN_NOT_ACTIVE')
      expect(statusAndCode(await send('PUT', path, { body: { locked: true } }))).toBe('409 DOMAIN_NOT_ACTIVE')
      expect(statusAndCode(await get('/v1/domain/example.com/whois'))).toBe('409 DOMAIN_NOT_ACTIVE')
      expect(statusAndCode(await send('PUT', '/v1/domain/example.com/whois', { body: { whois_privacy: true } }))).toBe(
        '409 DOMAIN_NOT_ACTIVE',
      )
    },
  )

  test(
    'is set and cleared, and shows among the EPP statuses',
    covers(
      'endpoint: domain.lock',
      'endpoint: domain.setLock',
      'domain states: lock toggles',
      'registrar lock: domain_name',
      'registrar lock: locked',
    ),
    async () => {
      const { get, send } = await startDomain({})
      expect((await get(path)).body).toEqual({
        domain_name: 'example.com',
        locked: false,
        locked_by_migration: false,
        unlock_blocked: false,
        warn_on_lock: false,
      })
      expect((await send('PUT', path, { body: { locked: true } })).body).toEqual({
        locked: true,
        message: expect.any(String),
      })
      expect((await get('/v1/domain/example.com')).body.epp_statuses).toEqual(['clientTransferProhibited'])
      expect((await send('PUT', path, { body: { locked: false } })).body.locked).toBe(false)
    },
  )

  test(
    'cannot be cleared where that needs a cancellation, nor changed during a registrar switch',
    covers('error: UNLOCK_BLOCKED', 'registrar lock: unlock_blocked', 'registrar lock: locked_by_migration'),
    async () => {
      const blocked = await startDomain({ locked: true, unlock_blocked: true })
      expect(statusAndCode(await blocked.send('PUT', path, { body: { locked: false } }))).toBe('409 UNLOCK_BLOCKED')
      const migrating = await startDomain({ locked_by_migration: true })
      expect(statusAndCode(await migrating.send('PUT', path, { body: { locked: true } }))).toBe('409 MIGRATION_LOCKED')
    },
  )

  test('with its warning, once set, it stays', covers('registrar lock: warn_on_lock'), async () => {
    const { get, send } = await startDomain({ warn_on_lock: true })
    await send('PUT', path, { body: { locked: true } })
    expect((await get(path)).body).toMatchObject({ locked: true, unlock_blocked: true, warn_on_lock: false })
    expect(statusAndCode(await send('PUT', path, { body: { locked: false } }))).toBe('409 UNLOCK_BLOCKED')
  })
})

describe('availability and prices', () => {
  const world = {
    tlds: [
      { tld: 'com', register: 990, renew: 1650, transfer: 1650 },
      { tld: 'jp', register: 2200, renew: 3124, transfer: null },
    ],
    registered: ['taken.com'],
    premium: ['gold.com'],
    external_conflict: ['elsewhere.com'],
    users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'mine.com' }] }],
  }

  test.each<[name: string, reason: string | null, isPriced: boolean, covers?: Covers]>([
    ['free.com', null, true],
    ['taken.com', 'registered', true, covers('availability: registered')],
    ['mine.com', 'registered', true],
    ['gold.com', 'premium', true, covers('availability: premium name')],
    ['elsewhere.com', 'external_conflict', true, covers('availability: external_conflict')],
    ['free.museum', 'unsupported_tld', false, covers('availability: unsupported_tld')],
    ['例え.com', 'invalid_name', false, covers('availability: invalid_name')],
    ['-x.com', 'invalid_name', false],
  ])(
    '%s has reason %s',
    covers(
      'endpoint: domain.check',
      'availability: available',
      'availability: reason',
      'availability: premium',
      'availability: reason_message',
      'availability: prices',
    ),
    async (name, reason, isPriced) => {
      const { get } = await startTestSimulator(world)
      const { body } = await get(`/v1/domain/check?domain_name=${encodeURIComponent(name)}`)
      expect(body).toMatchObject({ available: reason === null, reason, premium: false })
      expect(Object.hasOwn(body, 'reason_message')).toBe(reason !== null)
      expect(body.prices).toEqual(
        isPriced ? { register: 990, renew: 1650, transfer: 1650, currency: 'JPY', campaign_applied: false } : null,
      )
    },
  )

  test(
    'a TLD that cannot be transferred or renewed through the API has null for its price',
    covers('availability: prices without transfer or renewal'),
    async () => {
      const { get } = await startTestSimulator({
        ...world,
        tlds: [{ tld: 'slow', register: 500, renew: null, transfer: null, campaign_applied: true }],
      })
      expect((await get('/v1/domain/pricing')).body.prices).toEqual([
        { tld: 'slow', register: 500, renew: null, transfer: null, currency: 'JPY', campaign_applied: true },
      ])
    },
  )

  test(
    'prices are filtered by TLDs, with or without a dot',
    covers('endpoint: domain.pricing', 'availability: price list by TLD'),
    async () => {
      const { get } = await startTestSimulator(world)
      const tlds = async (query: string) =>
        (await get(`/v1/domain/pricing${query}`)).body.prices.map((price: { tld: string }) => price.tld)
      expect(await tlds('')).toEqual(['com', 'jp'])
      expect(await tlds('?tld=.jp')).toEqual(['jp'])
      expect(await tlds('?tld=jp,.com,none')).toEqual(['com', 'jp'])
    },
  )

  test('check needs a name of at most 255 characters', covers('availability: length of the name'), async () => {
    const { get } = await startTestSimulator(world)
    expect(statusAndCode(await get('/v1/domain/check'))).toBe('422 VALIDATION_ERROR')
    expect(statusAndCode(await get(`/v1/domain/check?domain_name=${'a'.repeat(256)}`))).toBe('422 VALIDATION_ERROR')
  })
})
