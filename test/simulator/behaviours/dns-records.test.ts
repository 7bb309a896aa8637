import { describe, expect, test } from 'vitest'
import { type CoveredRulesOptions, covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from '#test/simulator/start-test-simulator.ts'

const record = { type: 'A', host: 'www', content: '192.0.2.1' } as const

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
    'A record is added with the default TTL and priority and a new ID',
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
    'A record that is added twice is stored twice, because the call is not idempotent',
    covers('DNS record: added twice'),
    async () => {
      const { get, send } = await startTestSimulator(world)
      await send('POST', '/v1/domain/example.com/dns', { body: record })
      await send('POST', '/v1/domain/example.com/dns', { body: record })
      expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(3)
    },
  )

  test(
    'A change leaves the fields of a record that are not sent unchanged',
    covers('endpoint: domain.changeRecord'),
    async () => {
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
    },
  )

  test(
    'An A or AAAA record must hold an address even if only its type or only its content is changed',
    covers('DNS record: address after a change'),
    async () => {
      const { get, send } = await startTestSimulator(world)
      for (const body of [{ type: 'AAAA' }, { content: '999.1.1.1' }, { type: 'AAAA', content: '192.0.2.1' }]) {
        const answer = await send('PUT', '/v1/domain/example.com/dns/7', { body })
        expect(formatStatusAndCode(answer)).toBe('422 VALIDATION_ERROR')
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
    'Records other than MX and SRV are stored with priority 0, whatever is sent',
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
    'Records that the description does not forbid are accepted: beside a CNAME, a CNAME at the apex, an MX with an address',
    covers('DNS record: not checked beyond the description'),
    async () => {
      const { send } = await startTestSimulator(world)
      for (const body of [
        { type: 'CNAME', host: 'www', content: 'a.example' },
        { type: 'CNAME', host: '@', content: 'a.example' },
        { type: 'MX', host: '@', content: '192.0.2.1' },
      ]) {
        expect(formatStatusAndCode(await send('POST', '/v1/domain/example.com/dns', { body }))).toBe('200')
      }
    },
  )

  test(
    'A record is deleted once; an unknown ID, an ID of another zone and an ID that is no number are 404',
    covers('endpoint: domain.deleteRecord', 'error: RECORD_NOT_FOUND'),
    async () => {
      const { send } = await startTestSimulator(world)
      expect(formatStatusAndCode(await send('DELETE', '/v1/domain/example.com/dns/8'))).toBe('404 RECORD_NOT_FOUND')
      expect(formatStatusAndCode(await send('DELETE', '/v1/domain/example.com/dns/x'))).toBe('404 RECORD_NOT_FOUND')
      expect(formatStatusAndCode(await send('PUT', '/v1/domain/example.com/dns/99', { body: { ttl: 60 } }))).toBe(
        '404 RECORD_NOT_FOUND',
      )
      expect((await send('DELETE', '/v1/domain/example.com/dns/7')).body).toEqual({ message: expect.any(String) })
      expect(formatStatusAndCode(await send('DELETE', '/v1/domain/example.com/dns/7'))).toBe('404 RECORD_NOT_FOUND')
    },
  )

  test.each<[body: object, field: string, covers?: CoveredRulesOptions]>([
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
  ])(
    'The record %j is refused with 422 and the name of the field',
    covers('DNS record: bounds by field'),
    async (body, field) => {
      const { get, send } = await startTestSimulator(world)
      const answer = await send('POST', '/v1/domain/example.com/dns', { body })
      expect(formatStatusAndCode(answer)).toBe('422 VALIDATION_ERROR')
      expect(answer.body.error.errors).toEqual([expect.stringMatching(new RegExp(`^${field}: `))])
      expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(1)
    },
  )

  test(
    'A zone that is not editable is answered with 404',
    covers('DNS record: zone that is not editable'),
    async () => {
      const { get } = await startTestSimulator({
        users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com', dns_editable: false }] }],
      })
      expect(formatStatusAndCode(await get('/v1/domain/example.com/dns'))).toBe('404 DOMAIN_NOT_FOUND')
    },
  )
})
