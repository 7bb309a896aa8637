import { describe, expect, test } from 'vitest'
import { buildRequestParts } from '#main/api/build-request-parts.ts'
import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import type { ConsoleRequestContent } from '#shared/ipc/console.ts'
import { parseConsolePath } from '#shared/console/parse-console-path.ts'
import {
  createEmptyConsoleRequest,
  listEndpointFields,
  getRequestFieldValue,
  replaceRequestFieldValue,
  type EndpointField,
} from '#renderer/features/console/endpoint-fields.ts'
import { formatJsonText } from '#renderer/features/console/format-json-text.ts'
import { findConsoleRequestProblem } from '#renderer/features/console/find-console-request-problem.ts'
import { toPunycodePath } from '#renderer/features/console/to-punycode-path.ts'

describe('The form of an endpoint', () => {
  test.each(endpointNames)('of %s makes the same request as the client of the app', (name) => {
    const endpoint = getEndpoint(name)
    const input = endpoint.example.input as Record<string, unknown>
    let request = createEmptyConsoleRequest(name)
    for (const field of listEndpointFields(name)) {
      if (input[field.name] === undefined) continue
      const next = replaceRequestFieldValue(request, endpoint.path, field, input[field.name])
      expect(next).not.toBeNull()
      request = next ?? request
      const shown = getRequestFieldValue(request, endpoint.path, field)
      expect(field.place === 'body' ? shown : String(shown)).toEqual(
        field.place === 'body' ? input[field.name] : String(input[field.name]),
      )
    }
    const parsed = parseConsolePath(request.path)
    const { path, query, body } = buildRequestParts(endpoint, input)
    expect(parsed).toMatchObject({ ok: true, path })
    const typed = request.query.map((pair) => `${encodeURIComponent(pair.name)}=${encodeURIComponent(pair.value)}`)
    expect(typed.length > 0 ? `?${typed.join('&')}` : '').toBe(query)
    expect(JSON.parse(request.body ?? '{}')).toEqual(JSON.parse(body ?? '{}'))
  })

  test('removes an emptied parameter from the path', () => {
    const template = '/v1/server/{servername}/memo'
    const server = listEndpointFields('server.setMemo')[0] as EndpointField
    const filled = replaceRequestFieldValue(createEmptyConsoleRequest('server.setMemo'), template, server, 'web01')
    expect(filled?.path).toBe('/v1/server/web01/memo')
    expect(filled && replaceRequestFieldValue(filled, template, server, undefined)?.path).toBe(template)
  })

  test('leaves a body alone that is no JSON object', () => {
    const memo = listEndpointFields('server.setMemo').find(({ name }) => name === 'memo')
    const request = { path: '/v1/server/a/memo', query: [], body: '[1' }
    expect(replaceRequestFieldValue(request, '/v1/server/{servername}/memo', memo as never, 'x')).toBeNull()
  })
})

describe('A request', () => {
  const content = (changes: Partial<ConsoleRequestContent>): ConsoleRequestContent => ({
    method: 'GET',
    path: '/v1/domain',
    query: [],
    body: null,
    ...changes,
  })

  test.each([
    [content({}), null],
    [content({ path: '/v1/domain/{domain_name}' }), { kind: 'placeholder' }],
    [content({ path: '/v1/domain/{{name}}' }), null],
    [content({ method: 'PUT', path: '/v1/x', body: '{"a":{{b}}}' }), null],
    [content({ method: 'PUT', path: '/v1/x', body: '{"a":' }), { kind: 'bodyJson' }],
    [content({ method: 'POST', path: '/v1/domain/{{name}}/renew' }), { kind: 'paid', endpoint: 'domain.renew' }],
    [content({ path: '/v1/domain?x=1' }), { kind: 'query' }],
  ])('%j has the problem %j', (request, problem) => {
    expect(findConsoleRequestProblem(request, [])).toEqual(problem)
  })

  test('with a Japanese host name can be converted to Punycode, and other Japanese text stays', () => {
    expect(toPunycodePath('/v1/domain/日本語。jp/dns')).toBe('/v1/domain/xn--wgv71a119e.jp/dns')
    expect(toPunycodePath(`/v1/domain/${encodeURIComponent('日本語.jp')}/dns`)).toBe('/v1/domain/xn--wgv71a119e.jp/dns')
    expect(toPunycodePath('/v1/mail/info@日本語.jp')).toBe('/v1/mail/info%40xn--wgv71a119e.jp')
    expect(toPunycodePath('/v1/mail/案内.係@example.com')).toBeNull()
    expect(toPunycodePath('/v1/tag/%E0%A4.jp')).toBeNull()
    expect(toPunycodePath('/v1/tag/日本語')).toBeNull()
    expect(toPunycodePath('/v1/domain/example.com')).toBeNull()
  })
})

test('An answer is formatted if it is one whole JSON value', () => {
  expect(formatJsonText('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  for (const text of ['', '<html>', '{"a":', '['.repeat(100_000)]) expect(formatJsonText(text)).toBeNull()
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  expect([null, deep]).toContainEqual(formatJsonText(deep) === null ? null : deep)
})
