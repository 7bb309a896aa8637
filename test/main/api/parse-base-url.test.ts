import { describe, expect, test } from 'vitest'
import { parseBaseUrl } from '#main/api/parse-base-url.ts'

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
