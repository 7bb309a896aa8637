import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints, endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import { buildRequestParts } from '#main/api/build-request-parts.ts'

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
    const endpoint = getEndpoint(name)
    const input = endpoints[name].input.parse(endpoint.example.input) as Record<string, unknown>
    const { path, query, body } = buildRequestParts(endpoint, input)
    expect(path).not.toMatch(/[{}]/)
    const rest = Object.keys(input).filter((field) => !listPathParamNames(endpoint.path).includes(field))
    if (endpoint.method === 'GET') expect([body, query === '']).toEqual([null, rest.length === 0])
    else expect([query, Object.keys(JSON.parse(body ?? '{}') as object).toSorted()]).toEqual(['', rest.toSorted()])
  })
})
