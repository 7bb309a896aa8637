import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  replaceSecretsInQueryWithVariables,
  replaceSecretsWithVariables,
} from '#shared/console/replace-secrets-with-variables.ts'
import { isSensitiveFieldName } from '#shared/console/is-sensitive-field-or-text.ts'
import { fillRequestVariables, findRequestVariables } from '#shared/console/find-and-fill-request-variables.ts'

const content = (body: string | null, query: { name: string; value: string }[] = []) => ({ path: '/v1/x', query, body })

describe('A request that is saved', () => {
  test.each([
    ['{"password": "canary"}', '{"password": "{{password}}"}'],
    ['{ "admin_password":"a\\"canary" , "n": 1 }', '{ "admin_password":"{{admin_password}}" , "n": 1 }'],
    ['{"user":{"Private-Key":["canary",{"x":"canary"}]},"y":2}', '{"user":{"Private-Key":"{{Private-Key}}"},"y":2}'],
    ['{"auth_code":12345}', '{"auth_code":"{{auth_code}}"}'],
    ['{"pass\\u0077ord":"canary"}', '{"pass\\u0077ord":"{{password}}"}'],
    ['{"text":"-----BEGIN OPENSSH PRIVATE KEY-----\\ncanary"}', '{"text":"{{secret}}"}'],
    ['{"password":"{{mine}}","secret":"","token":null}', '{"password":"{{mine}}","secret":"","token":null}'],
    ['{"years": {{years}}, "passwd": {{p}}}', '{"years": {{years}}, "passwd": {{p}}}'],
    ['{"author":"Aoi","passage":"text"}', '{"author":"Aoi","passage":"text"}'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(replaceSecretsWithVariables(content(typed))?.body).toBe(stored)
  })

  test('is refused when its body is not JSON, because secrets in it cannot be recognized', () => {
    for (const body of ['password=canary', '{"password": "canary', '{"a":1} x', '"a" "b"'])
      expect(replaceSecretsWithVariables(content(body))).toBeNull()
  })

  test('keeps no secret value of its query', () => {
    const query = [
      { name: 'auth_code', value: 'canary' },
      { name: 'tld', value: 'jp' },
    ]
    expect(replaceSecretsWithVariables(content(null, query))?.query).toEqual([
      { name: 'auth_code', value: '{{auth_code}}' },
      { name: 'tld', value: 'jp' },
    ])
  })

  test('keeps no value of a secret field, at any depth and in any layout', () => {
    const canary = 'CANARY-7391'
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.constantFrom('password', 'db_passwd', 'clientSecret', 'PRIVATE_KEY', 'auth-code', 'ssh_private_key'),
        fc.constantFrom(undefined, 1, 4),
        (other, name, indent) => {
          const value = { a: JSON.parse(other) as unknown, list: [{ [name]: { deep: [canary] } }, { [name]: canary }] }
          const hidden = replaceSecretsWithVariables(content(JSON.stringify(value, null, indent)))
          expect(hidden?.body).not.toContain(canary)
          expect(() => JSON.parse(hidden?.body ?? '') as unknown).not.toThrow()
        },
      ),
    )
  })
})

describe('The variables of a saved request', () => {
  test('are found once each, in the order of their first use', () => {
    const body = '{"a":"{{ b }}","c":{{years}},"d":"{{名前}}"}'
    expect(findRequestVariables({ path: '/v1/{{domain}}', query: [{ name: 'x', value: '{{b}}' }], body })).toEqual([
      'domain',
      'b',
      'years',
      '名前',
    ])
  })

  test('become one segment of the path, and cannot leave it', () => {
    const filled = fillRequestVariables({ path: '/v1/domain/{{d}}/dns', query: [], body: null }, { d: 'a/../b?c#d' })
    expect(filled.path).toBe('/v1/domain/a%2F..%2Fb%3Fc%23d/dns')
  })

  test('with the name of a secret are sent in the query and recorded nowhere, whatever the name of their parameter', () => {
    const query = [
      { name: 'key', value: '{{api_password}}' },
      { name: 'filter', value: 'id:{{id}}' },
    ]
    const filled = fillRequestVariables(content(null, query), { api_password: 'canary', id: '7' })
    expect(filled.query.map(({ value }) => value)).toEqual(['canary', 'id:7'])
    expect(replaceSecretsInQueryWithVariables(filled.query)).toEqual([
      { name: 'key', value: '{{secret_key}}' },
      { name: 'filter', value: 'id:7' },
    ])
  })

  test('stay secret when a recorded request is sent again', () => {
    const sent = fillRequestVariables(content(null, [{ name: 'q', value: '{{api_password}}' }]), {
      api_password: 'one',
    })
    const recorded = content(null, replaceSecretsInQueryWithVariables(sent.query))
    const asked = findRequestVariables(recorded)
    expect(asked.filter(isSensitiveFieldName)).toEqual(asked)
    const sentAgain = fillRequestVariables(recorded, Object.fromEntries(asked.map((name) => [name, 'canary'])))
    expect(sentAgain.query[0]?.value).toBe('canary')
    expect(replaceSecretsInQueryWithVariables(sentAgain.query)).toEqual(recorded.query)
  })

  test('become exactly the typed text inside a text of the body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const { body } = fillRequestVariables(content('{"before":"{","a":"<{{x}}>"}'), { x: typed })
        expect(JSON.parse(body ?? '')).toEqual({ before: '{', a: `<${typed}>` })
      }),
    )
  })

  test('become JSON outside of a text, and stay when they have no value', () => {
    expect(fillRequestVariables(content('{"n":{{n}},"m":{{m}}}'), { n: '12' }).body).toBe('{"n":12,"m":{{m}}}')
  })
})
