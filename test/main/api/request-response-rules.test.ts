import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints, endpointNames, endpointOf } from '#shared/api/endpoints.ts'
import { pathParamNames, type Idempotency } from '#shared/api/define-endpoint.ts'
import { AppError } from '#shared/app-error.ts'
import { parseResponse } from '#main/api/http/parse-response.ts'
import { parseBaseUrl } from '#main/api/parse-base-url.ts'
import { retryDecision, type RetryDecision } from '#main/api/layers/retry-decision.ts'
import { buildRequestParts } from '#main/api/build-request-parts.ts'
import { createUnlimitedBody } from '#test/unlimited-response-body.ts'

describe('the retry decision', () => {
  const effects: Idempotency[] = ['read', 'repeatable', 'once', 'paid']
  const outcomes: [
    string,
    { error: AppError | null; status: number | null },
    Record<'read' | 'once', RetryDecision>,
  ][] = [
    ['a success', { error: null, status: 200 }, { read: 'final', once: 'final' }],
    ['no network', { error: new AppError('no_network', ''), status: null }, { read: 'repeat', once: 'final' }],
    ['a refused certificate', { error: new AppError('tls', ''), status: null }, { read: 'final', once: 'final' }],
    [
      'no response in time',
      { error: new AppError('timeout', ''), status: null },
      { read: 'repeat', once: 'unsettled' },
    ],
    [
      'a connection that was cut off',
      { error: new AppError('cut_off', ''), status: null },
      { read: 'repeat', once: 'unsettled' },
    ],
    [
      'a response that is too large',
      { error: new AppError('too_large', ''), status: null },
      { read: 'final', once: 'unsettled' },
    ],
    ['a redirect', { error: new AppError('redirected', ''), status: 302 }, { read: 'final', once: 'unsettled' }],
    [
      'a 200 that is not from the service',
      { error: new AppError('not_the_service', ''), status: 200 },
      { read: 'final', once: 'unsettled' },
    ],
    [
      'a 404 that is not from the service',
      { error: new AppError('not_the_service', ''), status: 404 },
      { read: 'final', once: 'unsettled' },
    ],
    [
      'a 502 that is not from the service',
      { error: new AppError('not_the_service', ''), status: 502 },
      { read: 'repeat', once: 'unsettled' },
    ],
    ['a refusal', { error: new AppError('service', ''), status: 422 }, { read: 'final', once: 'final' }],
    ['a 429', { error: new AppError('service', ''), status: 429 }, { read: 'repeat', once: 'final' }],
    [
      'a 500 from the service',
      { error: new AppError('service', ''), status: 500 },
      { read: 'repeat', once: 'unsettled' },
    ],
  ]

  test.each(outcomes)('The retry decision is correct after %s', (_, { error, status }, expected) => {
    const outcome = { error, response: status === null ? null : { status, headers: {} } }
    expect(effects.map((effect) => retryDecision(effect, outcome))).toEqual([
      expected.read,
      expected.read,
      expected.once,
      expected.once,
    ])
  })
})

describe('parsing a base URL', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://API.example.com/ ', 'https://api.example.com'],
    ['https://api.example.com/v1/', 'https://api.example.com'],
    ['https://api.example.com/base/v1', 'https://api.example.com/base'],
    ['https://api.example.com:443/base//', 'https://api.example.com/base'],
    ['api.example.com', 'https://api.example.com'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('The base URL %s is normalized to %s', (typed, expected) => {
    expect(parseBaseUrl(typed)).toBe(expected)
    expect(parseBaseUrl(parseBaseUrl(typed))).toBe(expected)
  })

  test.each([
    '',
    'not a url',
    'nonsense',
    'ftp://example.com',
    'https://',
    'https://user:word@example.com',
    'https://example.com?x=1',
    'https://example.com/#x',
    'javascript:alert(1)',
    'https://exa mple.com',
    'https:\\\\example.com',
    'file:///etc/passwd',
  ])('A text that is not a base URL is refused: %s', (typed) =>
    expect(() => parseBaseUrl(typed)).toThrow(expect.objectContaining({ kind: 'not_a_url' })),
  )

  test.each([
    'http://example.com',
    'http://10.0.0.1',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://0.0.0.0',
    'http://[::2]',
  ])('http is refused for any host but this machine: %s', (typed) =>
    expect(() => parseBaseUrl(typed)).toThrow(expect.objectContaining({ kind: 'insecure_url' })),
  )
})

describe('building a request', () => {
  test("The character '@' in a path is encoded", () => {
    const endpoint = { method: 'GET', path: '/v1/server/{servername}/mail/{mail_account}' } as const
    expect(buildRequestParts(endpoint, { servername: 'a.example', mail_account: 'info@例え.example/../x' }).path).toBe(
      '/v1/server/a.example/mail/info%40%E4%BE%8B%E3%81%88.example%2F..%2Fx',
    )
  })

  test.each(['', '.', '..', '\ud800'])(
    'A path parameter that would name another endpoint or none is refused: "%s"',
    (servername) => {
      expect(() => buildRequestParts({ method: 'GET', path: '/v1/server/{servername}' }, { servername })).toThrow(
        expect.objectContaining({ kind: 'invalid_input' }),
      )
    },
  )

  test('A request never leaves its endpoint, whatever a parameter contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
        fc.pre(value !== '.' && value !== '..' && value.isWellFormed())
        const { path } = buildRequestParts(
          { method: 'GET', path: '/v1/server/{servername}/memo' },
          { servername: value },
        )
        const url = new URL(`https://service.example${path}`)
        expect(url.pathname.split('/')).toHaveLength(5)
        expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(value)
      }),
    )
  })

  test.each(endpointNames)('The endpoint %s sends its example input where its method requires it', (name) => {
    const endpoint = endpointOf(name)
    const input = endpoints[name].input.parse(endpoint.example.input) as Record<string, unknown>
    const { path, query, body } = buildRequestParts(endpoint, input)
    expect(path).not.toMatch(/[{}]/)
    const rest = Object.keys(input).filter((field) => !pathParamNames(endpoint.path).includes(field))
    if (endpoint.method === 'GET') expect([body, query === '']).toEqual([null, rest.length === 0])
    else expect([query, Object.keys(JSON.parse(body ?? '{}') as object).toSorted()]).toEqual(['', rest.toSorted()])
  })
})

describe('parsing a response', () => {
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    parseResponse(
      endpoints['domain.deleteRecord'],
      {
        status,
        headers,
        body: createUnlimitedBody(new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))),
      },
      'the-secret',
      0,
    )

  test('An error of the service is reported with its code and message', async () => {
    expect(
      (await answer(422, { error: { code: 'VALIDATION_ERROR', message: 'No', errors: ['a', 'b'] } })).error,
    ).toMatchObject({
      kind: 'service',
      status: 422,
      code: 'VALIDATION_ERROR',
      serviceMessage: 'No',
      details: { errors: ['a', 'b'] },
    })
  })

  test('An error body of an undocumented shape still counts as an error of the service', async () => {
    expect((await answer(409, { code: 'BUSY', message: 'Later' })).error).toMatchObject({
      kind: 'service',
      status: 409,
      code: 'BUSY',
      serviceMessage: 'Later',
    })
    expect((await answer(409, { reason: 7 })).error).toMatchObject({ kind: 'service', status: 409, code: undefined })
    expect((await answer(409, { error: 'busy' })).error).toMatchObject({ kind: 'service', status: 409 })
  })

  test('An HTML page is reported as not_the_service, with its beginning', async () => {
    const { error } = await answer(200, '<!doctype html>\n<title>Sign in the-secret</title>', {
      'content-type': 'text/html',
    })
    expect(error).toMatchObject({
      kind: 'not_the_service',
      details: { contentType: 'text/html', excerpt: '<!doctype html> <title>Sign in •••</title>' },
    })
  })

  test('A blank body counts as data if the output shape has no required fields', async () => {
    for (const blank of ['', '\n', ' \r\n']) expect(await answer(200, blank)).toEqual({ data: {}, error: null })
    expect((await answer(200, `${' '.repeat(5_000)}<p>`)).error).toMatchObject({ kind: 'not_the_service' })
    expect(
      (
        await parseResponse(
          endpoints['domain.list'],
          { status: 200, headers: {}, body: createUnlimitedBody(new Uint8Array()) },
          '',
          0,
        )
      ).error,
    ).toMatchObject({ kind: 'not_the_service' })
  })

  test('A success status other than 200 is reported as not_the_service, whatever the body says', async () => {
    for (const status of [201, 202, 204, 206, 299]) {
      const { data, error } = await parseResponse(
        endpoints['domain.list'],
        { status, headers: {}, body: createUnlimitedBody(new TextEncoder().encode('{"domains":[]}')) },
        '',
        0,
      )
      expect({ data, kind: error?.kind, status: error?.status }).toEqual({
        data: null,
        kind: 'not_the_service',
        status,
      })
    }
  })

  test('A redirect is reported with the other origin and nothing more', async () => {
    expect((await answer(302, '', { location: 'https://other.example/path?token=the-secret' })).error).toMatchObject({
      kind: 'redirected',
      details: { to: 'https://other.example' },
    })
  })

  test('Any response gives data or an error that can be sent to the window, without the key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 599 }),
        fc.oneof(fc.string(), fc.json(), fc.constant('"the-secret"')),
        async (status, body) => {
          const { error, data } = await answer(status, `${body}`)
          expect(JSON.stringify([error?.message, error?.details, data])).not.toContain('the-secret')
        },
      ),
    )
  })
})
