import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EndpointName, endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import { isServiceErrorCode, serviceErrors } from '#shared/api/service-errors.ts'
import { covers } from './api-rules-that-need-tests.ts'
import { type SimulatorResponse, formatStatusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

const roomy = { per_minute: 1_000_000, per_day: 1_000_000, concurrent: 100 }
const start = () =>
  startTestSimulator({
    auth_block: null,
    limits: { domain: roomy, server: roomy, account: roomy },
    users: [
      {
        name: 'aoi',
        balance: 1_000_000,
        keys: [{ token }],
        servers: [{ server_id: 'banto01', domains: ['example.com'] }],
        domains: [
          {
            domain_name: 'example.com',
            expiry_date: '2027-03-31',
            records: [{ id: 1, type: 'A', host: '@', content: '192.0.2.1' }],
          },
        ],
      },
    ],
  })

/**
 * Expects a 200 with an object, or an error of the service with its documented status and shape.
 * Neither contains a stack trace.
 */
function expectProper({ status, body, headers }: SimulatorResponse) {
  expect(headers.get('content-type')).toContain('application/json')
  expect(JSON.stringify(body)).not.toMatch(/\.ts:\d+|node:internal|\bat \w+ \(/)
  if (status === 200) return expect(body).toEqual(expect.any(Object))
  expect(isServiceErrorCode(body.error.code)).toBe(true)
  expect(status).toBe(serviceErrors[body.error.code as keyof typeof serviceErrors].status)
  expect(status).toBeLessThan(500)
  expect(body.error.message).toEqual(expect.any(String))
  if (body.error.code === 'VALIDATION_ERROR') expect(body.error.errors.length).toBeGreaterThan(0)
}

const endpoint = fc.constantFrom(...endpointNames)
const writing = endpointNames.filter((name) => getEndpoint(name).method !== 'GET')

/** The path of an endpoint with the parameters of its example. */
function pathOf(name: EndpointName): string {
  const { path, example } = getEndpoint(name)
  return path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
    encodeURIComponent(String((example.input as Record<string, unknown>)[param])),
  )
}
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    '0',
    '-1',
    'NaN',
    ' ',
    '\u0000',
    '\ud800',
    '例え.com',
    '🙂',
    'x'.repeat(5000),
    -1,
    0,
    1e308,
    0.1,
    2 ** 53,
    true,
    null,
    [],
    {},
    [[]],
    { length: 3 },
  ),
)
const oddKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'length', '', 'a.b', '0', 'errors')
const segment = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%zz', '%00', '%2e%2e', '..%2f', 'a%0d%0ab', '__proto__', 'constructor'),
)

describe('The simulator answers any request as the API description says', () => {
  test(
    'Any values in the known fields of an endpoint, with unknown fields added, get a valid answer',
    covers('bad input: any values'),
    async () => {
      const { send } = await start()
      await fc.assert(
        fc.asyncProperty(
          endpoint,
          fc.dictionary(oddKey, odd, { maxKeys: 3 }),
          fc.infiniteStream(odd),
          fc.infiniteStream(fc.nat(3)),
          async (name, unknown, values, dice) => {
            const { method, path, input, example } = getEndpoint(name)
            const given = example.input as Record<string, unknown>
            const roll = () => dice.next().value as number
            const body: Record<string, unknown> = { ...unknown }
            for (const field of Object.keys(input.shape)) {
              if (path.includes(`{${field}}`)) continue
              if (roll() > 0)
                body[field] = roll() > 1 && given[field] !== undefined ? given[field] : values.next().value
            }
            const at = pathOf(name)
            const headers = { 'idempotency-key': `fuzz-${roll()}${roll()}${roll()}${roll()}` }
            const query = new URLSearchParams(
              Object.entries(body).map(([field, value]) => [
                field,
                typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''),
              ]),
            )
            expectProper(
              method === 'GET' ? await send(method, `${at}?${query}`) : await send(method, at, { body, headers }),
            )
          },
        ),
        { numRuns: 400 },
      )
    },
  )

  test('A body of any bytes or any text gets a valid answer', covers('bad input: any body'), async () => {
    const { send } = await start()
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'binary', minLength: 1 }).map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(text)),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...writing), bytes, async (name, raw) => {
        expectProper(
          await send(getEndpoint(name).method, pathOf(name), { raw, headers: { 'idempotency-key': 'fuzz-0001' } }),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('Any path, method and query get a valid answer', covers('bad input: any path, method and query'), async () => {
    const { send } = await start()
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')
    const path = fc
      .tuple(fc.constantFrom('/v1', '/v1/domain', '/v1/server', '/v1/me', ''), fc.array(segment, { maxLength: 5 }))
      .map(([head, rest]) => `${head}/${rest.join('/')}`)
    await fc.assert(
      fc.asyncProperty(method, path, fc.string({ unit: 'binary', maxLength: 30 }), async (verb, at, query) => {
        expectProper(await send(verb, `${at}?${encodeURI(query.toWellFormed())}`))
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['objects', '{"a":', '}'],
    ['arrays', '{"a":', '}', '[', ']'],
  ])(
    'A body of %s nested 100,000 levels deep is answered with 400',
    covers('bad input: deep nesting'),
    async (_, head, tail, open = '{"a":', close = '}') => {
      const { send, simulator } = await start()
      const deep = head + open.repeat(100_000) + '1' + close.repeat(100_000) + tail
      expect(formatStatusAndCode(await send('POST', '/v1/domain/example.com/dns', { raw: deep }))).toBe(
        '400 BAD_REQUEST',
      )
      expect(() => JSON.stringify(simulator.ledger.requests)).not.toThrow()
    },
  )

  test.each([
    ['characters', 'a'],
    ['escapes', String.raw`\n`],
    ['escaped quotes', String.raw`\"`],
  ])('A record content of 450,000 %s is answered with 422', covers('bad input: long strings'), async (_, piece) => {
    const { send } = await start()
    const raw = `{"type":"TXT","host":"@","content":"${piece.repeat(450_000)}"}`
    expect(formatStatusAndCode(await send('POST', '/v1/domain/example.com/dns', { raw }))).toBe('422 VALIDATION_ERROR')
  })

  test(
    'The simulator continues to serve after a connection sends bytes that are not HTTP',
    covers('bad input: bytes that are no HTTP'),
    async () => {
      const { simulator, get } = await start()
      const port = Number(new URL(simulator.url).port)
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 100 }), async (bytes) => {
          const socket = connect(port, '127.0.0.1')
          socket.on('error', () => undefined)
          const closed = once(socket, 'close')
          socket.end(Buffer.concat([bytes, Buffer.from('\r\n\r\n')]))
          await Promise.race([closed, sleep(50)])
          socket.destroy()
        }),
        { numRuns: 30 },
      )
      expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
    },
  )
})
