import { describe, expect, test } from 'vitest'
import {
  startQuoteRig,
  startQuoteRigWithAccount,
  fullKey,
  paidPermissions,
  createRenewalItem,
  createAcquisitionItem,
  createServerOrderItem,
  problemReasons,
} from './quote-rig.ts'

describe('Quotes for one item', () => {
  test('A renewal quote is the price times the years after a dry run without an idempotency key, and it charges nothing', async () => {
    const { accountId, rig, quote, calls, sent } = await startQuoteRigWithAccount()
    const { rows, totalYen, accounts } = await quote([createRenewalItem(accountId, 'one.com', 2)])
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
    const { accountId, quote, calls } = await startQuoteRigWithAccount()
    const { rows } = await quote([createAcquisitionItem(accountId, 'fresh.com', 3)])
    expect(rows[0]).toMatchObject({ yen: 2_970, yenPerYear: 990, isDryRun: true, problem: null })
    expect(calls()).toEqual(['GET /v1/domain', 'GET /v1/domain/check', 'POST /v1/domain'])
  })

  test('A server order quote has the plan’s price, campaign and regular price, and its request always contains the server id and the auto-renewal', async () => {
    const { accountId, quote, sent } = await startQuoteRigWithAccount()
    const { rows } = await quote([createServerOrderItem(accountId)])
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
    const { accountId, rig, quote, sent } = await startQuoteRigWithAccount()
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
    const { accountId, rig, quote } = await startQuoteRigWithAccount()
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

  test('A dry run refused for insufficient balance is remembered with its amount, and not as an order', async () => {
    const { accountId, rig, quote } = await startQuoteRigWithAccount()
    const { rows, accounts } = await quote([createServerOrderItem(accountId, { planId: 'premium', months: 36 })])
    expect(rows[0]?.problem).toMatchObject({ reason: 'refused', error: { code: 'PAYMENT_REQUIRED' } })
    expect(accounts[0]?.hint).toMatchObject({ refusal: { yen: 72_270, call: 'dry_run' }, paidAt: null })
    expect(await rig.call('orders.balanceHints', null)).toEqual([
      expect.objectContaining({ accountId, refusal: { at: expect.any(Number), yen: 72_270, call: 'dry_run' } }),
    ])
  })

  test('A server ID of another user is not taken for one of ours', async () => {
    const { rig, quote } = await startQuoteRig({
      world: {
        users: [
          { name: 'first', keys: [{ token: fullKey, services: paidPermissions }] },
          { name: 'second', keys: [{ token: 'a-key-of-the-second' }], servers: [{ server_id: 'theirs01' }] },
        ],
      },
    })
    const { id } = await rig.addAccount('First', [fullKey])
    const { rows } = await quote([createServerOrderItem(id, { serverId: 'theirs01' })])
    expect(rows[0]?.problem).toMatchObject({ reason: 'refused', error: { code: 'SERVER_ID_TAKEN' } })
  })

  test('A row is unread, not refused, when the service itself fails', async () => {
    const { accountId, rig, quote } = await startQuoteRigWithAccount()
    rig.simulator.faults.add({
      match: { path: '/renew$' },
      times: 5,
      fault: { kind: 'status', status: 500, code: 'REGISTRAR_ERROR' },
    })
    expect(problemReasons(await quote([createRenewalItem(accountId, 'one.com')]))).toEqual(['data_not_read'])
  })
})
