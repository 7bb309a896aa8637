import { expect, test } from 'vitest'
import { formatErrorMessage } from '#main/change-log/format-error-message.ts'

const labels = { 'error.service': '受け付けられませんでした', 'error.bug': '内部エラー' }

test('The error message of a CSV is the service’s message, or else the text of the window in its language', () => {
  const error = { kind: 'service' as const, message: 'A request of the console failed', details: {} }
  expect(formatErrorMessage(error, labels)).toBe('受け付けられませんでした')
  expect(formatErrorMessage({ ...error, serviceMessage: '入力に誤り' }, labels)).toBe('入力に誤り')
  expect(formatErrorMessage({ ...error, kind: 'bug', message: 'x is not a function' }, labels)).toBe(
    'x is not a function',
  )
})
