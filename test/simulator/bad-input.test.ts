import { connect } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { type CoveredRulesOptions, covers } from './api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from './start-test-simulator.ts'

const start = () =>
  startTestSimulator({ users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'example.com' }] }] })
const path = '/v1/domain/example.com/dns'
const good = { type: 'A', host: '@', content: '192.0.2.1' }

describe('A malformed request', () => {
  test.each<[title: string, raw: string | Uint8Array, covers?: CoveredRulesOptions]>([
    ['incomplete JSON', '{"type":'],
    ['an array', '[]'],
    ['a bare value', '1'],
    ['a key twice', '{"type":"A","type":"MX","host":"@","content":"x"}', covers('bad input: duplicate keys')],
    ['a key twice, once written with an escape', '{"type":"A","t\\u0079pe":"MX","host":"@","content":"x"}'],
    [
      'bytes that are not UTF-8',
      Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      covers('bad input: invalid UTF-8'),
    ],
  ])('A body of %s is answered with 400', covers('error: BAD_REQUEST', 'bad input: malformed JSON'), async (_, raw) => {
    const { send } = await start()
    expect(formatStatusAndCode(await send('POST', path, { raw }))).toBe('400 BAD_REQUEST')
  })

  test('A body with another content type is answered with 400', covers('bad input: content type'), async () => {
    const { send } = await start()
    expect(
      formatStatusAndCode(await send('POST', path, { body: good, headers: { 'content-type': 'text/plain' } })),
    ).toBe('400 BAD_REQUEST')
    expect(
      formatStatusAndCode(
        await send('POST', path, { body: good, headers: { 'content-type': 'application/json; charset=utf-8' } }),
      ),
    ).toBe('200')
  })

  test('The same key in two objects of a body is accepted', covers('bad input: same key in two objects'), async () => {
    const { send } = await start()
    expect(
      formatStatusAndCode(
        await send('POST', path, {
          raw: '{"type":"TXT","host":"@","content":"{\\"type\\":1}","extra":{"type":[{"type":1},{"type":2}]}}',
        }),
      ),
    ).toBe('200')
  })

  test(
    'An unknown path is answered with 404, a wrong method with 405 and the Allow header',
    covers(
      'error: NOT_FOUND',
      'error: METHOD_NOT_ALLOWED',
      'versioning: 1 unknown version `/v2/`',
      'bad input: unknown path, wrong method',
    ),
    async () => {
      const { send, get } = await start()
      for (const unknown of ['/', '/v1', '/v2/me', '/v1/me/', '/v1/domain/example.com/nothing', '/v1/domain//dns'])
        expect(formatStatusAndCode(await get(unknown))).toBe('404 NOT_FOUND')
      const wrong = await send('POST', '/v1/me')
      expect(formatStatusAndCode(wrong)).toBe('405 METHOD_NOT_ALLOWED')
      expect(wrong.headers.get('allow')).toBe('GET')
      expect(formatStatusAndCode(await send('DELETE', '/v1/domain/check'))).toBe('405 METHOD_NOT_ALLOWED')
    },
  )

  test(
    'An error has the shape of the API description and lists every wrong field',
    covers('error: VALIDATION_ERROR', 'bad input: shape of errors'),
    async () => {
      const { send } = await start()
      const { body } = await send('POST', path, { body: { type: 'X', host: 5 } })
      expect(body).toEqual({
        error: { code: 'VALIDATION_ERROR', message: expect.any(String), errors: expect.any(Array) },
      })
      expect(body.error.errors.map((line: string) => line.split(':')[0])).toEqual(['type', 'host', 'content'])
      expect((await send('GET', '/v1/domain/none.com')).body).toEqual({
        error: { code: 'DOMAIN_NOT_FOUND', message: expect.any(String) },
      })
    },
  )

  test(
    'Unknown fields and a body on a GET request are ignored',
    covers('bad input: unknown fields, body on GET'),
    async () => {
      const { send, simulator } = await start()
      expect(formatStatusAndCode(await send('POST', path, { body: { ...good, colour: 'red' } }))).toBe('200')
      expect(
        formatStatusAndCode(
          await send('PUT', '/v1/domain/example.com/whois', {
            body: { whois_privacy: true, fields: { shoe_size: '43' } },
          }),
        ),
      ).toBe('200')
      expect(formatStatusAndCode(await send('GET', '/v1/domain?colour=red'))).toBe('200')

      const { port } = new URL(simulator.url)
      const socket = connect(Number(port), '127.0.0.1')
      socket.end(
        `GET /v1/domain HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: 4\r\n\r\n{{{{`,
      )
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      expect(chunk.toString()).toMatch(/^HTTP\/1.1 200/)
    },
  )

  test(
    'The connection of an oversized body is closed, and the simulator answers the next request',
    covers('bad input: oversized body'),
    async () => {
      const { send, get } = await start()
      await expect(send('POST', path, { raw: 'x'.repeat(3_000_000) })).rejects.toThrow()
      expect(formatStatusAndCode(await get('/v1/domain'))).toBe('200')
    },
  )

  test(
    'Percent escapes in a path are decoded once',
    covers('conventions: escapes in a path are read once'),
    async () => {
      const { get } = await start()
      expect(formatStatusAndCode(await get('/v1/domain/%65xample.com'))).toBe('200')
      expect(formatStatusAndCode(await get('/v1/domain/EXAMPLE.COM'))).toBe('200')
      expect(formatStatusAndCode(await get('/v1/domain/%zz'))).toBe('404 NOT_FOUND')
      expect(formatStatusAndCode(await get('/v1/domain/a%2Fdns'))).toBe('404 DOMAIN_NOT_FOUND')
    },
  )
})

test('The ledger stores each request as it was received, without the API key', async () => {
  const { send, simulator } = await start()
  await send('POST', `${path}?a=1`, { body: good, headers: { 'x-request': 'seven' } })
  const [request] = simulator.ledger.requests
  expect(request).toMatchObject({
    number: 1,
    method: 'POST',
    path,
    target: `${path}?a=1`,
    query: { a: '1' },
    endpoint: 'domain.addRecord',
    userName: 'aoi',
    keyIndex: 0,
    keyLabel: 'key 1',
    bodyJson: good,
    status: 200,
    code: null,
    fault: null,
    isExecuted: true,
    inFlight: 1,
    remote: { address: '127.0.0.1', port: expect.any(Number) },
  })
  expect(request?.headers).toMatchObject({ 'x-request': 'seven', 'content-type': 'application/json' })
  expect(JSON.stringify(simulator.ledger.requests)).not.toContain(token)
})
