import { describe, expect, test } from 'vitest'
import { type CoveredRulesOptions, covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from '#test/simulator/start-test-simulator.ts'

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
    'Whois data has all 13 fields and its flags',
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
    'A Whois change needs `whois_privacy` or all `fields`, and leaves the omitted one unchanged',
    covers('endpoint: domain.setWhois', 'whois: fields'),
    async () => {
      const { get, send } = await startDomain({ whois_privacy: true, fields })
      const put = (body: object) => send('PUT', '/v1/domain/example.com/whois', { body })
      expect(formatStatusAndCode(await put({}))).toBe('422 VALIDATION_ERROR')
      expect(formatStatusAndCode(await put({ whois_privacy: true, fields: {} }))).toBe('200')
      expect(formatStatusAndCode(await put({ whois_privacy: false }))).toBe('200')
      expect((await get('/v1/domain/example.com/whois')).body).toMatchObject({ whois_privacy: false, fields })
      expect(formatStatusAndCode(await put({ fields: { first_name: 'Jiro' } }))).toBe('422 VALIDATION_ERROR')
      expect(formatStatusAndCode(await put({ fields: { ...fields, first_name: 'Jiro' } }))).toBe('200')
      expect((await get('/v1/domain/example.com/whois')).body).toMatchObject({
        whois_privacy: false,
        fields: { first_name: 'Jiro' },
      })
    },
  )

  test('A phone number is accepted only as +81. and digits', covers('whois: phone form'), async () => {
    const { send } = await startDomain({ whois_privacy: false, fields })
    const put = (phone: string) =>
      send('PUT', '/v1/domain/example.com/whois', { body: { fields: { ...fields, phone } } })
    for (const phone of ['+81.312345678', '+81.1']) expect(formatStatusAndCode(await put(phone)), phone).toBe('200')
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
      expect(formatStatusAndCode(answer), phone).toBe('422 VALIDATION_ERROR')
      expect(answer.body.error.errors).toEqual([expect.stringMatching(/^fields\.phone: /)])
    }
    expect(
      formatStatusAndCode(
        await send('PUT', '/v1/domain/example.com/whois', { body: { fields: { ...fields, fax: '03-1234-5678' } } }),
      ),
    ).toBe('200')
  })

  test.each<[whois: object, name: string, expected: string, covers?: CoveredRulesOptions]>([
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
  ])('With the Whois data %j of %s, a change is answered with %s', async (whois, name, expected) => {
    const { send } = await startDomain(whois, name)
    expect(formatStatusAndCode(await send('PUT', `/v1/domain/${name}/whois`, { body: { whois_privacy: true } }))).toBe(
      expected,
    )
  })
})

describe('The registrar lock', () => {
  const startDomain = (lock: object) =>
    startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com', lock }] }] })
  const path = '/v1/domain/example.com/registrar-lock'

  test(
    'The registrar lock and Whois can be changed again when the registrar switch has ended',
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
      expect(formatStatusAndCode(await send('PUT', path, { body: { locked: true } }))).toBe('409 MIGRATION_LOCKED')
      clock.advance(60_000)
      expect((await get(path)).body.locked_by_migration).toBe(false)
      expect(
        formatStatusAndCode(await send('PUT', '/v1/domain/example.com/whois', { body: { whois_privacy: false } })),
      ).toBe('200')
      expect(formatStatusAndCode(await send('PUT', path, { body: { locked: true } }))).toBe('200')
    },
  )

  test(
    'The registrar lock and Whois are available for active domains only',
    covers('whois: active domains only', 'registrar lock: active domains only'),
    async () => {
      const { get, send } = await startTestSimulator({
        users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com', status: 'expired' }] }],
      })
      expect(formatStatusAndCode(await get(path))).toBe('409 DOMAIN_NOT_ACTIVE')
      expect(formatStatusAndCode(await send('PUT', path, { body: { locked: true } }))).toBe('409 DOMAIN_NOT_ACTIVE')
      expect(formatStatusAndCode(await get('/v1/domain/example.com/whois'))).toBe('409 DOMAIN_NOT_ACTIVE')
      expect(
        formatStatusAndCode(await send('PUT', '/v1/domain/example.com/whois', { body: { whois_privacy: true } })),
      ).toBe('409 DOMAIN_NOT_ACTIVE')
    },
  )

  test(
    'The registrar lock can be set and cleared, and appears in the EPP statuses',
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
    'The registrar lock cannot be cleared when `unlock_blocked` is set, nor changed during a registrar switch',
    covers('error: UNLOCK_BLOCKED', 'registrar lock: unlock_blocked', 'registrar lock: locked_by_migration'),
    async () => {
      const blocked = await startDomain({ locked: true, unlock_blocked: true })
      expect(formatStatusAndCode(await blocked.send('PUT', path, { body: { locked: false } }))).toBe(
        '409 UNLOCK_BLOCKED',
      )
      const migrating = await startDomain({ locked_by_migration: true })
      expect(formatStatusAndCode(await migrating.send('PUT', path, { body: { locked: true } }))).toBe(
        '409 MIGRATION_LOCKED',
      )
    },
  )

  test(
    'A registrar lock with `warn_on_lock` cannot be cleared after it is set',
    covers('registrar lock: warn_on_lock'),
    async () => {
      const { get, send } = await startDomain({ warn_on_lock: true })
      await send('PUT', path, { body: { locked: true } })
      expect((await get(path)).body).toMatchObject({ locked: true, unlock_blocked: true, warn_on_lock: false })
      expect(formatStatusAndCode(await send('PUT', path, { body: { locked: false } }))).toBe('409 UNLOCK_BLOCKED')
    },
  )
})
