import { expect, test } from 'vitest'
import { asItCame, linesOf, readInfo } from '#renderer/features/servers/server-facts.ts'

test.each([
  ['a text', '192.0.2.1', ['192.0.2.1']],
  ['a list of texts', ['8.3', '8.2'], ['8.3', '8.2']],
  ['a product with its version', [{ product: 'MariaDB', version: '10.5' }], ['MariaDB 10.5']],
  ['a number', 8, ['8']],
  ['nothing', null, []],
])('%s of the server information is shown in words', (_, value, lines) => {
  expect(linesOf(value)).toEqual(lines)
})

test('a field of an unknown shape is neither guessed at nor lost: it is shown as it came', () => {
  const strange = { ip_address: { v4: ['192.0.2.1'] }, php_versions: ['8.3'], new_field: true }
  const { facts, rest } = readInfo(strange)
  expect(facts).toEqual([{ name: 'php_versions', lines: ['8.3'] }])
  expect(rest).toEqual({ ip_address: { v4: ['192.0.2.1'] }, new_field: true })
  expect(asItCame(rest)).toContain('"new_field": true')
})
