import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCurl, escapeForShell } from '#renderer/features/console/format-curl.ts'

/** The arguments of a command line, as a real shell reads them. */
function readByShell(commandLine: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${commandLine}`
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { API_KEY: 'key of the shell' } })
  return output.split('\0').slice(0, -1)
}

/** A shell cannot pass NUL, and `execFileSync` cannot pass lone surrogates. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'\'"$`\\!*?[]{}()<>|&;#~%=\n\t \u3042') }),
  )
  .map((value) => value.replaceAll('\0', '').toWellFormed())

describe('A request copied as curl', () => {
  test.runIf(process.platform !== 'win32')('is read by a shell with every text unchanged', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        expect(readByShell(`curl ${texts.map(escapeForShell).join(' ')}`)).toEqual(texts)
      }),
      { numRuns: 60 },
    )
  })

  test.runIf(process.platform !== 'win32')('has method, URL, body and the key of the shell', () => {
    fc.assert(
      fc.property(text, text, (value, body) => {
        const request = { method: 'PUT', path: '/v1/a@b/日本', query: [{ name: 'q', value }], body } as const
        const command = formatCurl('https://service.example/base', { ...request, query: [...request.query] })
        expect(readByShell(command)).toEqual([
          '--request',
          'PUT',
          '--globoff',
          `https://service.example/base/v1/a%40b/%E6%97%A5%E6%9C%AC?q=${encodeURIComponent(value)}`,
          '--header',
          'Authorization: Bearer key of the shell',
          '--header',
          'Content-Type: application/json',
          '--data-raw',
          body,
        ])
      }),
      { numRuns: 40 },
    )
  })
})
