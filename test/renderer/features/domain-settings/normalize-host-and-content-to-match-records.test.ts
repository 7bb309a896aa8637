import { expect, test } from 'vitest'
import { normalizeRecordSearchFields } from '#renderer/features/domain-settings/normalize-host-and-content-to-match-records.ts'

test('Japanese names are searched in Punycode, and full-width digits as digits', () => {
  expect(normalizeRecordSearchFields('A', ' 日本語 ', '１９２.0.2.1')).toEqual({
    host: 'xn--wgv71a119e',
    content: '192.0.2.1',
  })
})
