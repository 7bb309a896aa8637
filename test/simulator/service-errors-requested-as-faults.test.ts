import { describe, expect, test } from 'vitest'
import { serviceErrors, type ServiceErrorCode } from '#shared/api/service-errors.ts'
import { type CoveredRulesOptions, covers } from './api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

const start = () =>
  startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com' }] }] })

describe('An error of the service', () => {
  test.each<[code: ServiceErrorCode, status: number, covers: CoveredRulesOptions]>([
    ['USER_NOT_FOUND', 404, covers('error: USER_NOT_FOUND')],
    ['INTERNAL_ERROR', 500, covers('error: INTERNAL_ERROR')],
    ['REGISTRAR_ERROR', 500, covers('error: REGISTRAR_ERROR')],
    ['BACKEND_ERROR', 502, covers('error: BACKEND_ERROR')],
    ['REGISTRAR_UNAVAILABLE', 503, covers('error: REGISTRAR_UNAVAILABLE')],
    ['OPERATION_ERROR', 500, covers('error: OPERATION_ERROR')],
  ])('%s, which no input causes, can be requested as a fault with status %i', async (code, status) => {
    const { get, simulator } = await start()
    simulator.faults.add({ times: 1, fault: { kind: 'status', status, code } })
    const answer = await get('/v1/domain')
    expect(formatStatusAndCode(answer)).toBe(`${status} ${code}`)
    expect(answer.body).toEqual({ error: { code, message: expect.any(String) } })
    expect(serviceErrors[code].status ?? status).toBe(status)
  })

  test.each(Object.keys(serviceErrors) as ServiceErrorCode[])(
    '%s can be requested as a fault before and after execution, with its status and shape',
    async (code) => {
      const { send, get, simulator } = await start()
      const status = serviceErrors[code].status ?? 500
      const body = { type: 'A', host: '@', content: '192.0.2.1' }
      for (const when of ['before', 'after'] as const) {
        simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'status', status, code, when } })
        const answer = await send('POST', '/v1/domain/example.com/dns', { body })
        expect(formatStatusAndCode(answer)).toBe(`${status} ${code}`)
        expect(answer.body.error.message).toEqual(expect.any(String))
      }
      expect((await get('/v1/domain/example.com/dns')).body.records).toHaveLength(1)
    },
  )

  test(
    'Every successful call is answered with 200, including paid calls',
    covers('conventions: success is 200'),
    async () => {
      const { send, get } = await start()
      const renewal = { years: 1, current_expiry_date: '2027-11-20', expected_total_price: 1650 }
      expect(
        (
          await send('POST', '/v1/domain/example.com/renew', {
            body: renewal,
            headers: { 'idempotency-key': 'decision-0001' },
          })
        ).status,
      ).toBe(200)
      expect(
        (
          await send('POST', '/v1/domain', {
            body: { domain_name: 'free.com', expected_total_price: 990, agree_to_terms: true },
            headers: { 'idempotency-key': 'decision-0002' },
          })
        ).status,
      ).toBe(200)
      expect(
        (await send('POST', '/v1/domain/example.com/dns', { body: { type: 'A', host: '@', content: '192.0.2.1' } }))
          .status,
      ).toBe(200)
      expect((await send('DELETE', '/v1/domain/example.com/dns/1')).status).toBe(200)
      expect((await get('/v1/me')).status).toBe(200)
    },
  )
})
