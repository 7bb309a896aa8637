import { expect, test } from 'vitest'
import type { ExecutionLogFetchState } from '#shared/ipc/api-logs.ts'
import { findLogFetchesFailedSinceLastRead } from '#renderer/features/orders/external-purchases/find-log-fetches-failed-since-last-read.ts'

const stateOf = (keyId: string, isFailed: boolean): ExecutionLogFetchState => ({
  accountId: 'a',
  keyId,
  cursor: null,
  hasMore: isFailed,
  completeFrom: null,
  readAt: null,
  error: isFailed ? { kind: 'timeout', message: '', details: {} } : null,
})

test('A failed fetch of a log is shown until the log is read completely', () => {
  const states = [
    stateOf('read-before', true),
    stateOf('read-later', true),
    stateOf('never', true),
    stateOf('ok', false),
  ]
  const lastReads = [
    { keyId: 'read-before', readAt: 90 },
    { keyId: 'read-later', readAt: 110 },
  ]
  const failedKeys = (reads: typeof lastReads) =>
    findLogFetchesFailedSinceLastRead(states, 100, reads, () => false).map(({ keyId }) => keyId)
  expect(failedKeys([])).toEqual(['read-before', 'read-later', 'never'])
  expect(failedKeys(lastReads)).toEqual(['read-before', 'never'])
})

test('A failed fetch of a log is not shown once the cause of its error has ended', () => {
  const locked = { ...stateOf('locked', true), error: { kind: 'keychain_locked', message: '', details: {} } as const }
  const failedKeys = (isUnlocked: boolean) =>
    findLogFetchesFailedSinceLastRead(
      [locked, stateOf('never', true)],
      100,
      [],
      ({ kind }) => isUnlocked && kind === 'keychain_locked',
    ).map(({ keyId }) => keyId)
  expect(failedKeys(false)).toEqual(['locked', 'never'])
  expect(failedKeys(true)).toEqual(['never'])
})
