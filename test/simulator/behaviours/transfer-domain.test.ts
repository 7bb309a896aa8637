import { describe, expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { type CoveredRulesOptions, covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from '#test/simulator/start-test-simulator.ts'
import { paidRigTlds, startPaidOperationsRig } from '#test/simulator/start-paid-operations-rig.ts'

describe('Transferring a domain in', () => {
  test(
    'A transfer charges one year and extends the expiry by one year on completion',
    covers(
      'endpoint: domain.transfer',
      'domain states: transfer to transferring, `pendingTransfer`',
      'domain states: transferring to active',
    ),
    async () => {
      const { transfer, get, clock, charged } = await startPaidOperationsRig()
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
    'A transfer that fails becomes transfer_action_required and can be requested again',
    covers('domain states: transferring to transfer_action_required'),
    async () => {
      const { transfer, get, clock } = await startPaidOperationsRig()
      await transfer('failing.com')
      clock.advance(60_000)
      expect((await get('/v1/domain/failing.com')).body.status).toBe('transfer_action_required')
      expect(formatStatusAndCode(await transfer('failing.com'))).toBe('200')
      expect(formatStatusAndCode(await transfer('failing.com'))).toBe('409 DUPLICATE_OPERATION')
    },
  )

  test.each<[name: string, body: object, expected: string, covers?: CoveredRulesOptions]>([
    ['young.com', {}, '409 REGISTRAR_REJECTED', covers('error: REGISTRAR_REJECTED', 'transfer input: 60 days')],
    ['locked.com', {}, '409 REGISTRAR_REJECTED', covers('transfer input: lock state')],
    ['nowhere.com', {}, '409 REGISTRAR_REJECTED'],
    ['theirs.jp', {}, '422 UNSUPPORTED_TLD_FOR_API', covers('error: UNSUPPORTED_TLD_FOR_API', 'transfer input: no JP')],
    ['gold.com', {}, '422 PREMIUM_NOT_SUPPORTED', covers('transfer input: no premium')],
    ['theirs.com', { expected_total_price: 1 }, '422 PRICE_MISMATCH', covers('transfer input: expected_total_price')],
    ['theirs.com', { auth_code: 'x'.repeat(256) }, '422 VALIDATION_ERROR'],
    ['wait.com', {}, '409 DUPLICATE_OPERATION'],
    ['mine.com', {}, '409 DOMAIN_CONFLICT'],
  ])(
    'The transfer of %s with %j is answered with %s, in a dry run, too',
    covers('transfer input: dry_run'),
    async (name, body, expected) => {
      const { transfer, charged } = await startPaidOperationsRig()
      expect(formatStatusAndCode(await transfer(name, { ...body, dry_run: true }, null))).toBe(expected)
      expect(formatStatusAndCode(await transfer(name, body))).toBe(expected)
      expect(charged()).toEqual([])
    },
  )
})

describe('A wrong auth code', () => {
  test.each([
    ['dry_run', '409 REGISTRAR_REJECTED', '409 REGISTRAR_REJECTED', null],
    ['request', '200', '409 REGISTRAR_REJECTED', null],
    ['registry', '200', '200', 'transfer_action_required'],
  ] as const)(
    'With auth_code_check %s, a dry run is answered with %s, the request with %s, and the domain ends as %s',
    covers('transfer input: auth_code check'),
    async (auth_code_check, dryRun, request, status) => {
      const { transfer, get, clock, charged } = await startPaidOperationsRig({}, { auth_code_check })
      expect(formatStatusAndCode(await transfer('theirs.com', { auth_code: 'wrong', dry_run: true }, null))).toBe(
        dryRun,
      )
      expect(formatStatusAndCode(await transfer('theirs.com', { auth_code: 'wrong' }))).toBe(request)
      clock.advance(60_000)
      expect((await get('/v1/domain/theirs.com')).body.status ?? null).toBe(status)
      expect(charged()).toEqual(status === null ? [] : ['transfer theirs.com 1650'])
      if (status === null) expect(formatStatusAndCode(await transfer('theirs.com'))).toBe('200')
    },
  )
})

describe('A procedure on a domain', () => {
  test(
    'A procedure ends when its time is over, without a request, and another procedure can begin',
    covers('error: DUPLICATE_OPERATION', 'domain states: one procedure per domain'),
    async () => {
      const { transfer, acquire, clock, charged } = await startPaidOperationsRig()
      await transfer('failing.com')
      await acquire({ domain_name: 'new.slow', expected_total_price: 500 })
      expect(formatStatusAndCode(await transfer('failing.com'))).toBe('409 DUPLICATE_OPERATION')
      expect(formatStatusAndCode(await acquire({ domain_name: 'new.slow', expected_total_price: 500 }))).toBe(
        '409 DUPLICATE_OPERATION',
      )
      clock.advance(60_000)
      expect(formatStatusAndCode(await acquire({ domain_name: 'new.slow', expected_total_price: 500 }))).toBe(
        '409 REGISTRAR_REJECTED',
      )
      expect(formatStatusAndCode(await transfer('failing.com'))).toBe('200')
      expect(charged()).toHaveLength(3)
    },
  )

  test(
    'A domain that one user is transferring in cannot be requested by another user',
    covers('domain states: one procedure per domain over all users'),
    async () => {
      const other = 'test_token_of_another_user'
      const { send, simulator, clock } = await startTestSimulator({
        tlds: paidRigTlds,
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
      expect(formatStatusAndCode(await ask(token, 'decision-a'))).toBe('200')
      expect(formatStatusAndCode(await ask(other, 'decision-b'))).toBe('409 DUPLICATE_OPERATION')
      clock.advance(dayMs)
      expect(formatStatusAndCode(await ask(other, 'decision-b'))).toBe('409 REGISTRAR_REJECTED')
      expect(simulator.ledger.charges).toHaveLength(1)
    },
  )

  test('A procedure that fails is not refunded', covers('acquisition input: no refund'), async () => {
    const { transfer, acquire, balance, get, clock } = await startPaidOperationsRig()
    await transfer('failing.com')
    await acquire({ domain_name: 'new.slow', expected_total_price: 500 })
    clock.advance(60_000)
    expect((await get('/v1/domain/failing.com')).body.status).toBe('transfer_action_required')
    expect(balance()).toBe(10_000 - 1650 - 500)
  })
})
