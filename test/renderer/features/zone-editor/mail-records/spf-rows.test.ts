import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSpfRow, parseSpfRows, formatSpfRows } from '#renderer/features/zone-editor/mail-records/spf-rows.ts'

test('Editing nothing keeps every term of an SPF record', () => {
  const value =
    'v=spf1 a/24 mx:mail.example.com//64 ?include:a.example ip4:192.0.2.0/24 x=y ipv4:1 redirect=b.example -all'
  expect(formatSpfRows(parseSpfRows(value))).toBe(value)
})

test('Rows give the same value again after the value was read', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[!-~]{1,20}$/), { maxLength: 8 }), (terms) => {
      const value = formatSpfRows(parseSpfRows(['v=spf1', ...terms].join(' ')))
      expect(formatSpfRows(parseSpfRows(value))).toBe(value)
    }),
  )
})

test('A value that is not an SPF record begins with ~all', () => {
  expect(formatSpfRows(parseSpfRows(''))).toBe('v=spf1 ~all')
})

test('A new part is added before all', () => {
  const rows = addSpfRow(parseSpfRows('v=spf1 mx -all')).map((row) =>
    row.text === '' && row.kind === 'include' ? { ...row, text: 'a.example' } : row,
  )
  expect(formatSpfRows(rows)).toBe('v=spf1 mx include:a.example -all')
  expect(formatSpfRows(addSpfRow(parseSpfRows('v=spf1 mx')))).toBe('v=spf1 mx include')
})

test('Blanks in a part do not begin another part', () => {
  const value = formatSpfRows([{ qualifier: '+', kind: 'include', text: ' a. example ' }])
  expect(value).toBe('v=spf1 include:a.example')
})
