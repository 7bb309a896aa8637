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
    findLogFetchesFailedSinceLastRead(states, 100, reads).map(({ keyId }) => keyId)
  expect(failedKeys([])).toEqual(['read-before', 'read-later', 'never'])
  expect(failedKeys(lastReads)).toEqual(['read-before', 'never'])
})
