import { describe, expect, test } from 'vitest'
import { type CoveredRulesOptions, covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { formatStatusAndCode } from '#test/simulator/start-test-simulator.ts'
import { startPaidOperationsRig } from '#test/simulator/start-paid-operations-rig.ts'

describe('Acquiring a domain', () => {
  test(
    'An acquisition charges the price of all years once and creates the domain without automatic renewal',
    covers(
      'endpoint: domain.acquire',
      'domain states: acquisition to active',
      'conventions: whole yen',
      'conventions: paid calls are synchronous',
      'acquisition input: nameservers',
    ),
    async () => {
      const { acquire, get, charged, balance } = await startPaidOperationsRig()
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
    'An acquisition with a hold is pending without an expiry, and active when the hold ends',
    covers('domain states: acquisition to pending_create, `pendingCreate`', 'domain states: pending_create to active'),
    async () => {
      const { acquire, get, clock } = await startPaidOperationsRig()
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
    'A dry run returns the price, needs no idempotency key and changes nothing',
    covers('acquisition input: dry_run'),
    async () => {
      const { acquire, get, charged } = await startPaidOperationsRig()
      expect((await acquire({ dry_run: true }, null)).body).toEqual({ dry_run: true, total_price: 990 })
      expect(charged()).toEqual([])
      expect(formatStatusAndCode(await get('/v1/domain/free.com'))).toBe('404 DOMAIN_NOT_FOUND')
    },
  )

  test.each<[body: object, user: object, expected: string, covers?: CoveredRulesOptions]>([
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
  ])('The acquisition %j by the user %j is answered with %s and not charged', async (body, user, expected) => {
    const { acquire, charged } = await startPaidOperationsRig(user)
    expect(formatStatusAndCode(await acquire(body))).toBe(expected)
    expect(charged()).toEqual([])
  })

  test(
    'A domain acquired without name servers gets those of the service',
    covers('acquisition input: own name servers'),
    async () => {
      const { acquire, get } = await startPaidOperationsRig()
      await acquire()
      expect((await get('/v1/domain/free.com/nameservers')).body.nameservers).toContain('ns1.simulator.example')
    },
  )

  test(
    'An acquired domain has the registered default Whois data, with privacy',
    covers('acquisition input: Whois data from the defaults'),
    async () => {
      const { acquire, get } = await startPaidOperationsRig()
      await acquire()
      expect((await get('/v1/domain/free.com/whois')).body).toMatchObject({
        whois_privacy: true,
        fields: { country: 'JP', email: expect.stringContaining('@') },
      })
    },
  )

  test('A user gets the free first year once', covers('acquisition input: free campaign once'), async () => {
    const { acquire } = await startPaidOperationsRig()
    expect(formatStatusAndCode(await acquire({ domain_name: 'one.free', expected_total_price: 0 }))).toBe('200')
    expect(formatStatusAndCode(await acquire({ domain_name: 'two.free', expected_total_price: 0 }))).toBe(
      '422 FREE_CAMPAIGN_NOT_AVAILABLE',
    )
  })
})
