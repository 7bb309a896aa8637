import { afterEach, describe, expect, test } from 'vitest'
import { isAppError, type AppError } from '#shared/app-error.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote } from '#shared/ipc/quotes.ts'
import type { WorldFile } from '#simulator/world-file.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

let rig: SimulatorRig
afterEach(() => rig?.close())

const full = 'a-key-that-may-do-everything'
const ofSecond = 'a-key-of-the-second-user'
const spends = { domain: { allow_acquisition: true }, server: { allow_signup: true } } as const

const domains = [
  { domain_name: 'one.com', expiry_date: '2027-03-31' },
  { domain_name: 'two.net', expiry_date: '2028-02-29' },
  { domain_name: 'three.jp', expiry_date: '2027-05-01' },
  { domain_name: 'lapsed.com', status: 'expired', expiry_date: '2026-01-01' },
  { domain_name: 'moving.com', status: 'transferring' },
  { domain_name: 'odd.example', expiry_date: '2027-03-31' },
] as const

const world = (
  keys: NonNullable<WorldFile['users']>[number]['keys'] = [{ token: full, services: spends }],
): WorldFile => ({
  users: [
    { name: 'first', balance: 50_000, keys, domains: [...domains], servers: [{ server_id: 'first01' }] },
    { name: 'second', balance: 50_000, keys: [{ token: ofSecond, services: spends }] },
  ],
  registered: [
    'taken.com',
    { domain_name: 'away.com', auth_code: 'right-code' },
    { domain_name: 'locked.com', locked: true },
  ],
  premium: ['gold.com'],
})

async function open(keys?: NonNullable<WorldFile['users']>[number]['keys']): Promise<string> {
  rig = await startSimulatorRig({ world: world(keys) })
  const { id } = await rig.addAccount(
    'First',
    (keys ?? [{ token: full }]).map(({ token }) => token),
  )
  rig.simulator.ledger.clear()
  return id
}

const renewal = (accountId: string, name: string, years = 1): OrderItem => ({ kind: 'renew', accountId, name, years })
const acquisition = (accountId: string, name: string, years = 1): OrderItem => ({
  kind: 'acquire',
  accountId,
  name,
  years,
  nameservers: null,
})
const order = (accountId: string, fields: Partial<Extract<OrderItem, { kind: 'order' }>> = {}): OrderItem => ({
  kind: 'order',
  accountId,
  planId: 'standard',
  months: 12,
  serverId: 'banto01',
  autoRenew: false,
  partnerCode: null,
  ...fields,
})

let quotes = 0
const quote = (items: OrderItem[], authCodeIds: Record<string, string> = {}): Promise<Quote> =>
  rig.call('orders.quote', { quoteId: `quote-${(quotes += 1)}`, items, authCodeIds })
const reasons = ({ rows }: Quote) => rows.map(({ problem }) => problem?.reason ?? null)
const calls = () => rig.simulator.ledger.requests.map(({ method, path }) => `${method} ${path}`).sort()
const sent = () => rig.simulator.ledger.requests

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!isAppError(error)) throw new Error('It was expected to be refused')
  return error
}

describe('Quotes for one item', () => {
  test('A renewal quote is the price times the years after a dry run without an idempotency key, and it charges nothing', async () => {
    const accountId = await open()
    const { rows, totalYen, accounts } = await quote([renewal(accountId, 'one.com', 2)])
    expect(rows).toEqual([
      expect.objectContaining({
        yen: 3_300,
        yenPerYear: 1_650,
        expiryDate: '2027-03-31',
        newExpiryDate: '2029-03-31',
        isDryRun: true,
        problem: null,
      }),
    ])
    expect(totalYen).toBe(3_300)
    expect(accounts).toEqual([expect.objectContaining({ accountId, rows: 1, yen: 3_300 })])
    expect(calls()).toEqual(['GET /v1/domain', 'GET /v1/domain/pricing', 'POST /v1/domain/one.com/renew'])
    const [dryRun] = sent().filter(({ method }) => method === 'POST')
    expect(dryRun?.bodyJson).toEqual({
      years: 2,
      current_expiry_date: '2027-03-31',
      expected_total_price: 3_300,
      dry_run: true,
    })
    expect(Object.keys(dryRun?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('idempotency-key')
    expect(rig.simulator.ledger.charges).toEqual([])
  })

  test('An acquisition quote takes its price from the availability check and makes a dry run', async () => {
    const accountId = await open()
    const { rows } = await quote([acquisition(accountId, 'fresh.com', 3)])
    expect(rows[0]).toMatchObject({ yen: 2_970, yenPerYear: 990, isDryRun: true, problem: null })
    expect(calls()).toEqual(['GET /v1/domain', 'GET /v1/domain/check', 'POST /v1/domain'])
  })

  test('A server order quote has the plan’s price, campaign and regular price, and its request always contains the server id and the auto-renewal', async () => {
    const accountId = await open()
    const { rows } = await quote([order(accountId)])
    expect(rows[0]).toMatchObject({
      yen: 11_880,
      regularYen: 13_200,
      isCampaign: true,
      yenPerYear: null,
      isDryRun: true,
      problem: null,
    })
    expect(sent().find(({ method }) => method === 'POST')?.bodyJson).toMatchObject({
      server_id: 'banto01',
      auto_renew: false,
      expected_total_price: 11_880,
      dry_run: true,
    })
  })

  test('A transfer quote sends the typed auth code in the request only', async () => {
    const accountId = await open()
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'right-code' })
    const answer = await quote([{ kind: 'transfer', accountId, name: 'away.com' }], { 'away.com': authCodeId })
    expect(answer.rows[0]).toMatchObject({ yen: 1_650, isDryRun: true, problem: null })
    expect(sent().find(({ method }) => method === 'POST')?.bodyJson).toMatchObject({
      auth_code: 'right-code',
      dry_run: true,
    })
    expect(JSON.stringify(answer)).not.toContain('right-code')
    expect(JSON.stringify(await rig.call('logs.requests', { limit: 500 }))).not.toContain('right-code')
  })

  test('A refusal of the dry run is shown with the service’s message', async () => {
    const accountId = await open()
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'any-code' })
    const { rows, totalYen } = await quote([{ kind: 'transfer', accountId, name: 'locked.com' }], {
      'locked.com': authCodeId,
    })
    expect(rows[0]?.problem).toMatchObject({
      reason: 'refused',
      error: { kind: 'service', code: 'REGISTRAR_REJECTED', serviceMessage: 'The domain is locked at its registrar' },
    })
    expect(totalYen).toBe(0)
  })

  test('A refusal for insufficient balance is remembered with its amount', async () => {
    const accountId = await open()
    const { rows, accounts } = await quote([order(accountId, { planId: 'premium', months: 36 })])
    expect(rows[0]?.problem).toMatchObject({ reason: 'refused', error: { code: 'PAYMENT_REQUIRED' } })
    expect(accounts[0]?.hint).toMatchObject({ refusedYen: 72_270, paidAt: null })
    expect(await rig.call('orders.balanceHints', null)).toEqual([
      expect.objectContaining({ accountId, refusedYen: 72_270, refusedAt: expect.any(Number) }),
    ])
  })

  test('A server ID of another user is not taken for one of ours', async () => {
    rig = await startSimulatorRig({
      world: {
        users: [
          { name: 'first', keys: [{ token: full, services: spends }] },
          { name: 'second', keys: [{ token: 'a-key-of-the-second' }], servers: [{ server_id: 'theirs01' }] },
        ],
      },
    })
    const { id } = await rig.addAccount('First', [full])
    const { rows } = await quote([order(id, { serverId: 'theirs01' })])
    expect(rows[0]?.problem).toMatchObject({ reason: 'refused', error: { code: 'SERVER_ID_TAKEN' } })
  })

  test('A row is unread, not refused, when the service itself fails', async () => {
    const accountId = await open()
    rig.simulator.faults.add({
      match: { path: '/renew$' },
      times: 5,
      fault: { kind: 'status', status: 500, code: 'REGISTRAR_ERROR' },
    })
    expect(reasons(await quote([renewal(accountId, 'one.com')]))).toEqual(['unread'])
  })
})

describe('Quotes for several items', () => {
  test('A basket costs one price list and one domain list per account, and its renewals use the expiry dates that were read', async () => {
    const accountId = await open()
    const { rows, totalYen, accounts } = await quote([
      renewal(accountId, 'one.com'),
      renewal(accountId, 'two.net', 1),
      renewal(accountId, 'three.jp', 5),
    ])
    expect(calls()).toEqual(['GET /v1/domain', 'GET /v1/domain/pricing'])
    expect(rows.map(({ yen, newExpiryDate, isDryRun }) => [yen, newExpiryDate, isDryRun])).toEqual([
      [1_650, '2028-03-31', false],
      [1_760, '2029-02-28', false],
      [15_620, '2032-05-01', false],
    ])
    expect(totalYen).toBe(19_030)
    expect(accounts[0]).toMatchObject({
      rows: 3,
      yen: 19_030,
      otherOpenOrders: 0,
      callQuotas: { domain: { perMinute: 60, perDay: 10_000 } },
    })
  })

  test('Every row that cannot be bought has its reason, and the other rows are priced', async () => {
    const accountId = await open()
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'right-code' })
    const answer = await quote(
      [
        renewal(accountId, 'one.com'),
        renewal(accountId, 'lapsed.com'),
        renewal(accountId, 'moving.com'),
        renewal(accountId, 'nobody.com'),
        renewal(accountId, 'odd.example'),
        acquisition(accountId, 'taken.com'),
        acquisition(accountId, 'gold.com'),
        acquisition(accountId, 'fresh.example'),
        acquisition(accountId, 'fresh.co.jp'),
        acquisition(accountId, 'two.net'),
        { kind: 'transfer', accountId, name: 'any.jp' },
        { kind: 'transfer', accountId, name: 'away.com' },
        { kind: 'transfer', accountId, name: 'no-code.com' },
        { kind: 'transfer', accountId, name: 'three.com' },
        order(accountId, { serverId: 'first01' }),
        order(accountId, { serverId: 'banto02', months: 7 }),
        acquisition(accountId, 'fresh.com'),
        acquisition(accountId, 'FRESH.com'),
      ],
      { 'any.jp': authCodeId, 'away.com': authCodeId, 'three.com': 'a ticket that is long gone' },
    )
    expect(reasons(answer)).toEqual([
      null,
      'expired',
      'not_active',
      'unknown_domain',
      'no_price',
      'registered',
      'premium',
      'unsupported_tld',
      'attribute_jp',
      'already_listed',
      'jp_transfer',
      null,
      'auth_code_missing',
      'auth_code_missing',
      'server_id_taken',
      'plan_not_available',
      null,
      'twice',
    ])
    expect(answer.totalYen).toBe(1_650 + 1_650 + 990)
    expect(sent().every(({ method }) => method === 'GET')).toBe(true)
    const checked = sent()
      .filter(({ path }) => path === '/v1/domain/check')
      .map(({ query }) => query['domain_name'])
    expect(checked.sort()).toEqual(['fresh.com', 'fresh.example', 'gold.com', 'taken.com', 'two.net'])
  })

  test('The same name for a second account at the same service is held back, in whatever spelling of the address', async () => {
    const accountId = await open()
    const baseUrl = rig.simulator.url.replace('127.0.0.1', 'localhost')
    const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl, secret: ofSecond })
    const other = await rig.call('accounts.add', {
      label: 'Other',
      colour: 'blue',
      baseUrl,
      keys: [{ pendingKeyId, label: 'Key' }],
    })
    expect(reasons(await quote([acquisition(accountId, 'fresh.com'), acquisition(other.id, 'fresh.com')]))).toEqual([
      null,
      'twice',
    ])
  })

  test('A failed transfer is reported neither as listed already nor as in progress', async () => {
    const accountId = await open()
    const user = rig.simulator.world.user('first')
    for (const name of ['moving.com', 'one.com'])
      (user.domains.get(name) as { status: string }).status = 'transfer_action_required'
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'right-code' })
    const answer = await quote(
      [
        { kind: 'transfer', accountId, name: 'moving.com' },
        acquisition(accountId, 'one.com'),
        acquisition(accountId, 'two.net'),
      ],
      { 'moving.com': authCodeId },
    )
    expect(reasons(answer)).toEqual(['transfer_failed', 'transfer_failed', 'already_listed'])
    expect(reasons(await quote([renewal(accountId, 'moving.com'), renewal(accountId, 'two.net')]))).toEqual([
      'transfer_failed',
      null,
    ])
  })

  test('An unavailable name has the service’s message beside the reason', async () => {
    const accountId = await open()
    const { rows } = await quote([acquisition(accountId, 'taken.com'), acquisition(accountId, 'gold.com')])
    expect(rows.map(({ problem }) => [problem?.reason, problem?.error?.serviceMessage])).toEqual([
      ['registered', expect.stringMatching(/./)],
      ['premium', expect.stringMatching(/./)],
    ])
  })

  test('Availability that a search found a moment ago is used, and nothing is requested twice', async () => {
    const accountId = await open()
    const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
    await rig.call('orders.search', { searchId: 'search', accountId, names: ['fresh'], tlds: ['com', 'net'] })
    await over
    rig.simulator.ledger.clear()
    const { totalYen } = await quote([acquisition(accountId, 'fresh.com'), acquisition(accountId, 'fresh.net', 2)])
    expect(totalYen).toBe(990 + 2 * 1_210)
    expect(calls()).toEqual(['GET /v1/domain'])
  })

  test('The same quote is read anew, and other years of the same names cost no further call', async () => {
    const accountId = await open()
    const checked = () => sent().filter(({ path }) => path === '/v1/domain/check').length
    const yen = async (...years: number[]) =>
      (await quote(years.map((each, index) => acquisition(accountId, `fresh${index}.com`, each)))).rows.map(
        (row) => row.yen,
      )
    expect(await yen(1, 1)).toEqual([990, 990])
    for (const entry of rig.simulator.world.file.tlds) if (entry.tld === 'com') entry.register = 1_500
    expect(await yen(2, 2)).toEqual([1_980, 1_980])
    expect(checked()).toBe(2)
    expect(await yen(2, 1)).toEqual([3_000, 1_500])
    expect(checked()).toBe(4)
  })

  test('A refused list is reported in the rows that need it, and rows of other accounts are priced', async () => {
    rig = await startSimulatorRig({
      world: {
        users: [
          { name: 'first', keys: [{ token: full }], domains: [...domains] },
          {
            name: 'second',
            keys: [{ token: 'a-key-of-the-second' }],
            domains: [{ domain_name: 'other.com', expiry_date: '2027-01-01' }],
          },
        ],
      },
    })
    const first = await rig.addAccount('First', [full])
    const second = await rig.addAccount('Second', ['a-key-of-the-second'])
    rig.simulator.faults.add({
      match: { path: '^/v1/domain$', token: full },
      times: 20,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const answer = await quote([renewal(first.id, 'one.com'), renewal(second.id, 'other.com')])
    expect(reasons(answer)).toEqual(['unread', null])
    expect(answer.rows[0]?.problem?.error?.code).toBe('FORBIDDEN')
    expect(answer.totalYen).toBe(1_650)
  })
})

describe('Restrictions of the account or its keys', () => {
  test('A read-only account, a paused account and a missing permission are reported without a call', async () => {
    const accountId = await open([
      {
        token: 'a-key-that-only-reads',
        services: { domain: { permission_type: 'read' }, server: { permission_type: 'read' } },
      },
    ])
    const denied = await quote([renewal(accountId, 'one.com')])
    expect(reasons(denied)).toEqual(['no_key'])
    expect(denied.rows[0]?.problem?.error?.details).toMatchObject({ reasons: [{ reason: 'permission' }] })
    await rig.call('accounts.update', { accountId, isReadOnly: true })
    expect(reasons(await quote([order(accountId)]))).toEqual(['read_only'])
    await rig.call('accounts.update', { accountId, isPaused: true })
    expect(reasons(await quote([renewal(accountId, 'one.com')]))).toEqual(['paused'])
    expect(calls()).toEqual([])
  })

  test('Rejected keys are reported differently from keys that lack a permission', async () => {
    const accountId = await open()
    rig.simulator.faults.add({
      match: { path: '^/v1/domain$' },
      times: 1,
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    await quote([renewal(accountId, 'one.com')])
    expect(reasons(await quote([renewal(accountId, 'one.com')]))).toEqual(['keys_refused'])
  })

  test('Keys for selected domains and keys without the acquisition permission are named as reasons', async () => {
    const accountId = await open([
      {
        token: 'a-key-for-one-domain',
        services: { domain: { target_mode: 'selected', targets: ['one.com'], allow_acquisition: true } },
      },
      { token: 'a-key-without-acquisition', services: { domain: { allow_acquisition: false } } },
    ])
    const { rows } = await quote([
      renewal(accountId, 'two.net'),
      acquisition(accountId, 'fresh.com'),
      renewal(accountId, 'one.com'),
    ])
    expect(
      rows.map(({ problem }) =>
        (problem?.error?.details['reasons'] as { reason: string }[] | undefined)?.map(({ reason }) => reason).sort(),
      ),
    ).toEqual([['acquisition', 'target'], ['acquisition', 'target'], undefined])
  })

  test('The dry run is sent with the usable key that has the fewest rights', async () => {
    const accountId = await open([
      { token: full, services: spends },
      {
        token: 'a-key-for-one-domain',
        services: { domain: { target_mode: 'selected', targets: ['one.com'], allow_acquisition: true } },
      },
    ])
    await quote([renewal(accountId, 'one.com')])
    expect(
      sent()
        .filter(({ method }) => method === 'POST')
        .map(({ keyIndex }) => keyIndex),
    ).toEqual([1])
    // The list is read with the key for all targets.
    expect(
      sent()
        .filter(({ path }) => path === '/v1/domain')
        .map(({ keyIndex }) => keyIndex),
    ).toEqual([0])
  })

  test('The dry run continues with the next key when the service refuses the first, and one price is shown', async () => {
    const narrow = 'a-key-for-one-domain'
    const accountId = await open([
      { token: full, services: spends },
      {
        token: narrow,
        services: { domain: { target_mode: 'selected', targets: ['one.com'], allow_acquisition: true } },
      },
    ])
    rig.simulator.faults.add({
      match: { token: narrow, path: '/renew$' },
      times: 9,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect(reasons(await quote([renewal(accountId, 'one.com')]))).toEqual([null])
    expect(
      sent()
        .filter(({ method }) => method === 'POST')
        .map(({ keyIndex }) => keyIndex),
    ).toEqual([1, 0])
    rig.simulator.faults.add({
      match: { token: full, path: '/renew$' },
      times: 9,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const { rows } = await quote([renewal(accountId, 'one.com')])
    expect(rows[0]?.problem).toMatchObject({ reason: 'refused', error: { code: 'FORBIDDEN' } })
  })

  test('An error about the item takes precedence over an error about a key', async () => {
    const weak = 'a-key-for-domains-only'
    const accountId = await open([
      { token: full, services: spends },
      { token: weak, services: { domain: { allow_acquisition: true } } },
    ])
    rig.simulator.world.user('first').balance = 100
    rig.simulator.faults.add({
      match: { token: weak, method: 'POST' },
      times: 9,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const { rows, accounts } = await quote([acquisition(accountId, 'fresh.com')])
    expect(
      sent()
        .filter(({ method }) => method === 'POST')
        .map(({ keyIndex }) => keyIndex),
    ).toEqual([1, 0])
    expect(rows[0]?.problem).toMatchObject({ reason: 'refused', error: { code: 'PAYMENT_REQUIRED' } })
    expect(accounts[0]?.hint).toMatchObject({ refusedYen: 990 })
  })

  test('A row is unread in offline mode', async () => {
    const accountId = await open()
    await rig.call('app.saveSettings', { isOffline: true })
    const { rows } = await quote([renewal(accountId, 'one.com')])
    expect(rows[0]?.problem).toMatchObject({ reason: 'unread', error: { kind: 'offline' } })
    expect(calls()).toEqual([])
  })
})

/** Replaces the service's answer for a path from now on. */
function answer(path: string, body: unknown): void {
  rig.simulator.faults.add({ match: { path }, fault: { kind: 'status', status: 200, body } })
}

describe('Quotes with a price that is negative or not in yen', () => {
  const prices = (fields: object) => ({
    register: 990,
    renew: 1_650,
    transfer: 1_650,
    currency: 'JPY',
    campaign_applied: false,
    ...fields,
  })
  const priceList = (fields: object) => ({
    prices: [
      { tld: 'com', ...prices(fields) },
      { tld: 'net', ...prices({}) },
    ],
  })
  const plans = (currency: string, total_price: number) => ({
    plans: [
      {
        plan_id: 'standard',
        plan_name: 'Standard',
        periods: [{ months: 12, total_price, regular_total_price: 20, campaign_applied: false }],
        currency,
      },
    ],
  })
  const unpaid = (rowYen: unknown = null) => ({ yen: rowYen, yenPerYear: null, regularYen: null })

  test.each([
    ['foreign_currency', 'USD', { currency: 'USD', renew: 15, transfer: 15 }],
    ['negative_price', '-15', { renew: -15, transfer: -15 }],
  ])(
    'An unpayable price in the price list is refused for every row of the TLD and for no other (%s)',
    async (reason, stated, fields) => {
      const accountId = await open()
      const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'right-code' })
      answer('^/v1/domain/pricing$', priceList(fields))
      const { quoteId, rows, totalYen, accounts } = await quote(
        [
          renewal(accountId, 'one.com'),
          renewal(accountId, 'two.net'),
          { kind: 'transfer', accountId, name: 'away.com' },
        ],
        { 'away.com': authCodeId },
      )
      expect(rows.map(({ problem }) => [problem?.reason ?? null, problem?.error?.serviceMessage ?? null])).toEqual([
        [reason, stated],
        [null, null],
        [reason, stated],
      ])
      expect(rows[0]).toMatchObject({ ...unpaid(), expiryDate: '2027-03-31' })
      expect(rows[2]).toMatchObject(unpaid())
      expect([totalYen, accounts[0]?.yen]).toEqual([1_650, 1_650])
      const confirmed = rig.call('orders.confirm', {
        quoteId,
        rowIds: [rows[0]?.id ?? ''],
        totalYen: 0,
        agreesToTerms: true,
      })
      expect((await refusal(confirmed)).kind).toBe('invalid_input')
      expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
    },
  )

  test.each([
    ['foreign_currency', 'USD', { currency: 'USD', register: 15 }],
    ['negative_price', '-15', { register: -15 }],
  ])('An unpayable price in an availability check is refused before a dry run (%s)', async (reason, stated, fields) => {
    const accountId = await open()
    answer('^/v1/domain/check$', { available: true, reason: null, premium: false, prices: prices(fields) })
    const { rows, totalYen } = await quote([acquisition(accountId, 'fresh.com', 2)])
    expect(rows[0]).toMatchObject({ ...unpaid(), problem: { reason, error: { serviceMessage: stated } } })
    expect(totalYen).toBe(0)
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
  })

  test.each([
    ['foreign_currency', 'USD', plans('USD', 15)],
    ['negative_price', '-15', plans('JPY', -15)],
  ])('An unpayable price of a plan is refused before a dry run (%s)', async (reason, stated, body) => {
    const accountId = await open()
    answer('^/v1/server/plans$', body)
    const { rows } = await quote([order(accountId)])
    expect(rows[0]).toMatchObject({ ...unpaid(), problem: { reason, error: { serviceMessage: stated } } })
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
  })

  test.each([
    ['foreign_currency', 'USD', { dry_run: true, total_price: 15, currency: 'USD' }],
    ['negative_price', '-15', { dry_run: true, total_price: -15 }],
  ])(
    'An unpayable price in the answer to a dry run is refused, and no row can be confirmed (%s)',
    async (reason, stated, body) => {
      const accountId = await open()
      answer('/renew$', body)
      const { quoteId, rows, totalYen } = await quote([renewal(accountId, 'one.com')])
      expect(rows[0]).toMatchObject({
        ...unpaid(),
        isDryRun: false,
        problem: { reason, error: { serviceMessage: stated } },
      })
      expect(totalYen).toBe(0)
      const confirmed = rig.call('orders.confirm', {
        quoteId,
        rowIds: [rows[0]?.id ?? ''],
        totalYen: 15,
        agreesToTerms: true,
      })
      expect((await refusal(confirmed)).kind).toBe('invalid_input')
      expect(rig.simulator.ledger.charges).toEqual([])
    },
  )
})

describe('Discarded quotes', () => {
  test('A discarded quote sends no more requests, throws `cancelled`, and cannot be confirmed', async () => {
    const accountId = await open()
    rig.simulator.faults.add({ match: { path: '/check$' }, times: 100, fault: { kind: 'delay', ms: 200 } })
    const items = Array.from({ length: 30 }, (_, index) => acquisition(accountId, `name${index}.com`))
    const asked = rig.call('orders.quote', { quoteId: 'dropped', items })
    await rig.event('orders.quoteProgress', ({ done }) => done > 0)
    await rig.call('orders.discardQuote', { quoteId: 'dropped' })
    expect((await refusal(asked)).kind).toBe('cancelled')
    expect(calls().length).toBeLessThan(30)
    expect(
      await refusal(
        rig.call('orders.confirm', { quoteId: 'dropped', rowIds: ['any'], totalYen: 0, agreesToTerms: true }),
      ),
    ).toMatchObject({ kind: 'not_found' })
  })
})

describe('Confirmations', () => {
  test('A confirmation names rows and their total, and no row with a problem can be confirmed', async () => {
    const accountId = await open()
    const { quoteId, rows } = await quote([
      renewal(accountId, 'one.com'),
      renewal(accountId, 'two.net'),
      renewal(accountId, 'lapsed.com'),
    ])
    const [one, two, lapsed] = rows.map(({ id }) => id) as [string, string, string]
    const confirm = (rowIds: string[], totalYen: number) =>
      rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
    expect(await refusal(confirm([one, two], 3_300))).toMatchObject({
      kind: 'conflict',
      details: { expected: 3_300, actual: 3_410 },
    })
    expect(await refusal(confirm([one, lapsed], 1_650))).toMatchObject({ kind: 'invalid_input' })
    expect(await refusal(confirm([one, 'another'], 1_650))).toMatchObject({ kind: 'not_found' })
    expect(sent().every(({ method }) => method === 'GET')).toBe(true)
  })
})
