import { describe, expect, test } from 'vitest'
import { covers } from './api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from './start-test-simulator.ts'
import { paidRigTlds, startPaidOperationsRig } from './start-paid-operations-rig.ts'

const hourMs = 3_600_000

describe('The idempotency rules', () => {
  const key = 'decision-0001'

  test(
    'Rule 1: A paid call needs a valid idempotency key unless it is a dry run',
    covers('idempotency: 1 key needed unless it is a dry run', 'renewal input: dry_run'),
    async () => {
      const { renew, charged } = await startPaidOperationsRig()
      for (const wrong of [null, 'short', 'x'.repeat(65), 'with space', 'dot.dot.dot'])
        expect(formatStatusAndCode(await renew({}, wrong))).toBe('422 VALIDATION_ERROR')
      expect(formatStatusAndCode(await renew({ dry_run: true }, null))).toBe('200')
      expect(charged()).toEqual([])
    },
  )

  test(
    'Rule 2: The same key and content return the first answer for 48 hours without a second charge',
    covers('idempotency: 2 same content within 48 hours gets the first answer'),
    async () => {
      const { renew, charged, clock } = await startPaidOperationsRig()
      const first = await renew({}, key)
      clock.advance(48 * hourMs - 1)
      expect((await renew({}, key)).body).toEqual(first.body)
      expect(charged()).toHaveLength(1)
      clock.advance(1)
      expect(formatStatusAndCode(await renew({}, key))).toBe('409 EXPIRY_MISMATCH')
      expect(charged()).toHaveLength(1)
    },
  )

  test(
    'Rule 2: Content is the same if only the order of fields differs or a default is explicit',
    covers('idempotency: 2 field order and written defaults are the same content'),
    async () => {
      const { acquire, pay, charged } = await startPaidOperationsRig()
      await acquire({}, key)
      const again = {
        years: 1,
        dry_run: false,
        agree_to_terms: true,
        expected_total_price: 990,
        domain_name: 'free.com',
      }
      expect(formatStatusAndCode(await pay('/v1/domain', again, key))).toBe('200')
      expect(charged()).toHaveLength(1)
    },
  )

  test(
    'Rule 3: The same key with other content is answered with 422',
    covers('idempotency: 3 other content is refused'),
    async () => {
      const { renew, acquire, charged } = await startPaidOperationsRig()
      await renew({}, key)
      expect(
        formatStatusAndCode(
          await renew({ years: 2, expected_total_price: 3300, current_expiry_date: '2028-02-28' }, key),
        ),
      ).toBe('422 VALIDATION_ERROR')
      expect(formatStatusAndCode(await acquire({}, key))).toBe('422 VALIDATION_ERROR')
      expect(charged()).toHaveLength(1)
    },
  )

  test(
    'Rule 4: After a 4xx the key can be sent again with corrected content',
    covers('idempotency: 4 a 4xx frees the key'),
    async () => {
      const { renew, charged } = await startPaidOperationsRig()
      expect(formatStatusAndCode(await renew({ expected_total_price: 1 }, key))).toBe('422 PRICE_MISMATCH')
      expect(formatStatusAndCode(await renew({}, key))).toBe('200')
      expect(charged()).toHaveLength(1)
    },
  )

  test.each([
    ['before', 500, 'REGISTRAR_ERROR', 0],
    ['after', 502, 'BACKEND_ERROR', 1],
    ['before', 503, 'REGISTRAR_UNAVAILABLE', 0],
  ] as const)(
    'Rule 5: After a 5xx %s execution, with status %s, the key is answered with 409 for 48 hours',
    covers('error: DUPLICATE_REQUEST', 'idempotency: 5 a 5xx burns the key for 48 hours'),
    async (when, status, code, charges) => {
      const { renew, charged, clock, simulator } = await startPaidOperationsRig()
      simulator.faults.add({ match: { path: '/renew$' }, times: 1, fault: { kind: 'status', status, code, when } })
      expect(formatStatusAndCode(await renew({}, key))).toBe(`${status} ${code}`)
      expect(charged()).toHaveLength(charges)
      expect(formatStatusAndCode(await renew({}, key))).toBe('409 DUPLICATE_REQUEST')
      clock.advance(48 * hourMs - 1)
      expect(formatStatusAndCode(await renew({}, key))).toBe('409 DUPLICATE_REQUEST')
      expect(charged()).toHaveLength(charges)
    },
  )

  test(
    'Rule 6: While the first call runs, its key is answered with 409, later with the stored answer',
    covers('idempotency: 6 in progress it is a duplicate, then the stored answer'),
    async () => {
      const { renew, charged, simulator } = await startPaidOperationsRig()
      simulator.faults.add({ match: { path: '/renew$' }, times: 1, fault: { kind: 'delay', ms: 300 } })
      const first = renew({}, key)
      await expect.poll(() => simulator.ledger.requests.length).toBe(1)
      expect(formatStatusAndCode(await renew({}, key))).toBe('409 DUPLICATE_REQUEST')
      expect(formatStatusAndCode(await renew({}, 'another-decision'))).toBe('409 DUPLICATE_OPERATION')
      const { body } = await first
      expect((await renew({}, key)).body).toEqual(body)
      expect(charged()).toHaveLength(1)
    },
  )

  test(
    'Rule 2: A call with a lost answer was executed, and the same key returns that answer',
    covers('idempotency: 2 lost answer comes back'),
    async () => {
      const { renew, charged, simulator } = await startPaidOperationsRig()
      simulator.faults.add({ match: { path: '/renew$' }, times: 1, fault: { kind: 'reset-after' } })
      await expect(renew({}, key)).rejects.toThrow()
      expect(charged()).toHaveLength(1)
      expect((await renew({}, key)).body.domain).toMatchObject({ renewed: true, expiry_date: '2028-02-28' })
      expect(charged()).toHaveLength(1)
    },
  )

  test.each([
    ['refused for its price', { expected_total_price: 1 }, 0],
    ['refused for its fields', { years: 'two' }, 0],
  ])(
    'Rule 5: A 5xx burns the key of a call that was %s',
    covers('idempotency: 5 a 5xx burns the key of a refused call'),
    async (_, wrong, charges) => {
      const { renew, charged, simulator } = await startPaidOperationsRig()
      for (const when of ['before', 'after'] as const) {
        simulator.faults.add({ times: 1, fault: { kind: 'status', status: 502, code: 'BACKEND_ERROR', when } })
        expect(formatStatusAndCode(await renew(wrong, `${key}-${when}`))).toBe('502 BACKEND_ERROR')
        expect(formatStatusAndCode(await renew({}, `${key}-${when}`))).toBe('409 DUPLICATE_REQUEST')
      }
      expect(charged()).toHaveLength(charges)
    },
  )

  test(
    'Rule 5: A 5xx instead of the stored answer burns the key; a 5xx on a dry run does not',
    covers('idempotency: 5 a 5xx burns the key of a stored answer'),
    async () => {
      const { renew, charged, simulator } = await startPaidOperationsRig()
      const struck = () =>
        simulator.faults.add({ times: 1, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
      struck()
      expect(formatStatusAndCode(await renew({ dry_run: true }, key))).toBe('500 INTERNAL_ERROR')
      expect(formatStatusAndCode(await renew({}, key))).toBe('200')
      struck()
      expect(formatStatusAndCode(await renew({}, key))).toBe('500 INTERNAL_ERROR')
      expect(formatStatusAndCode(await renew({}, key))).toBe('409 DUPLICATE_REQUEST')
      expect(charged()).toHaveLength(1)
    },
  )

  test(
    'Rule 5: A burnt key can be used again after 48 hours',
    covers('idempotency: 5 a burnt key is new after 48 hours'),
    async () => {
      const { renew, charged, clock, simulator } = await startPaidOperationsRig()
      simulator.faults.add({ times: 1, fault: { kind: 'status', status: 500 } })
      await renew({}, key)
      clock.advance(48 * hourMs)
      expect(formatStatusAndCode(await renew({}, key))).toBe('200')
      expect(charged()).toHaveLength(1)
    },
  )

  test('Two users can use the same idempotency key independently', async () => {
    const other = 'test_token_of_another_user'
    const rig = await startTestSimulator({
      tlds: paidRigTlds,
      users: [
        { name: 'a', keys: [{ token }] },
        { name: 'b', keys: [{ token: other }] },
      ],
    })
    const body = (name: string) => ({ domain_name: name, expected_total_price: 990, agree_to_terms: true })
    const headers = { 'idempotency-key': key }
    expect(formatStatusAndCode(await rig.send('POST', '/v1/domain', { body: body('a.com'), headers }))).toBe('200')
    expect(
      formatStatusAndCode(await rig.send('POST', '/v1/domain', { body: body('b.com'), headers, token: other })),
    ).toBe('200')
  })
})
