import { expect, test } from 'vitest'
import { formatErrorMessageForCsv } from '#main/change-log/format-error-message-for-csv.ts'

const labels = { 'error.service': '受け付けられませんでした', 'error.bug': '内部エラー' }

test('The error message of a CSV is the service’s message, or else the text of the window in its language', () => {
  const error = { kind: 'service' as const, message: 'A request of the console failed', details: {} }
  expect(formatErrorMessageForCsv(error, labels)).toBe('受け付けられませんでした')
  expect(formatErrorMessageForCsv({ ...error, serviceMessage: '入力に誤り' }, labels)).toBe('入力に誤り')
  expect(formatErrorMessageForCsv({ ...error, kind: 'bug', message: 'x is not a function' }, labels)).toBe(
    'x is not a function',
  )
})
