import { expect, test } from 'vitest'
import {
  toDmarcReportUris,
  formatDmarcReportUris,
} from '#renderer/features/zone-editor/mail-records/dmarc-report-uris.ts'

test('Report addresses are typed without mailto: and separated by commas', () => {
  expect(formatDmarcReportUris(['mailto:a@example.com', 'mailto:b@example.net!10m'])).toBe(
    'a@example.com, b@example.net!10m',
  )
  expect(toDmarcReportUris('a@example.com,b@example.net!10m, ')).toEqual([
    'mailto:a@example.com',
    'mailto:b@example.net!10m',
  ])
})

test('An address that has a scheme is kept', () => {
  expect(toDmarcReportUris('MAILTO:a@example.com https://example.com/')).toEqual([
    'MAILTO:a@example.com',
    'https://example.com/',
  ])
})
