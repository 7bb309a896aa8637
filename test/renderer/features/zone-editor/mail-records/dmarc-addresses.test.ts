import { expect, test } from 'vitest'
import { reportUrisOf, typedAddresses } from '#renderer/features/zone-editor/mail-records/dmarc-addresses.ts'

test('Report addresses are typed without mailto: and separated by commas', () => {
  expect(typedAddresses(['mailto:a@example.com', 'mailto:b@example.net!10m'])).toBe('a@example.com, b@example.net!10m')
  expect(reportUrisOf('a@example.com,b@example.net!10m, ')).toEqual([
    'mailto:a@example.com',
    'mailto:b@example.net!10m',
  ])
})

test('An address that has a scheme is kept', () => {
  expect(reportUrisOf('MAILTO:a@example.com https://example.com/')).toEqual([
    'MAILTO:a@example.com',
    'https://example.com/',
  ])
})
