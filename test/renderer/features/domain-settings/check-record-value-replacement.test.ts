import { expect, test } from 'vitest'
import { checkRecordValueReplacement } from '#renderer/features/domain-settings/check-record-value-replacement.ts'

const problemOf = (from: string, to: string) => checkRecordValueReplacement(from, to).problem?.key ?? null

test('An address is replaced only by another address of the same version', () => {
  expect(problemOf(' 192.0.2.1 ', '192.0.2.2')).toBeNull()
  expect(problemOf('192.0.2.1', '2001:db8::1')).toBe('otherVersion')
  expect(problemOf('192.0.2.1', 'web.example.com')).toBe('otherVersion')
  expect(problemOf('192.0.2.1', '192.0.2.1')).toBe('sameAsBefore')
  expect(problemOf('', '192.0.2.1')).toBe('needed')
  expect(problemOf('mail.example.com', 'mx.example.com')).toBeNull()
})

test('Japanese names are replaced in Punycode, and texts with blanks stay as typed', () => {
  expect(checkRecordValueReplacement('日本語.example', 'メール.example')).toMatchObject({
    from: 'xn--wgv71a119e.example',
    to: 'xn--4dkua4c.example',
  })
  expect(checkRecordValueReplacement('v=spf1 -all', 'v=spf1 ~all')).toMatchObject({ to: 'v=spf1 ~all' })
})
