import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import { findEndpointByPathSegments } from '#shared/console/find-endpoint-by-path-segments.ts'
import { findPossiblyPaidEndpoint } from '#shared/console/find-possibly-paid-endpoint.ts'
import { parseConsolePath } from '#shared/console/parse-console-path.ts'

describe('The path of a console request', () => {
  test.each([
    ['', 'missing'],
    ['https://example.com/v1/me', 'absoluteUrl'],
    ['//example.com/v1/me', 'absoluteUrl'],
    ['\\\\example.com/v1/me', 'absoluteUrl'],
    ['v1/me', 'noLeadingSlash'],
    ['/v2/me', 'notV1'],
    ['/V1/me', 'notV1'],
    ['/v1', 'missing'],
    ['/v1/', 'missing'],
    ['/v1/me?x=1', 'query'],
    ['/v1/me#x', 'fragment'],
    ['/v1//me', 'emptySegment'],
    ['/v1/domain/%2f/renew', 'emptySegment'],
    ['/v1/../me', 'dotSegment'],
    ['/v1/%2e%2e/me', 'dotSegment'],
    ['/v1/%252e%252e/me', 'dotSegment'],
    ['/v1/a%2f..%2fme', 'dotSegment'],
    ['/v1/..;x=1/me', 'dotSegment'],
    ['/v1/a%00', 'control'],
    ['/v1/a\r\nX: y', 'control'],
    ['/v1/100%', 'encoding'],
    ['/v1/{{name}}', 'variable'],
  ])('%j is refused as %s', (typed, problem) => {
    expect(parseConsolePath(typed)).toEqual({ ok: false, problem })
  })

  test('is sent with @ and characters beyond ASCII encoded, whether they were typed encoded or not', () => {
    const path = '/v1/server/web01/mail/info%40%E4%BE%8B.jp'
    expect(parseConsolePath('/v1/server/web01/mail/info@例.jp')).toMatchObject({ ok: true, path })
    expect(parseConsolePath(path)).toMatchObject({ ok: true, path })
  })

  test('that is accepted reaches no other origin and no other path than its segments', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('..', '%2e', '%2f', '@', ';', '\\', '#', '?'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const parsed = parseConsolePath(`/v1/${parts.join('/')}`)
        if (!parsed.ok) return
        const url = new URL(`https://service.example/base${parsed.path}`)
        expect(url.origin).toBe('https://service.example')
        expect(url.pathname).toBe(`/base${parsed.path}`)
        expect(url.search + url.hash).toBe('')
        expect(
          parsed.path
            .split('/')
            .filter((one) => one !== '')
            .map(decodeURIComponent),
        ).toEqual(parsed.segments)
      }),
      { numRuns: 2000 },
    )
  })
})

const segmentsOf = (path: string) => {
  const parsed = parseConsolePath(path)
  return parsed.ok ? parsed.segments : null
}

describe('A paid endpoint', () => {
  const paid = endpointNames.filter((name) => getEndpoint(name).idempotency === 'paid')

  test('is recognized or its path is refused, however the path is written', () => {
    const disguise = (text: string, choices: readonly number[]) =>
      [...text]
        .map((character, index) => {
          const hex = character.codePointAt(0)?.toString(16).padStart(2, '0')
          const forms = [character, character.toUpperCase(), `%${hex}`, `%25${hex}`, `%2525${hex}`]
          return forms[(choices[index % choices.length] ?? 0) % forms.length]
        })
        .join('')
    fc.assert(
      fc.property(
        fc.constantFrom(...paid),
        fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
        fc.array(fc.nat(4), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('/', '//', '%2f', '/./', '\\'),
        fc.constantFrom('', '/', '//', '%2f', ' ', '%20', ';x=1', '.'),
        (name, method, choices, separator, end) => {
          const [first, ...rest] = getEndpoint(name)
            .path.replace(/\{\w+\}/, 'example.com')
            .split('/')
            .slice(1)
          const path = `/${first}/${rest.map((part) => disguise(part, choices)).join(separator)}${end}`
          const segments = segmentsOf(path)
          if (segments === null || end === '.') return
          expect(findPossiblyPaidEndpoint(method, segments)).toBe(name)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('does not make the list at the same path unreachable', () => {
    expect(findPossiblyPaidEndpoint('GET', ['v1', 'domain'])).toBeNull()
    expect(findEndpointByPathSegments('GET', ['v1', 'domain'])?.name).toBe('domain.list')
  })
})

test('Every endpoint of the catalog is found by its method and path, with the values in the path', () => {
  for (const name of endpointNames) {
    const { method, path } = getEndpoint(name)
    const values = path.replaceAll(/\{(\w+)\}/g, 'of-$1')
    const found = findEndpointByPathSegments(method, segmentsOf(values) ?? [])
    expect(found?.name).toBe(name)
    for (const [param, value] of Object.entries(found?.params ?? {})) expect(value).toBe(`of-${param}`)
  }
})
