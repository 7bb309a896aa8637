import { describe, expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { minBalanceToEnableServerOrdersYen } from '#shared/api/service-limits.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { type CoveredRulesOptions, covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { formatStatusAndCode } from '#test/simulator/start-test-simulator.ts'
import { startPaidOperationsRig } from '#test/simulator/start-paid-operations-rig.ts'

describe('Ordering a server', () => {
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
  const startOrders = (rest: Partial<WorldFile> = {}, user: object = {}) =>
    startPaidOperationsRig(user, { plans, ...rest })

  test(
    'An order is charged immediately, and the server becomes active when the setup ends',
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
    'An order accepts a partner code and can switch automatic renewal off',
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
    'An order without setup time is answered with status active and an expiry',
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
    'An order has no trial period: the expiry counts from the day of the order',
    covers('order input: no free trial'),
    async () => {
      const { pay, get, clock } = await startOrders()
      await pay('/v1/server', order)
      clock.advance(5 * dayMs)
      expect((await get('/v1/server')).body.servers[0]).toMatchObject({ status: 'active', expiry_date: '2027-11-20' })
    },
  )

  test(
    'A key with `allow_signup` reads plans even with balance 0, but an order is answered with 402',
    covers('limits: balance for signup'),
    async () => {
      expect(minBalanceToEnableServerOrdersYen).toBe(20_000)
      const { pay, get } = await startOrders({}, { balance: 0 })
      expect(formatStatusAndCode(await get('/v1/server/plans'))).toBe('200')
      expect(formatStatusAndCode(await pay('/v1/server', order))).toBe('402 PAYMENT_REQUIRED')
    },
  )

  test('An order without a server ID gets a generated ID', covers('order input: no server_id'), async () => {
    const { pay, get } = await startOrders()
    const { server_id: _, ...rest } = order
    const { body } = await pay('/v1/server', rest)
    expect(body.server.server_id).toMatch(/^[a-z][a-z0-9]{2,11}$/)
    expect((await get('/v1/server')).body.servers).toHaveLength(1)
  })

  test.each<[body: object, user: object, expected: string, covers?: CoveredRulesOptions]>([
    [{ plan_id: 'none' }, {}, '422 PLAN_NOT_AVAILABLE', covers('error: PLAN_NOT_AVAILABLE')],
    [{ period: 13 }, {}, '422 PLAN_NOT_AVAILABLE', covers('error: PLAN_NOT_AVAILABLE')],
    [{ period: 61 }, {}, '422 VALIDATION_ERROR'],
    [{ expected_total_price: 4999 }, {}, '422 PRICE_MISMATCH', covers('order input: expected_total_price')],
    [{ server_id: 'Web01' }, {}, '422 VALIDATION_ERROR'],
    [{ agree_to_terms: false }, {}, '422 VALIDATION_ERROR', covers('order input: agree_to_terms')],
    [{ partner_code: 'a-b' }, {}, '422 VALIDATION_ERROR'],
    [{}, { servers: [{ server_id: 'web01' }] }, '409 SERVER_ID_TAKEN', covers('error: SERVER_ID_TAKEN')],
    [{}, { balance: 4999 }, '402 PAYMENT_REQUIRED'],
  ])('The order %j by the user %j is answered with %s', async (body, user, expected) => {
    const { pay, charged } = await startOrders({}, user)
    expect(formatStatusAndCode(await pay('/v1/server', { ...order, ...body }))).toBe(expected)
    expect(charged()).toEqual([])
  })

  test(
    'A dry run can have an idempotency key, and that key can be used afterwards',
    covers('order input: Idempotency-Key on a dry run', 'order input: dry_run'),
    async () => {
      const { pay } = await startOrders()
      expect((await pay('/v1/server', { ...order, dry_run: true }, 'decision-0001')).body).toEqual({
        dry_run: true,
        total_price: 5000,
      })
      expect(formatStatusAndCode(await pay('/v1/server', order, 'decision-0001'))).toBe('200')
    },
  )

  test(
    'With `server_order_replay: execute`, a refused order keeps the stored answer of the key',
    covers('order input: a refused order keeps the key'),
    async () => {
      const { pay, renew, charged } = await startOrders(
        { server_order_replay: 'execute' },
        { servers: [{ server_id: 'web01' }] },
      )
      const first = await renew({}, 'decision-0001')
      expect(formatStatusAndCode(await pay('/v1/server', order, 'decision-0001'))).toBe('409 SERVER_ID_TAKEN')
      expect((await renew({}, 'decision-0001')).body).toEqual(first.body)
      expect(charged()).toHaveLength(1)
    },
  )

  test.each([
    ['replay', '200', 1],
    ['execute', '200', 2],
    ['refuse', '409 DUPLICATE_REQUEST', 1],
  ] as const)(
    'With server_order_replay %s, a repeated key is answered with %s',
    covers('order input: replay, unknown'),
    async (server_order_replay, expected, charges) => {
      const { pay, charged } = await startOrders({ server_order_replay })
      const { server_id: _, ...rest } = order
      await pay('/v1/server', rest, 'decision-0001')
      expect(formatStatusAndCode(await pay('/v1/server', rest, 'decision-0001'))).toBe(expected)
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
    'With server_id_form %s, the contract gets the server ID %s, and a second order gets %s',
    async (server_id_form, first, second) => {
      const { pay } = await startOrders({ server_id_form })
      const idOf = async (key: string) => {
        const answer = await pay('/v1/server', { ...order, server_id: 'web01' }, key)
        return (answer.body as { server?: { server_id: string } }).server?.server_id ?? formatStatusAndCode(answer)
      }
      expect(await idOf('decision-0001')).toBe(first)
      expect(await idOf('decision-0002')).toBe(second)
    },
  )

  test(
    'A key in progress is answered with 409 even with `server_order_replay: execute`',
    covers('idempotency: 6 in progress it is a duplicate for orders too'),
    async () => {
      const { pay, simulator } = await startOrders({ server_order_replay: 'execute' })
      simulator.faults.add({ times: 1, fault: { kind: 'delay', ms: 300 } })
      const first = pay('/v1/server', order, 'decision-0001')
      await expect.poll(() => simulator.ledger.requests.length).toBe(1)
      expect(formatStatusAndCode(await pay('/v1/server', order, 'decision-0001'))).toBe('409 DUPLICATE_REQUEST')
      expect(formatStatusAndCode(await first)).toBe('200')
    },
  )
})
