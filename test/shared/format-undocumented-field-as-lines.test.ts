import { expect, test } from 'vitest'
import { formatUndocumentedFieldAsLines } from '#shared/format-undocumented-field-as-lines.ts'

test.each([
  ['a text', '192.0.2.1', ['192.0.2.1']],
  ['a list of texts', ['8.3', '8.2'], ['8.3', '8.2']],
  ['a product with its version', [{ product: 'MariaDB', version: '10.5' }], ['MariaDB 10.5']],
  ['a number', 8, ['8']],
  ['nothing', null, []],
])('In the server information, %s is shown as text lines', (_, value, lines) => {
  expect(formatUndocumentedFieldAsLines(value)).toEqual(lines)
})
