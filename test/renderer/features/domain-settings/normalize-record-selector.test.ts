import { expect, test } from 'vitest'
import { normalizeRecordSelector } from '#renderer/features/domain-settings/normalize-record-selector.ts'

test('Japanese names are searched in Punycode, and full-width digits as digits', () => {
  expect(normalizeRecordSelector('A', ' 日本語 ', '１９２.0.2.1')).toEqual({
    host: 'xn--wgv71a119e',
    content: '192.0.2.1',
  })
})
