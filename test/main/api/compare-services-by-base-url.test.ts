import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBaseUrl } from '#main/api/parse-base-url.ts'
import { isSameService } from '#main/api/compare-services-by-base-url.ts'

describe('comparing base URLs', () => {
  test.each([
    ['http://localhost:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080', 'http://[::1]:8080'],
    ['http://127.0.0.1', 'http://localhost:80/'],
    ['https://localhost.:8443', 'https://127.0.0.1:8443'],
    ['https://api.example.com', 'https://API.example.COM:443/v1/'],
    ['https://api.example.com.', 'https://api.example.com'],
    ['https://api.example.com/base', 'https://api.example.com/base/v1'],
    ['https://例え.example', 'https://xn--r8jz45g.example'],
  ])('Base URLs belong to one service: %s and %s', (one, other) => {
    expect(isSameService(parseBaseUrl(one), parseBaseUrl(other))).toBe(true)
  })

  test.each([
    ['http://localhost:8080', 'http://127.0.0.1:8081'],
    ['http://127.0.0.1:8080', 'http://127.0.0.2:8080'],
    ['https://localhost', 'http://localhost'],
    ['https://api.example.com', 'https://api.example.net'],
    ['https://api.example.com', 'https://www.example.com'],
    ['https://api.example.com/one', 'https://api.example.com/two'],
    ['https://api.example.com/Base', 'https://api.example.com/base'],
    ['https://192.0.2.1', 'https://192.0.2.10'],
  ])('Base URLs belong to two services: %s and %s', (one, other) => {
    expect(isSameService(parseBaseUrl(one), parseBaseUrl(other))).toBe(false)
  })

  test('Different spellings of a host are one service after any number of parses, and different ports are two services', () => {
    const hosts = fc.oneof(
      fc.domain(),
      fc.ipV4().map((address) => (address === '0.0.0.0' ? '192.0.2.1' : address)),
      fc.constantFrom('localhost', '[::1]', '127.0.0.1'),
    )
    fc.assert(
      fc.property(
        hosts,
        fc.integer({ min: 1, max: 65_535 }),
        fc.integer({ min: 1, max: 65_535 }),
        (host, port, otherPort) => {
          const [one, other] = [
            parseBaseUrl(`https://${host}:${port}`),
            parseBaseUrl(`https://${host.toUpperCase()}:${otherPort}/`),
          ]
          expect(isSameService(one, other)).toBe(port === otherPort)
        },
      ),
      { examples: [['localhost', 443, 443]] },
    )
  })
})
