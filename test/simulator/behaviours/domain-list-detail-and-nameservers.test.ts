import { describe, expect, test } from 'vitest'
import { covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from '#test/simulator/start-test-simulator.ts'

describe('The domain list and detail', () => {
  test(
    'The list has every domain of the user with Punycode name, expiry, status, and the decoded name or null',
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
    'The detail has the EPP statuses, and the decoded name of Japanese domains only',
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
    'The list is complete without parameters, and an unknown parameter changes nothing',
    covers('versioning: 3 the list is whole without parameters'),
    async () => {
      const domains = Array.from({ length: 1200 }, (_, index) => ({ domain_name: `d${index}.com` }))
      const { get } = await startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }], domains }] })
      expect((await get('/v1/domain')).body.domains).toHaveLength(1200)
      expect((await get('/v1/domain?limit=10&page=2')).body.domains).toHaveLength(1200)
    },
  )

  test(
    'An unknown domain and a domain of another user are answered with 404',
    covers('error: DOMAIN_NOT_FOUND'),
    async () => {
      const { get } = await startTestSimulator({
        users: [
          { name: 'aoi', keys: [{ token }] },
          { name: 'other', domains: [{ domain_name: 'example.org' }] },
        ],
      })
      expect(formatStatusAndCode(await get('/v1/domain/example.com'))).toBe('404 DOMAIN_NOT_FOUND')
      expect(formatStatusAndCode(await get('/v1/domain/example.org'))).toBe('404 DOMAIN_NOT_FOUND')
    },
  )

  test(
    'A key for selected domains lists only those and is answered with 403 for the others',
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
      expect(formatStatusAndCode(await get('/v1/domain/example.net'))).toBe('403 FORBIDDEN')
      expect(formatStatusAndCode(await get('/v1/domain/example.com'))).toBe('200')
      expect((await get('/v1/domain/check?domain_name=free.com')).body.available).toBe(true)
    },
  )
})

describe('Procedures in progress', () => {
  test(
    'An acquisition and a transfer end after their duration, with success or failure',
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

describe('Name servers', () => {
  test(
    'Name servers are read and replaced as a whole, for active domains only',
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
      expect(formatStatusAndCode(await get('/v1/domain/old.com/nameservers'))).toBe('409 DOMAIN_NOT_ACTIVE')
      expect(
        formatStatusAndCode(await send('PUT', '/v1/domain/old.com/nameservers', { body: { nameservers: list } })),
      ).toBe('409 DOMAIN_NOT_ACTIVE')
      const twice = await send('PUT', '/v1/domain/example.com/nameservers', {
        body: { nameservers: ['ns1.example.net', 'NS1.example.net.'] },
      })
      expect(formatStatusAndCode(twice)).toBe('422 VALIDATION_ERROR')
      expect(twice.body.error.errors).toEqual([expect.stringContaining('nameservers')])
    },
  )
})
