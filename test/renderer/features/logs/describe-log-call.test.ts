import { expect, test } from 'vitest'
import { describeLogCall } from '#renderer/features/logs/describe-log-call.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const t = setMessageLanguage('en')

test('A call is described by the catalog, with the domain or server that its path names', () => {
  expect(describeLogCall({ method: 'GET', path: '/v1/domain/xn--wgv71a.example/dns?x=1', isDryRun: false }, t)).toEqual(
    { text: 'DNS records of a domain', target: '日本.example' },
  )
  expect(describeLogCall({ method: 'GET', path: '/v1/domain/plain.example', isDryRun: false }, t).target).toBe(
    'plain.example',
  )
  expect(describeLogCall({ method: 'GET', path: '/v1/server', isDryRun: false }, t)).toEqual({
    text: 'List of servers',
    target: null,
  })
})

test('A dry run of Banto is called so and not a paid operation, although its path is that of the order', () => {
  const renewal = { method: 'POST', path: '/v1/domain/plain.example/renew' }
  expect(describeLogCall({ ...renewal, isDryRun: false }, t).text).not.toContain('dry run')
  for (const path of [renewal.path, '/v1/domain/plain.example/transfer', '/v1/domain', '/v1/server']) {
    const { text } = describeLogCall({ method: 'POST', path, isDryRun: true }, t)
    expect(text).toMatch(/ \(dry run\)$/)
    expect(text).not.toMatch(/paid|spends/i)
  }
})

test('A path that the catalog does not know has no description', () => {
  expect(describeLogCall({ method: 'PATCH', path: '/v1/other/%E0%A4%A', isDryRun: false }, t)).toEqual({
    text: null,
    target: null,
  })
})
