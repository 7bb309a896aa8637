import { describe, expect, test } from 'vitest'
import { type CoveredRulesOptions, covers } from './api-rules-that-need-tests.ts'
import { samplePublicKey } from './sample-ssh-public-key.ts'
import { formatStatusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

const roomy = { per_minute: 10_000, per_day: 100_000, concurrent: 10 }
const name = 'web01.simulator.example'
const start = () =>
  startTestSimulator({
    limits: { domain: roomy, server: roomy, account: roomy },
    registered: ['theirs.com'],
    users: [
      {
        name: 'aoi',
        balance: 1_000_000,
        keys: [{ token }],
        servers: [{ server_id: 'web01' }],
        domains: [
          {
            domain_name: 'example.com',
            expiry_date: '2027-03-31',
            records: [{ id: 1, type: 'A', host: '@', content: '192.0.2.1' }],
          },
        ],
      },
    ],
  })

/** A body field with its valid and invalid values; undefined means that the field is omitted. */
type Row = [field: string, good: unknown[], bad: unknown[], covers?: CoveredRulesOptions]
const none = undefined
const dry = { agree_to_terms: true, dry_run: true }
const site = {
  url: `https://${name}/`,
  title: 'x',
  admin_username: 'a',
  admin_password: 'not-a-real-password',
  admin_email: 'a@example.com',
}
const host = (length: number) => `${'a.'.repeat(((length - 3) / 2) | 0)}com`.padStart(length, 'b')
const hosts = (count: number) => Array.from({ length: count }, (_, index) => `ns${index}.example.com`)

const record: Row[] = [
  ['type', ['A', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'A'], ['SOA', 'a', 1, null]],
  ['host', ['@', 'www', 'a'.repeat(64)], ['a'.repeat(65), 5, null], covers('bound: dnsHost')],
  ['content', ['192.0.2.2'], ['999.1.1.1', '::1', '']],
  ['content', [], ['x'.repeat(1025), 5, null], covers('bound: dnsContent')],
  ['ttl', [60, 86_400, none], [59, 86_401, '3600', 60.5, null], covers('bound: dnsTtl')],
  ['priority', [0, 999, none], [-1, 1000, '10', null], covers('bound: dnsPriority')],
]
const bodies: [title: string, method: 'POST' | 'PUT', path: string, body: Record<string, unknown>, rows: Row[]][] = [
  [
    'an added record',
    'POST',
    '/v1/domain/example.com/dns',
    { type: 'A', host: '@', content: '192.0.2.1' },
    [...record, ['type', ['A'], [none]], ['host', ['@'], [none]], ['content', ['192.0.2.1'], [none]]],
  ],
  [
    'an added text',
    'POST',
    '/v1/domain/example.com/dns',
    { type: 'TXT', host: '@' },
    [['content', ['x', 'x'.repeat(1024)], ['x'.repeat(1025), 5, null, none]]],
  ],
  [
    'an added IPv6 address',
    'POST',
    '/v1/domain/example.com/dns',
    { type: 'AAAA', host: '@' },
    [['content', ['2001:db8::1'], ['192.0.2.1', 'x']]],
  ],
  [
    'a changed record',
    'PUT',
    '/v1/domain/example.com/dns/1',
    {},
    [...record, ['type', [none], []], ['host', [none], []], ['content', [none], []]],
  ],
  [
    'a list of name servers',
    'PUT',
    '/v1/domain/example.com/nameservers',
    {},
    [
      [
        'nameservers',
        [hosts(1), hosts(13), [host(253)]],
        [none, [], hosts(14), [host(254)], ['a.com', 'A.com'], ['no host'], 'ns.example.com', [5]],
        covers('bound: nameservers'),
      ],
    ],
  ],
  [
    'a Whois change',
    'PUT',
    '/v1/domain/example.com/whois',
    { whois_privacy: true },
    [
      ['whois_privacy', [true, false], ['true', 1, null, none]],
      ['fields', [none, {}], ['x', [], { first_name: 5 }]],
    ],
  ],
  ['a lock', 'PUT', '/v1/domain/example.com/registrar-lock', {}, [['locked', [true, false], [none, 'true', 1, null]]]],
  [
    'a memo',
    'PUT',
    `/v1/server/${name}/memo`,
    {},
    [['memo', ['', '検証', 'あ'.repeat(500)], [none, 'あ'.repeat(501), '🙂', 5, null], covers('bound: memo')]],
  ],
  [
    'an order',
    'POST',
    '/v1/server',
    { plan_id: 'standard', period: 12, expected_total_price: 11_880, ...dry },
    [
      ['plan_id', ['standard'], [none, 'p'.repeat(65), '', 5], covers('bound: planId', 'order input: plan_id')],
      ['period', [12], [none, 0, 61, '12', 1.5], covers('bound: period', 'order input: period')],
      [
        'server_id',
        [none, 'abc', 'a1b2c3d4e5f6'],
        ['ab', 'a1b2c3d4e5f67', '1abc', 'Abc', 'a-b', 5],
        covers('bound: serverId', 'order input: server_id'),
      ],
      ['expected_total_price', [11_880], [none, -1, '11880', 0.5]],
      ['agree_to_terms', [true], [none, false, 'true', 1]],
      ['partner_code', [none, 'A1', 'a'.repeat(50)], ['a'.repeat(51), 'a-b', 5], covers('bound: partnerCode')],
      ['auto_renew', [none, true, false], ['true', 1, null]],
      ['dry_run', [true], ['true', 1, null]],
    ],
  ],
  [
    'an acquisition',
    'POST',
    '/v1/domain',
    { domain_name: 'free.com', expected_total_price: 990, ...dry },
    [
      [
        'domain_name',
        ['free.com', 'xn--r8jz45g.com'],
        [none, '例え.com', '', 5],
        covers('acquisition input: domain_name'),
      ],
      ['years', [none, 1], [0, 6, '1', 1.5]],
      [
        'nameservers',
        [none, hosts(1), hosts(6), [host(255)]],
        [hosts(7), [host(256)], ['a_b.com'], 'ns.example.com'],
        covers('bound: nameserversAtAcquisition'),
      ],
      ['expected_total_price', [990], [none, '990', 0.5]],
      ['agree_to_terms', [true], [none, false, 'true']],
      ['dry_run', [true], ['true', 1]],
    ],
  ],
  [
    'a transfer',
    'POST',
    '/v1/domain/theirs.com/transfer',
    { auth_code: 'x', expected_total_price: 1650, ...dry },
    [
      [
        'auth_code',
        ['x', 'x'.repeat(255)],
        [none, 'x'.repeat(256), 5],
        covers('bound: authCode', 'transfer input: auth_code'),
      ],
      ['expected_total_price', [1650], [none, '1650']],
      ['agree_to_terms', [true], [none, false], covers('transfer input: agree_to_terms')],
      ['dry_run', [true], ['true']],
    ],
  ],
  [
    'a renewal',
    'POST',
    '/v1/domain/example.com/renew',
    { years: 1, current_expiry_date: '2027-03-31', expected_total_price: 1650, dry_run: true },
    [
      ['years', [1], [none, 0, 6, '1'], covers('bound: years')],
      ['current_expiry_date', ['2027-03-31'], [none, '2027/03/31', '2027-02-30', 5]],
      ['expected_total_price', [1650], [none, '1650']],
      ['dry_run', [true], ['true']],
    ],
  ],
  [
    'a domain on a server',
    'POST',
    `/v1/server/${name}/domain`,
    { domain: 'new.com' },
    [
      ['domain', [], [none, 5]],
      ['ssl', [], ['yes']],
      ['redirect_https', [], ['yes']],
    ],
  ],
  [
    'a subdomain',
    'POST',
    `/v1/server/${name}/subdomain`,
    { subdomain: `blog.${name}` },
    [
      ['subdomain', [], [none, 5]],
      ['ssl', [], ['yes']],
    ],
  ],
  [
    'a WordPress installation',
    'POST',
    `/v1/server/${name}/wp`,
    site,
    ['url', 'title', 'admin_username', 'admin_password', 'admin_email'].map((field): Row => [field, [], [none, 5]]),
  ],
  [
    'a database',
    'POST',
    `/v1/server/${name}/db`,
    { name_suffix: 'shop', character_set: 'utf8mb4' },
    [
      ['name_suffix', [], [none, 5]],
      ['character_set', [], [none, 5]],
    ],
  ],
  [
    'a database user',
    'POST',
    `/v1/server/${name}/db/user`,
    { name_suffix: 'shop', password: 'not-a-real-password' },
    [
      ['name_suffix', [], [none, 5]],
      ['password', [], [none, 5]],
    ],
  ],
  [
    'a database grant',
    'POST',
    `/v1/server/${name}/db/user/web01_shop/grant`,
    { db_name: 'web01_shop' },
    [['db_name', [], [none, 5]]],
  ],
  [
    'the SSH switch',
    'PUT',
    `/v1/server/${name}/ssh`,
    { ssh_enabled: true },
    [['ssh_enabled', [true, false], [none, 'true']]],
  ],
  [
    'an SSH key',
    'POST',
    `/v1/server/${name}/ssh/key`,
    { public_key: samplePublicKey, label: 'mine' },
    [
      ['public_key', [samplePublicKey], [none, 5, 'ssh-ed25519 AAAA', 'mine']],
      ['label', ['mine'], [none, 5]],
      ['generate', [none, false], ['true']],
    ],
  ],
]

describe('The fields of a body', () => {
  test.each(bodies)(
    'The fields of %s are accepted inside their bounds and refused by name outside them',
    async (_, method, path, body, rows) => {
      const { send, simulator } = await start()
      for (const [field, good, bad] of rows) {
        for (const value of good)
          expect(
            formatStatusAndCode(await send(method, path, { body: { ...body, [field]: value } })),
            `${field} ${JSON.stringify(value)}`,
          ).toBe('200')
        for (const value of bad) {
          const answer = await send(method, path, { body: { ...body, [field]: value } })
          expect(formatStatusAndCode(answer), `${field} ${JSON.stringify(value)}`).toBe('422 VALIDATION_ERROR')
          // A Whois change without privacy and fields is refused as a whole, so the error names no field.
          if (field !== 'whois_privacy')
            expect(
              answer.body.error.errors.some((line: string) => line.startsWith(field)),
              `${field}: ${answer.body.error.errors}`,
            ).toBe(true)
        }
      }
      expect(simulator.ledger.charges).toEqual([])
    },
  )

  test(
    'An idempotency key has 8 to 64 letters, digits, hyphens and underscores, even if it is optional',
    covers('bound: idempotencyKey'),
    async () => {
      const { send } = await start()
      const renew = (key: string, dry_run: boolean) =>
        send('POST', '/v1/domain/example.com/renew', {
          headers: { 'idempotency-key': key },
          body: { years: 1, current_expiry_date: '2027-03-31', expected_total_price: 1, dry_run },
        })
      for (const right of ['a'.repeat(8), 'A-z_0123', 'a'.repeat(64)])
        expect(formatStatusAndCode(await renew(right, false))).toBe('422 PRICE_MISMATCH')
      for (const wrong of ['a'.repeat(7), 'a'.repeat(65), 'a b c d e f', 'a.b.c.d.e']) {
        expect(formatStatusAndCode(await renew(wrong, false))).toBe('422 VALIDATION_ERROR')
        expect(formatStatusAndCode(await renew(wrong, true))).toBe('422 VALIDATION_ERROR')
      }
    },
  )

  test('A DELETE accepts a JSON body and works without a body', covers('conventions: DELETE with a body'), async () => {
    const { send } = await start()
    const install = async () => (await send('POST', `/v1/server/${name}/wp`, { body: site })).body.id
    const remove = (id: number, options: object) => send('DELETE', `/v1/server/${name}/wp/${id}`, options)
    expect(formatStatusAndCode(await remove(await install(), {}))).toBe('200')
    const id = await install()
    expect(formatStatusAndCode(await remove(id, { body: { delete_db: 'yes' } }))).toBe('422 VALIDATION_ERROR')
    expect(formatStatusAndCode(await remove(id, { body: { delete_db_user: 1 } }))).toBe('422 VALIDATION_ERROR')
    expect(formatStatusAndCode(await remove(id, { body: { delete_cron: null } }))).toBe('422 VALIDATION_ERROR')
    expect(
      formatStatusAndCode(
        await remove(id, { raw: 'delete_db=false', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      ),
    ).toBe('400 BAD_REQUEST')
    expect(
      formatStatusAndCode(await remove(id, { body: { delete_db: false, delete_db_user: true, delete_cron: false } })),
    ).toBe('200')
  })
})

describe('The fields of a query', () => {
  test.each<[path: string, field: string, good: string[], bad: string[], covers?: CoveredRulesOptions]>([
    ['/v1/logs', 'limit', ['1', '500'], ['0', '501', '1.5', 'x', ''], covers('log query: limit')],
    [
      '/v1/logs',
      'from',
      ['2026-11-20 00:00:00'],
      ['yesterday', '2026-02-30 00:00:00', '2026-11-20'],
      covers('log query: form of from'),
    ],
    ['/v1/logs', 'to', ['2026-11-20 00:00:00'], ['tomorrow', '2026-11-20 25:00:00'], covers('log query: form of to')],
    ['/v1/logs', 'status_class', ['success', 'error'], ['ok', '']],
    ['/v1/logs', 'status_code', ['200', '404'], ['x', '2.5']],
    ['/v1/logs', 'method', ['GET', 'POST', 'PUT', 'DELETE'], ['get', 'PATCH']],
    ['/v1/logs', 'cursor', [], ['rubbish'], covers('log query: cursor')],
    [
      '/v1/domain/check',
      'domain_name',
      ['a', '例え.com', 'x'.repeat(255)],
      ['', 'x'.repeat(256)],
      covers('bound: domainName'),
    ],
    ['/v1/domain/pricing', 'tld', ['com', '.com,net', '', 'none'], []],
    ['/v1/server/plans', 'plan_id', ['standard', 'standard,premium', 'none'], []],
    [`/v1/server/${name}/error-log?domain=${name}`, 'lines', ['1', '100'], ['0', 'x', '1.5']],
  ])(
    'For %s, the query field %s is accepted inside its bounds and refused outside them',
    async (path, field, good, bad) => {
      const { get } = await start()
      const ask = (value: string) =>
        get(`${path}${path.includes('?') ? '&' : '?'}${field}=${encodeURIComponent(value)}`)
      for (const value of good) expect(formatStatusAndCode(await ask(value)), value).toBe('200')
      for (const value of bad) expect(formatStatusAndCode(await ask(value)), value).toBe('422 VALIDATION_ERROR')
    },
  )
})
