import { describe, expect, test } from 'vitest'
import {
  startQuoteRig,
  startQuoteRigWithAccount,
  fullKey,
  keyOfSecondUser,
  quoteDomains,
  createRenewalItem,
  createAcquisitionItem,
  createServerOrderItem,
  problemReasons,
} from './quote-rig.ts'

describe('Quotes for several items', () => {
  test('A basket costs one price list and one domain list per account, and its renewals use the expiry dates that were read', async () => {
    const { accountId, quote, calls } = await startQuoteRigWithAccount()
    const { rows, totalYen, accounts } = await quote([
      createRenewalItem(accountId, 'one.com'),
      createRenewalItem(accountId, 'two.net', 1),
      createRenewalItem(accountId, 'three.jp', 5),
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
      callLimitsByClass: { domain: { perMinute: 60, perDay: 10_000 } },
    })
  })

  test('Every row that cannot be bought has its reason, and the other rows are priced', async () => {
    const { accountId, rig, quote, sent } = await startQuoteRigWithAccount()
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'right-code' })
    const answer = await quote(
      [
        createRenewalItem(accountId, 'one.com'),
        createRenewalItem(accountId, 'lapsed.com'),
        createRenewalItem(accountId, 'moving.com'),
        createRenewalItem(accountId, 'nobody.com'),
        createRenewalItem(accountId, 'odd.example'),
        createAcquisitionItem(accountId, 'taken.com'),
        createAcquisitionItem(accountId, 'gold.com'),
        createAcquisitionItem(accountId, 'fresh.example'),
        createAcquisitionItem(accountId, 'fresh.co.jp'),
        createAcquisitionItem(accountId, 'two.net'),
        { kind: 'transfer', accountId, name: 'any.jp' },
        { kind: 'transfer', accountId, name: 'away.com' },
        { kind: 'transfer', accountId, name: 'no-code.com' },
        { kind: 'transfer', accountId, name: 'three.com' },
        createServerOrderItem(accountId, { serverId: 'first01' }),
        createServerOrderItem(accountId, { serverId: 'banto02', months: 7 }),
        createAcquisitionItem(accountId, 'fresh.com'),
        createAcquisitionItem(accountId, 'FRESH.com'),
      ],
      { 'any.jp': authCodeId, 'away.com': authCodeId, 'three.com': 'an auth code that is long gone' },
    )
    expect(problemReasons(answer)).toEqual([
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
      'same_target_twice',
    ])
    expect(answer.totalYen).toBe(1_650 + 1_650 + 990)
    expect(sent().every(({ method }) => method === 'GET')).toBe(true)
    const checked = sent()
      .filter(({ path }) => path === '/v1/domain/check')
      .map(({ query }) => query['domain_name'])
    expect(checked.sort()).toEqual(['fresh.com', 'fresh.example', 'gold.com', 'taken.com', 'two.net'])
  })

  test('The same name for a second account at the same service is held back, in whatever spelling of the address', async () => {
    const { accountId, rig, quote } = await startQuoteRigWithAccount()
    const baseUrl = rig.simulator.url.replace('127.0.0.1', 'localhost')
    const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl, secret: keyOfSecondUser })
    const other = await rig.call('accounts.add', {
      label: 'Other',
      colour: 'blue',
      baseUrl,
      keys: [{ pendingKeyId, label: 'Key' }],
    })
    expect(
      problemReasons(
        await quote([createAcquisitionItem(accountId, 'fresh.com'), createAcquisitionItem(other.id, 'fresh.com')]),
      ),
    ).toEqual([null, 'same_target_twice'])
  })

  test('A row that cannot be bought does not hold back a later row of the same name', async () => {
    const { accountId, rig, quote } = await startQuoteRigWithAccount()
    const { id: otherId } = await rig.addAccount('Other', [keyOfSecondUser])
    const ofBoth = [createRenewalItem(otherId, 'one.com'), createRenewalItem(accountId, 'one.com')]
    const answer = await quote(ofBoth)
    expect(problemReasons(answer)).toEqual(['unknown_domain', null])
    expect(answer.totalYen).toBe(1_650)
    await rig.call('accounts.update', { accountId: otherId, isReadOnly: true })
    expect(problemReasons(await quote(ofBoth))).toEqual(['read_only', null])
    expect(problemReasons(await quote([...ofBoth, createRenewalItem(accountId, 'one.com', 2)]))).toEqual([
      'read_only',
      null,
      'same_target_twice',
    ])
  })

  test('A failed transfer is reported neither as listed already nor as in progress', async () => {
    const { accountId, rig, quote } = await startQuoteRigWithAccount()
    const user = rig.simulator.world.user('first')
    for (const name of ['moving.com', 'one.com'])
      (user.domains.get(name) as { status: string }).status = 'transfer_action_required'
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'right-code' })
    const answer = await quote(
      [
        { kind: 'transfer', accountId, name: 'moving.com' },
        createAcquisitionItem(accountId, 'one.com'),
        createAcquisitionItem(accountId, 'two.net'),
      ],
      { 'moving.com': authCodeId },
    )
    expect(problemReasons(answer)).toEqual(['transfer_failed', 'transfer_failed', 'already_listed'])
    expect(
      problemReasons(
        await quote([createRenewalItem(accountId, 'moving.com'), createRenewalItem(accountId, 'two.net')]),
      ),
    ).toEqual(['transfer_incomplete', null])
  })

  test('An unavailable name has the service’s message beside the reason', async () => {
    const { accountId, quote } = await startQuoteRigWithAccount()
    const { rows } = await quote([
      createAcquisitionItem(accountId, 'taken.com'),
      createAcquisitionItem(accountId, 'gold.com'),
    ])
    expect(rows.map(({ problem }) => [problem?.reason, problem?.error?.serviceMessage])).toEqual([
      ['registered', expect.stringMatching(/./)],
      ['premium', expect.stringMatching(/./)],
    ])
  })

  test('Availability that a search found a moment ago is used, and nothing is requested twice', async () => {
    const { accountId, rig, quote, calls } = await startQuoteRigWithAccount()
    const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
    await rig.call('orders.search', { searchId: 'search', accountId, names: ['fresh'], tlds: ['com', 'net'] })
    await over
    rig.simulator.ledger.clear()
    const { totalYen } = await quote([
      createAcquisitionItem(accountId, 'fresh.com'),
      createAcquisitionItem(accountId, 'fresh.net', 2),
    ])
    expect(totalYen).toBe(990 + 2 * 1_210)
    expect(calls()).toEqual(['GET /v1/domain'])
  })

  test('The same quote is read anew, and other years of the same names cost no further call', async () => {
    const { accountId, rig, quote, sent } = await startQuoteRigWithAccount()
    const checked = () => sent().filter(({ path }) => path === '/v1/domain/check').length
    const yen = async (...years: number[]) =>
      (await quote(years.map((each, index) => createAcquisitionItem(accountId, `fresh${index}.com`, each)))).rows.map(
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
    const { rig, quote } = await startQuoteRig({
      world: {
        users: [
          { name: 'first', keys: [{ token: fullKey }], domains: [...quoteDomains] },
          {
            name: 'second',
            keys: [{ token: 'a-key-of-the-second' }],
            domains: [{ domain_name: 'other.com', expiry_date: '2027-01-01' }],
          },
        ],
      },
    })
    const first = await rig.addAccount('First', [fullKey])
    const second = await rig.addAccount('Second', ['a-key-of-the-second'])
    rig.simulator.faults.add({
      match: { path: '^/v1/domain$', token: fullKey },
      times: 20,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const answer = await quote([createRenewalItem(first.id, 'one.com'), createRenewalItem(second.id, 'other.com')])
    expect(problemReasons(answer)).toEqual(['data_not_read', null])
    expect(answer.rows[0]?.problem?.error?.code).toBe('FORBIDDEN')
    expect(answer.totalYen).toBe(1_650)
  })
})
