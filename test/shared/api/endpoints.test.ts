import { describe, expect, test } from 'vitest'
import { endpoints, endpointNames, getEndpoint, isEndpointName } from '#shared/api/endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { covers } from '#test/simulator/api-rules-that-need-tests.ts'

const all = endpointNames.map((name) => ({ name, ...getEndpoint(name) }))
const area = (prefix: string) => all.filter(({ name }) => name.startsWith(`${prefix}.`))

/** A value that no field accepts. */
const rubbish = Symbol('rubbish')

describe('The catalog of endpoints', () => {
  // The counts are those of the API description. The catalog may also have endpoints that the description lacks.
  test.each([
    ['account', 2],
    ['server', 6],
    ['hosting', 21],
    ['domain', 17],
  ])('The area %s has at least the %i endpoints of the API description', (prefix, count) => {
    expect(area(prefix).length).toBeGreaterThanOrEqual(count)
  })

  test('The catalog describes no operation twice', () => {
    expect(new Set(all.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)).size).toBe(
      all.length,
    )
  })

  test('Every path starts with /v1', covers('versioning: 1 prefix /v1'), () => {
    expect(all.filter(({ path }) => !path.startsWith('/v1/'))).toEqual([])
  })

  test(
    'GET needs the read permission, every other method the write permission',
    covers('authentication: 10 scope follows the method'),
    () => {
      expect(
        all.filter(({ method, scope }) => (method === 'GET') !== (scope === 'read')).map(({ name }) => name),
      ).toEqual([])
    },
  )

  test('An endpoint is a read exactly when its method is GET', () => {
    expect(
      all.filter(({ method, idempotency }) => (method === 'GET') !== (idempotency === 'read')).map(({ name }) => name),
    ).toEqual([])
  })

  test('Only order, acquisition, transfer and renewal are paid, each with its extra permission', () => {
    const paid = all.filter(({ idempotency }) => idempotency === 'paid')
    expect(Object.fromEntries(paid.map(({ name, extraPermission }) => [name, extraPermission]))).toEqual({
      'server.order': 'allow_signup',
      'domain.acquire': 'allow_acquisition',
      'domain.transfer': 'allow_acquisition',
      'domain.renew': 'allow_acquisition',
    })
  })

  test('Only plans, orders and signup status need the signup permission', () => {
    expect(all.filter(({ extraPermission }) => extraPermission === 'allow_signup').map(({ name }) => name)).toEqual([
      'server.plans',
      'server.order',
      'server.signupStatus',
    ])
  })
})

describe.each(all)('$name', ({ path, idempotency, settledBy, limit, service, input, output, example }) => {
  test('The endpoint has an input field for each path parameter', () => {
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(listPathParamNames(path)))
  })

  test('The endpoint names the read that settles it exactly when a second call would do harm', () => {
    expect(settledBy !== undefined).toBe(idempotency === 'once' || idempotency === 'paid')
    if (settledBy === undefined) return
    expect(isEndpointName(settledBy) && endpoints[settledBy].idempotency).toBe('read')
  })

  test('The endpoint counts against the limits of its own service', () => {
    expect(Object.hasOwn(rateLimits, limit)).toBe(true)
    expect(limit).toBe(service === 'domain' ? 'domain' : service === 'server' ? 'server' : 'account')
  })

  test('The example is valid under the schemas of the endpoint', () => {
    expect(() => input.parse(example.input)).not.toThrow()
    expect(() => output.parse(example.output)).not.toThrow()
  })

  test('The example follows only examples of known endpoints', () => {
    expect((example.after ?? []).filter((name) => !isEndpointName(name))).toEqual([])
  })

  test('The input schema refuses an unknown field and a missing parameter', () => {
    const given = example.input as Record<string, unknown>
    expect(input.safeParse({ ...given, no_such_field: 1 }).success).toBe(false)
    for (const param of listPathParamNames(path)) {
      expect(input.safeParse({ ...given, [param]: undefined }).success).toBe(false)
    }
  })

  test('The input schema refuses a field of the wrong type', () => {
    for (const field of Object.keys(input.shape)) {
      expect(input.safeParse({ ...(example.input as object), [field]: rubbish }).success, field).toBe(false)
    }
  })

  test('The output schema keeps unknown fields of an answer', covers('versioning: 2 unknown fields are kept'), () => {
    const answer = { ...(example.output as object), something_new: { deep: ['kept'] } }
    expect(output.parse(answer)).toEqual(expect.objectContaining({ something_new: { deep: ['kept'] } }))
  })
})

const accepts = (name: keyof typeof endpoints, input: object) => {
  const entry = getEndpoint(name)
  return entry.input.safeParse({ ...(entry.example.input as object), ...input }).success
}

describe('The rules of the fields', () => {
  test('A memo has up to 500 characters of Japanese text including Windows extensions, but no emoji', () => {
    expect(accepts('server.setMemo', { memo: '' })).toBe(true)
    expect(accepts('server.setMemo', { memo: 'あ'.repeat(500) })).toBe(true)
    expect(accepts('server.setMemo', { memo: 'あ'.repeat(501) })).toBe(false)
    expect(accepts('server.setMemo', { memo: '検証①～ⅢｱァＡ髙﨑\n丂' })).toBe(true)
    expect(accepts('server.setMemo', { memo: '検証 🙂' })).toBe(false)
    expect(accepts('server.setMemo', { memo: '한글' })).toBe(false)
  })

  test('A list of name servers has 1 to 13 different host names of at most 253 characters', () => {
    const hosts = (count: number) => Array.from({ length: count }, (_, index) => `ns${index}.example.com`)
    const long = `${`${'a'.repeat(62)}.`.repeat(4)}com`
    expect(accepts('domain.setNameservers', { nameservers: [] })).toBe(false)
    expect(accepts('domain.setNameservers', { nameservers: hosts(1) })).toBe(true)
    expect(accepts('domain.setNameservers', { nameservers: hosts(13) })).toBe(true)
    expect(accepts('domain.setNameservers', { nameservers: hosts(14) })).toBe(false)
    expect(accepts('domain.setNameservers', { nameservers: ['ns.example.com', 'NS.example.com.'] })).toBe(false)
    expect(accepts('domain.setNameservers', { nameservers: ['not a host'] })).toBe(false)
    expect(long.length).toBe(255)
    expect(accepts('domain.setNameservers', { nameservers: [long] })).toBe(false)
    expect(accepts('domain.setNameservers', { nameservers: [long.slice(2)] })).toBe(true)
  })

  test.each([
    ['type', ['A', 'CNAME', 'MX', 'TXT', 'NS', 'SRV'], ['SOA', 'a', '', 'AAAA']],
    ['host', ['@', '*', 'a'.repeat(64)], ['', 'a'.repeat(65)]],
    ['content', ['192.0.2.99'], ['', 'x'.repeat(1025)]],
    ['ttl', [60, 86_400, undefined], [59, 86_401, 60.5, '3600']],
    ['priority', [0, 999, undefined], [-1, 1000, '10']],
  ])(
    'The field %s has the same bounds in an added and in a changed record',
    covers('limits: bounds of a record in the catalog'),
    (field, good, bad) => {
      for (const name of ['domain.addRecord', 'domain.changeRecord'] as const) {
        for (const value of good) expect(accepts(name, { [field]: value }), `${name} ${String(value)}`).toBe(true)
        for (const value of bad) expect(accepts(name, { [field]: value }), `${name} ${String(value)}`).toBe(false)
      }
    },
  )

  test('The content must fit the record type, unless the type or the content is omitted', () => {
    for (const name of ['domain.addRecord', 'domain.changeRecord'] as const) {
      for (const content of ['x', 'x'.repeat(1024)]) expect(accepts(name, { type: 'TXT', content })).toBe(true)
      for (const content of ['', 'x'.repeat(1025)]) expect(accepts(name, { type: 'TXT', content })).toBe(false)
      expect(accepts(name, { type: 'AAAA', content: '2001:db8::1' })).toBe(true)
      expect(accepts(name, { type: 'AAAA', content: '192.0.2.1' })).toBe(false)
      expect(accepts(name, { type: 'A', content: '999.1.1.1' })).toBe(false)
    }
    expect(
      endpoints['domain.changeRecord'].input.safeParse({ domain_name: 'example.com', dns_id: 7, type: 'AAAA' }).success,
    ).toBe(true)
  })

  test('A record change has no defaults and sends only the given fields', () => {
    const parsed = endpoints['domain.changeRecord'].input.parse({ domain_name: 'example.com', dns_id: 7, content: 'x' })
    expect(parsed).toEqual({ domain_name: 'example.com', dns_id: 7, content: 'x' })
  })

  test(
    'A Whois change needs privacy or fields; public Whois needs 13 keys, nine of them filled, in Latin letters',
    covers('whois: fields in the catalog'),
    () => {
      const { fields } = endpoints['domain.setWhois'].example.input as { fields: Record<string, string> }
      const whois = (input: object) =>
        endpoints['domain.setWhois'].input.safeParse({ domain_name: 'example.com', ...input }).success
      expect(whois({})).toBe(false)
      expect(whois({ whois_privacy: true })).toBe(true)
      expect(whois({ whois_privacy: false })).toBe(true)
      expect(whois({ whois_privacy: true, fields: {} })).toBe(true)
      expect(whois({ whois_privacy: false, fields: {} })).toBe(false)
      expect(whois({ whois_privacy: false, fields })).toBe(true)
      const mayBeEmpty = Object.keys(fields).filter((key) =>
        whois({ whois_privacy: false, fields: { ...fields, [key]: '' } }),
      )
      expect(mayBeEmpty).toEqual(['organization_name', 'address2', 'fax', 'role'])
      for (const key of Object.keys(fields)) {
        const { [key]: _, ...rest } = fields
        expect(whois({ whois_privacy: false, fields: rest }), key).toBe(false)
      }
      expect(whois({ whois_privacy: false, fields: { ...fields, city: '東京' } })).toBe(false)
      expect(whois({ whois_privacy: false, fields: { ...fields, phone: '03-0000-0000' } })).toBe(false)
      expect(whois({ whois_privacy: false, fields: { ...fields, phone: '+1.5551234567' } })).toBe(false)
      expect(whois({ whois_privacy: false, fields: { ...fields, fax: '03-0000-0000' } })).toBe(true)
      expect(whois({ fields: { ...fields, unknown: 'x' } })).toBe(false)
    },
  )

  test.each([
    ['server.order', 'server_id', ['abc', 'a1b2c3d4e5f6'], ['ab', 'a1b2c3d4e5f67', '1abc', 'Abc', 'a-b']],
    ['server.order', 'period', [1, 60], [0, 61, 1.5]],
    ['server.order', 'plan_id', ['p', 'p'.repeat(64)], ['', 'p'.repeat(65)]],
    ['server.order', 'partner_code', ['A1', 'a'.repeat(50), undefined], ['a-b', 'a'.repeat(51)]],
    ['server.order', 'expected_total_price', [0], [-1, 0.5, '0', undefined]],
    ['server.order', 'agree_to_terms', [true], [false, undefined]],
    ['domain.acquire', 'agree_to_terms', [true], [false, undefined]],
    ['domain.acquire', 'domain_name', ['xn--r8jz45g.com'], ['例え.com', '', 'com']],
    ['domain.acquire', 'years', [1, 5, undefined], [0, 6]],
    [
      'domain.acquire',
      'nameservers',
      [undefined, Array(6).fill('ns.example.com')],
      [Array(7).fill('ns.example.com'), ['a_b.example.com']],
    ],
    ['domain.transfer', 'auth_code', ['x', 'x'.repeat(255)], ['', 'x'.repeat(256)]],
    ['domain.renew', 'years', [1, 5], [0, 6, undefined]],
    ['domain.renew', 'current_expiry_date', ['2027-03-31'], ['2027/03/31', undefined]],
    ['domain.check', 'domain_name', ['例え.com', 'x'.repeat(255)], ['', 'x'.repeat(256)]],
    ['account.logs', 'limit', [1, 500, undefined], [0, 501]],
  ] as const)(
    '%s accepts only values inside the bounds of %s',
    covers('limits: bounds of the catalog'),
    (name, field, good, bad) => {
      for (const value of good) expect(accepts(name, { [field]: value }), String(value)).toBe(true)
      for (const value of bad) expect(accepts(name, { [field]: value }), String(value)).toBe(false)
    },
  )
})
