import { expect, test } from 'vitest'
import { findServerMemoProblem } from '#renderer/features/servers/find-server-memo-problem.ts'

test('Each character outside of eucJP-win is named once with its code point', () => {
  expect(findServerMemoProblem('メモ ①㈱~ 髙')).toBeNull()
  expect(findServerMemoProblem('shop 😀 and 😀 ☕')).toEqual({
    key: 'unsupported',
    values: { characters: '😀 (U+1F600), ☕ (U+2615)' },
  })
})

test('A memo has at most 500 characters', () => {
  expect(findServerMemoProblem('あ'.repeat(500))).toBeNull()
  expect(findServerMemoProblem('あ'.repeat(501))).toEqual({ key: 'tooLong', values: { n: 501, max: 500 } })
})
