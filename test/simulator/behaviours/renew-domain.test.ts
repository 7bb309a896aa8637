import { describe, expect, test } from 'vitest'
import { type CoveredRulesOptions, covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { formatStatusAndCode } from '#test/simulator/start-test-simulator.ts'
import { startPaidOperationsRig } from '#test/simulator/start-paid-operations-rig.ts'

describe('Renewing a domain', () => {
  test(
    'A renewal moves the expiry by the paid years and returns the previous expiry',
    covers('endpoint: domain.renew', 'domain states: renewal of active', 'renewal input: `previous_expiry_date`'),
    async () => {
      const { renew, get, charged } = await startPaidOperationsRig()
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

  test.each<[name: string, body: object, expected: string, covers?: CoveredRulesOptions]>([
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
  ])('The renewal of %s with %j is answered with %s', async (name, body, expected) => {
    const { renew, charged } = await startPaidOperationsRig()
    expect(formatStatusAndCode(await renew(body, undefined, name))).toBe(expected)
    expect(charged()).toEqual([])
  })
})
