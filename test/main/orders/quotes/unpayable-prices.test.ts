import { describe, expect, test } from 'vitest'
import {
  startQuoteRigWithAccount,
  createRenewalItem,
  createAcquisitionItem,
  createServerOrderItem,
} from './quote-rig.ts'
import { captureAppError } from '#test/capture-rejection.ts'

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
      const { accountId, rig, quote, calls, replaceAnswer } = await startQuoteRigWithAccount()
      const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'right-code' })
      replaceAnswer('^/v1/domain/pricing$', priceList(fields))
      const { quoteId, rows, totalYen, accounts } = await quote(
        [
          createRenewalItem(accountId, 'one.com'),
          createRenewalItem(accountId, 'two.net'),
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
      expect((await captureAppError(confirmed)).kind).toBe('invalid_input')
      expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
    },
  )

  test.each([
    ['foreign_currency', 'USD', { currency: 'USD', register: 15 }],
    ['negative_price', '-15', { register: -15 }],
  ])('An unpayable price in an availability check is refused before a dry run (%s)', async (reason, stated, fields) => {
    const { accountId, quote, calls, replaceAnswer } = await startQuoteRigWithAccount()
    replaceAnswer('^/v1/domain/check$', { available: true, reason: null, premium: false, prices: prices(fields) })
    const { rows, totalYen } = await quote([createAcquisitionItem(accountId, 'fresh.com', 2)])
    expect(rows[0]).toMatchObject({ ...unpaid(), problem: { reason, error: { serviceMessage: stated } } })
    expect(totalYen).toBe(0)
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
  })

  test.each([
    ['foreign_currency', 'USD', plans('USD', 15)],
    ['negative_price', '-15', plans('JPY', -15)],
  ])('An unpayable price of a plan is refused before a dry run (%s)', async (reason, stated, body) => {
    const { accountId, quote, calls, replaceAnswer } = await startQuoteRigWithAccount()
    replaceAnswer('^/v1/server/plans$', body)
    const { rows } = await quote([createServerOrderItem(accountId)])
    expect(rows[0]).toMatchObject({ ...unpaid(), problem: { reason, error: { serviceMessage: stated } } })
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
  })

  test.each([
    ['foreign_currency', 'USD', { dry_run: true, total_price: 15, currency: 'USD' }],
    ['negative_price', '-15', { dry_run: true, total_price: -15 }],
  ])(
    'An unpayable price in the answer to a dry run is refused, and no row can be confirmed (%s)',
    async (reason, stated, body) => {
      const { accountId, rig, quote, replaceAnswer } = await startQuoteRigWithAccount()
      replaceAnswer('/renew$', body)
      const { quoteId, rows, totalYen } = await quote([createRenewalItem(accountId, 'one.com')])
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
      expect((await captureAppError(confirmed)).kind).toBe('invalid_input')
      expect(rig.simulator.ledger.charges).toEqual([])
    },
  )
})
