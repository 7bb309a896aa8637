import { expect, test } from 'vitest'
import {
  parseReportAddresses,
  formatReportAddresses,
} from '#renderer/features/zone-editor/mail-records/dmarc-report-addresses.ts'

test('Report addresses are typed without mailto: and separated by commas', () => {
  expect(formatReportAddresses(['mailto:a@example.com', 'mailto:b@example.net!10m'])).toBe(
    'a@example.com, b@example.net!10m',
  )
  expect(parseReportAddresses('a@example.com,b@example.net!10m, ')).toEqual([
    'mailto:a@example.com',
    'mailto:b@example.net!10m',
  ])
})

test('An address that has a scheme is kept', () => {
  expect(parseReportAddresses('MAILTO:a@example.com https://example.com/')).toEqual([
    'MAILTO:a@example.com',
    'https://example.com/',
  ])
})
