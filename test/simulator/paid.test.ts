import { describe, expect, test } from 'vitest'
import { minSignupBalanceYen } from '#shared/api/limits.ts'
import type { WorldFile } from '#simulator/world-file.ts'
import { type Covers, covers } from './api-rules.ts'
import { statusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

const hour = 3_600_000
const day = 24 * hour
const tlds = [
  { tld: 'com', register: 990, renew: 1650, transfer: 1650 },
  { tld: 'jp', register: 2200, renew: 3124, transfer: null, max_years: 1 },
  { tld: 'free', register: 0, renew: 1000, transfer: null, campaign_applied: true },
  { tld: 'slow', register: 500, renew: null, transfer: 500, hold_seconds: 60 },
]

function worldWith(user: object = {}, rest: Partial<WorldFile> = {}): WorldFile {
  return {
    tlds,
    registered: [
      { domain_name: 'theirs.com', auth_code: 'secret-code', expiry_date: '2027-03-01', transfer_seconds: 60 },
      { domain_name: 'young.com', registered_on: '2026-11-01' },
      { domain_name: 'locked.com', locked: true },
      { domain_name: 'theirs.jp' },
      { domain_name: 'failing.com', transfer_seconds: 60, transfer_outcome: 'failed' },
    ],
    premium: ['gold.com'],
    external_conflict: ['elsewhere.com'],
    ...rest,
    users: [
      {
        name: 'aoi',
        balance: 10_000,
        keys: [{ token }],
        domains: [
          { domain_name: 'mine.com', expiry_date: '2027-02-28' },
          { domain_name: 'old.com', status: 'expired' },
          { domain_name: 'wait.com', status: 'pending_create' },
        ],
        ...user,
      },
    ],
  }
}

async function start(user: object = {}, rest: Partial<WorldFile> = {}) {
  const rig = await startTestSimulator(worldWith(user, rest))
  let last = 0
  const pay = (path: string, body: object, key: string | null = `key-${String((last += 1)).padStart(8, '0')}`) =>
    rig.send('POST', path, { body, headers: key === null ? {} : { 'idempotency-key': key } })
  return {
    ...rig,
    pay,
    acquire: (body: object = {}, key?: string | null) =>
      pay('/v1/domain', { domain_name: 'free.com', expected_total_price: 990, agree_to_terms: true, ...body }, key),
    transfer: (name: string, body: object = {}, key?: string | null) =>
      pay(
        `/v1/domain/${name}/transfer`,
        { auth_code: 'secret-code', expected_total_price: 1650, agree_to_terms: true, ...body },
        key,
      ),
    renew: (body: object = {}, key?: string | null, name = 'mine.com') =>
      pay(
        `/v1/domain/${name}/renew`,
        { years: 1, current_expiry_date: '2027-02-28', expected_total_price: 1650, ...body },
        key,
      ),
    charged: () => rig.simulator.ledger.charges.map(({ kind, target, yen }) => `${kind} ${target} ${yen}`),
    balance: () => rig.simulator.world.user('aoi').balance,
  }
}

describe('acquiring a domain', () => {
  test(
    'charges the price of all years once and gives the domain without auto-renewal',
    covers(
      'endpoint: domain.acquire',
      'domain states: acquisition to active',
      'conventions: whole yen',
      'conventions: paid calls are synchronous',
      'acquisition input: nameservers',
    ),
    async () => {
      const { acquire, get, charged, balance } = await start()
      const { status, body } = await acquire({ years: 2, expected_total_price: 1980, nameservers: ['ns1.example.net'] })
      expect(status).toBe(200)
      expect(body).toEqual({
        domain: { domain_name: 'free.com', status: 'active', expiry_date: '2028-11-20', epp_statuses: [] },
      })
      expect(charged()).toEqual(['acquire free.com 1980'])
      expect(balance()).toBe(8020)
      expect((await get('/v1/domain/free.com')).body.auto_renew).toBe(false)
      expect((await get('/v1/domain/free.com/nameservers')).body.nameservers).toEqual(['ns1.example.net'])
      expect((await get('/v1/domain/check?domain_name=free.com')).body.reason).toBe('registered')
    },
  )

  test(
    'may be held: pending without an expiry, active when the hold is over',
    covers('domain states: acquisition to pending_create, `pendingCreate`', 'domain states: pending_create to active'),
    async () => {
      const { acquire, get, clock } = await start()
      expect((await acquire({ domain_name: 'new.slow', expected_total_price: 500 })).body.domain).toEqual({
        domain_name: 'new.slow',
        status: 'pending_create',
        expiry_date: null,
        epp_statuses: ['pendingCreate'],
      })
      clock.advance(60_000)
      expect((await get('/v1/domain/new.slow')).body).toMatchObject({ status: 'active', expiry_date: '2027-11-20' })
    },
  )

  test(
    'a dry run names the price, needs no idempotency key and changes nothing',
    covers('acquisition input: dry_run'),
    async () => {
      const { acquire, get, charged } = await start()
      expect((await acquire({ dry_run: true }, null)).body).toEqual({ dry_run: true, total_price: 990 })
      expect(charged()).toEqual([])
      expect(statusAndCode(await get('/v1/domain/free.com'))).toBe('404 DOMAIN_NOT_FOUND')
    },
  )

  test.each<[body: object, user: object, expected: string, covers?: Covers]>([
    [
      { expected_total_price: 991 },
      {},
      '422 PRICE_MISMATCH',
      covers('error: PRICE_MISMATCH', 'acquisition input: expected_total_price'),
    ],
    [{ agree_to_terms: false }, {}, '422 VALIDATION_ERROR', covers('acquisition input: agree_to_terms')],
    [{ domain_name: '例え.com' }, {}, '422 VALIDATION_ERROR', covers('conventions: Punycode in and out')],
    [
      { domain_name: 'free.jp', years: 2, expected_total_price: 4400 },
      {},
      '422 VALIDATION_ERROR',
      covers('acquisition input: years'),
    ],
    [{ domain_name: 'free.museum' }, {}, '422 UNSUPPORTED_TLD_FOR_API'],
    [
      { domain_name: 'free.co.jp' },
      {},
      '422 UNSUPPORTED_TLD_FOR_API',
      covers('acquisition input: no attribute-type JP'),
    ],
    [{ domain_name: 'gold.com' }, {}, '422 PREMIUM_NOT_SUPPORTED', covers('error: PREMIUM_NOT_SUPPORTED')],
    [{ domain_name: 'theirs.com' }, {}, '409 REGISTRAR_REJECTED'],
    [{ domain_name: 'elsewhere.com' }, {}, '409 DOMAIN_CONFLICT', covers('error: DOMAIN_CONFLICT')],
    [{ domain_name: 'wait.com' }, {}, '409 DUPLICATE_OPERATION'],
    [{}, { balance: 989 }, '402 PAYMENT_REQUIRED', covers('error: PAYMENT_REQUIRED')],
    [{}, { whois_defaults: false }, '403 FORBIDDEN', covers('acquisition input: Whois defaults')],
    [
      { domain_name: 'new.free', expected_total_price: 0 },
      { credit_card: false },
      '422 CREDIT_CARD_REQUIRED',
      covers('error: CREDIT_CARD_REQUIRED', 'acquisition input: free campaign'),
    ],
    [
      { domain_name: 'new.free', expected_total_price: 0 },
      { free_campaign_used: true },
      '422 FREE_CAMPAIGN_NOT_AVAILABLE',
      covers('error: FREE_CAMPAIGN_NOT_AVAILABLE'),
    ],
  ])('%j with %j answers %s and takes no money', async (body, user, expected) => {
    const { acquire, charged } = await start(user)
    expect(statusAndCode(await acquire(body))).toBe(expected)
    expect(charged()).toEqual([])
  })

  test(
    'gives the service’s name servers when none are named',
    covers('acquisition input: own name servers'),
    async () => {
      const { acquire, get } = await start()
      await acquire()
      expect((await get('/v1/domain/free.com/nameservers')).body.nameservers).toContain('ns1.simulator.example')
    },
  )

  test(
    'takes the Whois data from the registered defaults, with privacy',
    covers('acquisition input: Whois data from the defaults'),
    async () => {
      const { acquire, get } = await start()
      await acquire()
      expect((await get('/v1/domain/free.com/whois')).body).toMatchObject({
        whois_privacy: true,
        fields: { country: 'JP', email: expect.stringContaining('@') },
      })
    },
  )

  test('a first free year is given once', covers('acquisition input: free campaign once'), async () => {
    const { acquire } = await start()
    expect(statusAndCode(await acquire({ domain_name: 'one.free', expected_total_price: 0 }))).toBe('200')
    expect(statusAndCode(await acquire({ domain_name: 'two.free', expected_total_price: 0 }))).toBe(
      '422 FREE_CAMPAIGN_NOT_AVAILABLE',
    )
  })
})

describe('transferring a domain in', () => {
  test(
    'charges a year and extends the expiry by one on completion',
    covers(
      'endpoint: domain.transfer',
      'domain states: transfer to transferring, `pendingTransfer`',
      'domain states: transferring to active',
    ),
    async () => {
      const { transfer, get, clock, charged } = await start()
      expect((await transfer('theirs.com')).body.domain).toEqual({
        domain_name: 'theirs.com',
        status: 'transferring',
        expiry_date: null,
        epp_statuses: ['pendingTransfer'],
      })
      expect(charged()).toEqual(['transfer theirs.com 1650'])
      clock.advance(60_000)
      expect((await get('/v1/domain/theirs.com')).body).toMatchObject({
        status: 'active',
        expiry_date: '2028-03-01',
        epp_statuses: [],
      })
    },
  )

  test(
    'that fails asks for a new application, which is possible',
    covers('domain states: transferring to transfer_action_required'),
    async () => {
      const { transfer, get, clock } = await start()
      await transfer('failing.com')
      clock.advance(60_000)
      expect((await get('/v1/domain/failing.com')).body.status).toBe('transfer_action_required')
      expect(statusAndCode(await transfer('failing.com'))).toBe('200')
      expect(statusAndCode(await transfer('failing.com'))).toBe('409 DUPLICATE_OPERATION')
    },
  )

  test.each<[name: string, body: object, expected: string, covers?: Covers]>([
    ['young.com', {}, '409 REGISTRAR_REJECTED', covers('error: REGISTRAR_REJECTED', 'transfer input: 60 days')],
    ['locked.com', {}, '409 REGISTRAR_REJECTED', covers('transfer input: lock state')],
    ['nowhere.com', {}, '409 REGISTRAR_REJECTED'],
    ['theirs.jp', {}, '422 UNSUPPORTED_TLD_FOR_API', covers('error: UNSUPPORTED_TLD_FOR_API', 'transfer input: no JP')],
    ['gold.com', {}, '422 PREMIUM_NOT_SUPPORTED', covers('transfer input: no premium')],
    ['theirs.com', { expected_total_price: 1 }, '422 PRICE_MISMATCH', covers('transfer input: expected_total_price')],
    ['theirs.com', { auth_code: 'x'.repeat(256) }, '422 VALIDATION_ERROR'],
    ['wait.com', {}, '409 DUPLICATE_OPERATION'],
    ['mine.com', {}, '409 DOMAIN_CONFLICT'],
  ])('of %s with %j answers %s, in a dry run too', covers('transfer input: dry_run'), async (name, body, expected) => {
    const { transfer, charged } = await start()
    expect(statusAndCode(await transfer(name, { ...body, dry_run: true }, null))).toBe(expected)
    expect(statusAndCode(await transfer(name, body))).toBe(expected)
    expect(charged()).toEqual([])
  })
})

describe('a wrong auth code', () => {
  test.each([
    ['dry_run', '409 REGISTRAR_REJECTED', '409 REGISTRAR_REJECTED', null],
    ['request', '200', '409 REGISTRAR_REJECTED', null],
    ['registry', '200', '200', 'transfer_action_required'],
  ] as const)(
    'with the check at %s: a dry run answers %s, the request %s, and the domain comes to %s',
    covers('transfer input: auth_code check'),
    async (auth_code_check, dryRun, request, status) => {
      const { transfer, get, clock, charged } = await start({}, { auth_code_check })
      expect(statusAndCode(await transfer('theirs.com', { auth_code: 'wrong', dry_run: true }, null))).toBe(dryRun)
      expect(statusAndCode(await transfer('theirs.com', { auth_code: 'wrong' }))).toBe(request)
      clock.advance(60_000)
      expect((await get('/v1/domain/theirs.com')).body.status ?? null).toBe(status)
      expect(charged()).toEqual(status === null ? [] : ['transfer theirs.com 1650'])
      if (status === null) expect(statusAndCode(await transfer('theirs.com'))).toBe('200')
    },
  )
})

describe('a procedure on a domain', () => {
  test(
    'ends in its time though nobody looks: then another may begin',
    covers('error: DUPLICATE_OPERATION', 'domain states: one procedure per domain'),
    async () => {
      const { transfer, acquire, clock, charged } = await start()
      await transfer('failing.com')
      await acquire({ domain_name: 'new.slow', expected_total_price: 500 })
      expect(statusAndCode(await transfer('failing.com'))).toBe('409 DUPLICATE_OPERATION')
      expect(statusAndCode(await acquire({ domain_name: 'new.slow', expected_total_price: 500 }))).toBe(
        '409 DUPLICATE_OPERATION',
      )
      clock.advance(60_000)
      expect(statusAndCode(await acquire({ domain_name: 'new.slow', expected_total_price: 500 }))).toBe(
        '409 REGISTRAR_REJECTED',
      )
      expect(statusAndCode(await transfer('failing.com'))).toBe('200')
      expect(charged()).toHaveLength(3)
    },
  )

  test(
    'is one over all users: what another is transferring in cannot be asked for',
    covers('domain states: one procedure per domain over all users'),
    async () => {
      const other = 'test_token_of_another_user'
      const { send, simulator, clock } = await startTestSimulator({
        tlds,
        registered: ['theirs.com'],
        users: [
          { name: 'a', keys: [{ token }] },
          { name: 'b', keys: [{ token: other }] },
        ],
      })
      const ask = (key: string, decision: string) =>
        send('POST', '/v1/domain/theirs.com/transfer', {
          token: key,
          headers: { 'idempotency-key': decision },
          body: { auth_code: 'x', expected_total_price: 1650, agree_to_terms: true },
        })
      expect(statusAndCode(await ask(token, 'decision-a'))).toBe('200')
      expect(statusAndCode(await ask(other, 'decision-b'))).toBe('409 DUPLICATE_OPERATION')
      clock.advance(24 * hour)
      expect(statusAndCode(await ask(other, 'decision-b'))).toBe('409 REGISTRAR_REJECTED')
      expect(simulator.ledger.charges).toHaveLength(1)
    },
  )

  test('gives no money back when it fails or stays pending', covers('acquisition input: no refund'), async () => {
    const { transfer, acquire, balance, get, clock } = await start()
    await transfer('failing.com')
    await acquire({ domain_name: 'new.slow', expected_total_price: 500 })
    clock.advance(60_000)
    expect((await get('/v1/domain/failing.com')).body.status).toBe('transfer_action_required')
    expect(balance()).toBe(10_000 - 1650 - 500)
  })
})

describe('renewing a domain', () => {
  test(
    'moves the expiry by the years paid for and says from where',
    covers('endpoint: domain.renew', 'domain states: renewal of active', 'renewal input: `previous_expiry_date`'),
    async () => {
      const { renew, get, charged } = await start()
      const { body } = await renew({ years: 2, expected_total_price: 3300 })
      expect(body.domain).toMatchObject({
        domain_name: 'mine.com',
        status: 'active',
        expiry_date: '2029-02-28',
        renewed: true,
        previous_expiry_date: '2027-02-28',
      })
      expect(charged()).toEqual(['renew mine.com 3300'])
      expect((await get('/v1/domain/mine.com')).body.expiry_date).toBe('2029-02-28')
    },
  )

  test.each<[name: string, body: object, expected: string, covers?: Covers]>([
    [
      'mine.com',
      { current_expiry_date: '2027-02-27' },
      '409 EXPIRY_MISMATCH',
      covers('error: EXPIRY_MISMATCH', 'renewal input: current_expiry_date'),
    ],
    ['mine.com', { expected_total_price: 990 }, '422 PRICE_MISMATCH', covers('renewal input: expected_total_price')],
    ['mine.com', { years: 6 }, '422 VALIDATION_ERROR', covers('renewal input: years')],
    ['mine.com', { years: undefined }, '422 VALIDATION_ERROR'],
    ['mine.com', { current_expiry_date: '2027-02-30' }, '422 VALIDATION_ERROR'],
    ['old.com', {}, '409 DOMAIN_NOT_ACTIVE', covers('renewal input: active only')],
    ['wait.com', {}, '409 DUPLICATE_OPERATION'],
    ['none.com', {}, '404 DOMAIN_NOT_FOUND'],
  ])('of %s with %j answers %s', async (name, body, expected) => {
    const { renew, charged } = await start()
    expect(statusAndCode(await renew(body, undefined, name))).toBe(expected)
    expect(charged()).toEqual([])
  })
})

describe('the idempotency rules', () => {
  const key = 'decision-0001'

  test(
    '1: a paid call needs a proper idempotency key unless it is a dry run',
    covers('idempotency: 1 key needed unless it is a dry run', 'renewal input: dry_run'),
    async () => {
      const { renew, charged } = await start()
      for (const wrong of [null, 'short', 'x'.repeat(65), 'with space', 'dot.dot.dot'])
        expect(statusAndCode(await renew({}, wrong))).toBe('422 VALIDATION_ERROR')
      expect(statusAndCode(await renew({ dry_run: true }, null))).toBe('200')
      expect(charged()).toEqual([])
    },
  )

  test(
    '2: the same key and content gives the first answer for 48 hours without a second charge',
    covers('idempotency: 2 same content within 48 hours gets the first answer'),
    async () => {
      const { renew, charged, clock } = await start()
      const first = await renew({}, key)
      clock.advance(48 * hour - 1)
      expect((await renew({}, key)).body).toEqual(first.body)
      expect(charged()).toHaveLength(1)
      clock.advance(1)
      expect(statusAndCode(await renew({}, key))).toBe('409 EXPIRY_MISMATCH')
      expect(charged()).toHaveLength(1)
    },
  )

  test(
    '2: the order of fields and a default written out are the same content',
    covers('idempotency: 2 field order and written defaults are the same content'),
    async () => {
      const { acquire, pay, charged } = await start()
      await acquire({}, key)
      const again = {
        years: 1,
        dry_run: false,
        agree_to_terms: true,
        expected_total_price: 990,
        domain_name: 'free.com',
      }
      expect(statusAndCode(await pay('/v1/domain', again, key))).toBe('200')
      expect(charged()).toHaveLength(1)
    },
  )

  test('3: the same key with other content is 422', covers('idempotency: 3 other content is refused'), async () => {
    const { renew, acquire, charged } = await start()
    await renew({}, key)
    expect(
      statusAndCode(await renew({ years: 2, expected_total_price: 3300, current_expiry_date: '2028-02-28' }, key)),
    ).toBe('422 VALIDATION_ERROR')
    expect(statusAndCode(await acquire({}, key))).toBe('422 VALIDATION_ERROR')
    expect(charged()).toHaveLength(1)
  })

  test(
    '4: after a 4xx the key may be sent again with corrected content',
    covers('idempotency: 4 a 4xx frees the key'),
    async () => {
      const { renew, charged } = await start()
      expect(statusAndCode(await renew({ expected_total_price: 1 }, key))).toBe('422 PRICE_MISMATCH')
      expect(statusAndCode(await renew({}, key))).toBe('200')
      expect(charged()).toHaveLength(1)
    },
  )

  test.each([
    ['before', 500, 'REGISTRAR_ERROR', 0],
    ['after', 502, 'BACKEND_ERROR', 1],
    ['before', 503, 'REGISTRAR_UNAVAILABLE', 0],
  ] as const)(
    '5: after a 5xx %s execution the key is 409 for 48 hours',
    covers('error: DUPLICATE_REQUEST', 'idempotency: 5 a 5xx burns the key for 48 hours'),
    async (when, status, code, charges) => {
      const { renew, charged, clock, simulator } = await start()
      simulator.faults.add({ match: { path: '/renew$' }, times: 1, fault: { kind: 'status', status, code, when } })
      expect(statusAndCode(await renew({}, key))).toBe(`${status} ${code}`)
      expect(charged()).toHaveLength(charges)
      expect(statusAndCode(await renew({}, key))).toBe('409 DUPLICATE_REQUEST')
      clock.advance(48 * hour - 1)
      expect(statusAndCode(await renew({}, key))).toBe('409 DUPLICATE_REQUEST')
      expect(charged()).toHaveLength(charges)
    },
  )

  test(
    '6: while the first is in progress the key is 409, afterwards it gives the stored answer',
    covers('idempotency: 6 in progress it is a duplicate, then the stored answer'),
    async () => {
      const { renew, charged, simulator } = await start()
      simulator.faults.add({ match: { path: '/renew$' }, times: 1, fault: { kind: 'delay', ms: 300 } })
      const first = renew({}, key)
      await expect.poll(() => simulator.ledger.requests.length).toBe(1)
      expect(statusAndCode(await renew({}, key))).toBe('409 DUPLICATE_REQUEST')
      expect(statusAndCode(await renew({}, 'another-decision'))).toBe('409 DUPLICATE_OPERATION')
      const { body } = await first
      expect((await renew({}, key)).body).toEqual(body)
      expect(charged()).toHaveLength(1)
    },
  )

  test(
    'a lost answer was executed: the same key brings it back',
    covers('idempotency: 2 lost answer comes back'),
    async () => {
      const { renew, charged, simulator } = await start()
      simulator.faults.add({ match: { path: '/renew$' }, times: 1, fault: { kind: 'reset-after' } })
      await expect(renew({}, key)).rejects.toThrow()
      expect(charged()).toHaveLength(1)
      expect((await renew({}, key)).body.domain).toMatchObject({ renewed: true, expiry_date: '2028-02-28' })
      expect(charged()).toHaveLength(1)
    },
  )

  test.each([
    ['refused by a rule of its own', { expected_total_price: 1 }, 0],
    ['refused for its fields', { years: 'two' }, 0],
  ])(
    '5: a 5xx burns the key of a call that was %s',
    covers('idempotency: 5 a 5xx burns the key of a refused call'),
    async (_, wrong, charges) => {
      const { renew, charged, simulator } = await start()
      for (const when of ['before', 'after'] as const) {
        simulator.faults.add({ times: 1, fault: { kind: 'status', status: 502, code: 'BACKEND_ERROR', when } })
        expect(statusAndCode(await renew(wrong, `${key}-${when}`))).toBe('502 BACKEND_ERROR')
        expect(statusAndCode(await renew({}, `${key}-${when}`))).toBe('409 DUPLICATE_REQUEST')
      }
      expect(charged()).toHaveLength(charges)
    },
  )

  test(
    '5: a 5xx instead of the stored answer burns the key too; one on a dry run does not',
    covers('idempotency: 5 a 5xx burns the key of a stored answer'),
    async () => {
      const { renew, charged, simulator } = await start()
      const struck = () =>
        simulator.faults.add({ times: 1, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
      struck()
      expect(statusAndCode(await renew({ dry_run: true }, key))).toBe('500 INTERNAL_ERROR')
      expect(statusAndCode(await renew({}, key))).toBe('200')
      struck()
      expect(statusAndCode(await renew({}, key))).toBe('500 INTERNAL_ERROR')
      expect(statusAndCode(await renew({}, key))).toBe('409 DUPLICATE_REQUEST')
      expect(charged()).toHaveLength(1)
    },
  )

  test('5: after 48 hours a burnt key is new', covers('idempotency: 5 a burnt key is new after 48 hours'), async () => {
    const { renew, charged, clock, simulator } = await start()
    simulator.faults.add({ times: 1, fault: { kind: 'status', status: 500 } })
    await renew({}, key)
    clock.advance(48 * hour)
    expect(statusAndCode(await renew({}, key))).toBe('200')
    expect(charged()).toHaveLength(1)
  })

  test('keys of two users do not meet', async () => {
    const other = 'test_token_of_another_user'
    const rig = await startTestSimulator({
      tlds,
      users: [
        { name: 'a', keys: [{ token }] },
        { name: 'b', keys: [{ token: other }] },
      ],
    })
    const body = (name: string) => ({ domain_name: name, expected_total_price: 990, agree_to_terms: true })
    const headers = { 'idempotency-key': key }
    expect(statusAndCode(await rig.send('POST', '/v1/domain', { body: body('a.com'), headers }))).toBe('200')
    expect(statusAndCode(await rig.send('POST', '/v1/domain', { body: body('b.com'), headers, token: other }))).toBe(
      '200',
    )
  })
})

describe('ordering a server', () => {
  const order = {
    plan_id: 'standard',
    period: 12,
    expected_total_price: 5000,
    agree_to_terms: true,
    server_id: 'web01',
  }
  const plans = [
    { plan_id: 'standard', plan_name: 'Standard', periods: [{ months: 12, total_price: 5000 }], setup_seconds: 60 },
  ]
  const startOrders = (rest: Partial<WorldFile> = {}, user: object = {}) => start(user, { plans, ...rest })

  test(
    'charges at once and is set up after a time',
    covers(
      'endpoint: server.order',
      'server states: order to setup_pending',
      'server states: setup_pending to active',
      'server contract: `period` of an order',
    ),
    async () => {
      const { pay, get, clock, charged } = await startOrders()
      expect((await pay('/v1/server', order)).body).toEqual({
        server: {
          server_id: 'web01',
          servername: 'web01.simulator.example',
          plan_id: 'standard',
          period: 12,
          status: 'setup_pending',
          expiry_date: null,
          auto_renew: true,
        },
      })
      expect(charged()).toEqual(['order web01.simulator.example 5000'])
      expect((await get('/v1/server/web01.simulator.example/signup-status')).body).toMatchObject({
        status: 'setup_pending',
        expiry_date: null,
      })
      clock.advance(60_000)
      expect((await get('/v1/server/web01.simulator.example/signup-status')).body).toMatchObject({
        status: 'active',
        expiry_date: '2027-11-20',
      })
    },
  )

  test(
    'takes a partner code, and switches automatic renewal off when asked',
    covers('order input: partner_code', 'order input: auto_renew'),
    async () => {
      const { pay, get } = await startOrders()
      expect(
        (await pay('/v1/server', { ...order, partner_code: 'Partner01', auto_renew: false })).body.server,
      ).toMatchObject({ server_id: 'web01', auto_renew: false })
      expect((await get('/v1/server')).body.servers[0].auto_renew).toBe(false)
    },
  )

  test(
    'whose setup is over at once answers active, with its expiry',
    covers('server states: order to active'),
    async () => {
      const { pay } = await startOrders({ plans: plans.map((plan) => ({ ...plan, setup_seconds: 0 })) })
      expect((await pay('/v1/server', order)).body.server).toMatchObject({
        status: 'active',
        expiry_date: '2027-11-20',
      })
    },
  )

  test(
    'is for a full contract from the first day: the expiry counts from the order',
    covers('order input: no free trial'),
    async () => {
      const { pay, get, clock } = await startOrders()
      await pay('/v1/server', order)
      clock.advance(5 * day)
      expect((await get('/v1/server')).body.servers[0]).toMatchObject({ status: 'active', expiry_date: '2027-11-20' })
    },
  )

  test(
    'needs a key that may sign up, which stays so whatever the balance',
    covers('limits: balance for signup'),
    async () => {
      expect(minSignupBalanceYen).toBe(20_000)
      const { pay, get } = await startOrders({}, { balance: 0 })
      expect(statusAndCode(await get('/v1/server/plans'))).toBe('200')
      expect(statusAndCode(await pay('/v1/server', order))).toBe('402 PAYMENT_REQUIRED')
    },
  )

  test('makes up an id that nobody has when none is asked for', covers('order input: no server_id'), async () => {
    const { pay, get } = await startOrders()
    const { server_id: _, ...rest } = order
    const { body } = await pay('/v1/server', rest)
    expect(body.server.server_id).toMatch(/^[a-z][a-z0-9]{2,11}$/)
    expect((await get('/v1/server')).body.servers).toHaveLength(1)
  })

  test.each<[body: object, user: object, expected: string, covers?: Covers]>([
    [{ plan_id: 'none' }, {}, '422 PLAN_NOT_AVAILABLE', covers('error: PLAN_NOT_AVAILABLE')],
    [{ period: 13 }, {}, '422 PLAN_NOT_AVAILABLE', covers('error: PLAN_NOT_AVAILABLE')],
    [{ period: 61 }, {}, '422 VALIDATION_ERROR'],
    [{ expected_total_price: 4999 }, {}, '422 PRICE_MISMATCH', covers('order input: expected_total_price')],
    [{ server_id: 'Web01' }, {}, '422 VALIDATION_ERROR'],
    [{ agree_to_terms: false }, {}, '422 VALIDATION_ERROR', covers('order input: agree_to_terms')],
    [{ partner_code: 'a-b' }, {}, '422 VALIDATION_ERROR'],
    [{}, { servers: [{ server_id: 'web01' }] }, '409 SERVER_ID_TAKEN', covers('error: SERVER_ID_TAKEN')],
    [{}, { balance: 4999 }, '402 PAYMENT_REQUIRED'],
  ])('%j with %j answers %s', async (body, user, expected) => {
    const { pay, charged } = await startOrders({}, user)
    expect(statusAndCode(await pay('/v1/server', { ...order, ...body }))).toBe(expected)
    expect(charged()).toEqual([])
  })

  test(
    'a dry run may carry an idempotency key, which it does not use up',
    covers('order input: Idempotency-Key on a dry run', 'order input: dry_run'),
    async () => {
      const { pay } = await startOrders()
      expect((await pay('/v1/server', { ...order, dry_run: true }, 'decision-0001')).body).toEqual({
        dry_run: true,
        total_price: 5000,
      })
      expect(statusAndCode(await pay('/v1/server', order, 'decision-0001'))).toBe('200')
    },
  )

  test(
    'an execute that is refused takes nothing from what the key remembers',
    covers('order input: a refused order keeps the key'),
    async () => {
      const { pay, renew, charged } = await startOrders(
        { server_order_replay: 'execute' },
        { servers: [{ server_id: 'web01' }] },
      )
      const first = await renew({}, 'decision-0001')
      expect(statusAndCode(await pay('/v1/server', order, 'decision-0001'))).toBe('409 SERVER_ID_TAKEN')
      expect((await renew({}, 'decision-0001')).body).toEqual(first.body)
      expect(charged()).toHaveLength(1)
    },
  )

  test.each([
    ['replay', '200', 1],
    ['execute', '200', 2],
    ['refuse', '409 DUPLICATE_REQUEST', 1],
  ] as const)(
    'with the setting %s the same key again answers %s',
    covers('order input: replay, unknown'),
    async (server_order_replay, expected, charges) => {
      const { pay, charged } = await startOrders({ server_order_replay })
      const { server_id: _, ...rest } = order
      await pay('/v1/server', rest, 'decision-0001')
      expect(statusAndCode(await pay('/v1/server', rest, 'decision-0001'))).toBe(expected)
      expect(charged()).toHaveLength(charges)
    },
  )

  test.each([
    ['as_sent', 'web01', '409 SERVER_ID_TAKEN'],
    ['upper_case', 'WEB01', 'WEB01-2'],
    ['prefixed', 'sv-web01', 'sv-web01-2'],
    ['suffixed', 'web01-01', 'web01-01-2'],
    ['shortened', 'web', 'web-2'],
  ] as const)(
    'with the setting %s the contract gets the server ID %s, and a second order %s',
    async (server_id_form, first, second) => {
      const { pay } = await startOrders({ server_id_form })
      const idOf = async (key: string) => {
        const answer = await pay('/v1/server', { ...order, server_id: 'web01' }, key)
        return (answer.body as { server?: { server_id: string } }).server?.server_id ?? statusAndCode(answer)
      }
      expect(await idOf('decision-0001')).toBe(first)
      expect(await idOf('decision-0002')).toBe(second)
    },
  )

  test(
    'in progress the key is a duplicate whatever the setting',
    covers('idempotency: 6 in progress it is a duplicate for orders too'),
    async () => {
      const { pay, simulator } = await startOrders({ server_order_replay: 'execute' })
      simulator.faults.add({ times: 1, fault: { kind: 'delay', ms: 300 } })
      const first = pay('/v1/server', order, 'decision-0001')
      await expect.poll(() => simulator.ledger.requests.length).toBe(1)
      expect(statusAndCode(await pay('/v1/server', order, 'decision-0001'))).toBe('409 DUPLICATE_REQUEST')
      expect(statusAndCode(await first)).toBe('200')
    },
  )
})

test('a charge in the ledger says when, who, what and under which key', async () => {
  const { renew, simulator, clock } = await start()
  clock.advance(day)
  await renew({}, 'decision-0001')
  expect(simulator.ledger.charges).toEqual([
    { at: clock.now(), user: 'aoi', kind: 'renew', target: 'mine.com', yen: 1650, idempotencyKey: 'decision-0001' },
  ])
  expect(simulator.ledger.summary()).toMatchObject({ chargedYen: 1650, received: 1, refused: 0 })
})
