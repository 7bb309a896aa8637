import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { getTextKeyOfEmptyExecutionLog } from '#renderer/features/logs/get-text-key-of-empty-execution-log.ts'

const now = { isOffline: false, showsOwnReads: true }
const account = (keys: number, isPaused = false) => ({ isPaused, keys: Array(keys).fill({}) as Account['keys'] })
const read = { completeTo: 1, error: null }
const unread = { completeTo: null, error: null }

test('An empty execution log is said to be readable only if one of the selected accounts has a key', () => {
  expect(getTextKeyOfEmptyExecutionLog([account(0)], [], now)).toBe('noKeyText')
  expect(getTextKeyOfEmptyExecutionLog([account(0), account(1)], [unread], now)).toBe('text')
})

test('An empty execution log is said to have had no entries only if the logs of all keys were read', () => {
  expect(getTextKeyOfEmptyExecutionLog([account(2)], [read, read], now)).toBe('readText')
  expect(getTextKeyOfEmptyExecutionLog([account(2)], [read, read], { ...now, showsOwnReads: false })).toBe(
    'ownOnlyText',
  )
  expect(getTextKeyOfEmptyExecutionLog([account(2)], [read, unread], now)).toBe('text')
})

test('An empty execution log names what prevents its reading', () => {
  expect(getTextKeyOfEmptyExecutionLog([account(1)], [unread], { ...now, isOffline: true })).toBe('offlineText')
  expect(getTextKeyOfEmptyExecutionLog([account(1, true)], [unread], now)).toBe('pausedText')
  expect(getTextKeyOfEmptyExecutionLog([account(1, true), account(1)], [unread], now)).toBe('text')
})
