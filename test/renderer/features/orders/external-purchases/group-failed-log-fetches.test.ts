import { expect, test } from 'vitest'
import { groupFailedLogFetches } from '#renderer/features/orders/external-purchases/group-failed-log-fetches.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import type { ExecutionLogFetchState } from '#shared/ipc/api-logs.ts'

function reachOf(accountId: string, error: AppError | null): ExecutionLogFetchState {
  return {
    accountId,
    keyId: `key-of-${accountId}`,
    cursor: null,
    hasMore: true,
    completeFrom: null,
    readAt: null,
    error: error && toWireError(error),
  }
}

test('Each reason why logs could not be fetched is listed once with all keys that it concerns', () => {
  const refused = (accountId: string) =>
    reachOf(
      accountId,
      new AppError('no_key', 'Not usable', {
        details: { keyId: `key-of-${accountId}`, reasons: [{ keyId: `key-of-${accountId}`, reason: 'quarantined' }] },
      }),
    )
  const groups = groupFailedLogFetches([
    refused('a'),
    reachOf('b', null),
    reachOf('c', new AppError('timeout', 'No answer')),
    refused('d'),
  ])
  expect(groups.map(({ error, keys }) => [error.kind, keys.map(({ accountId }) => accountId)])).toEqual([
    ['no_key', ['a', 'd']],
    ['timeout', ['c']],
  ])
})
