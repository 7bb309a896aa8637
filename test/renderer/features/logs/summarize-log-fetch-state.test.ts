import { expect, test } from 'vitest'
import {
  countUnreadKeysOfPausedAccounts,
  fetchStatesOfPresentKeys,
} from '#renderer/features/logs/summarize-log-fetch-state.ts'
import type { LogFetchState } from '#shared/ipc/logs.ts'

const fetched = (accountId: string, keyId: string) => ({ accountId, keyId, error: null }) as LogFetchState
const account = (id: string, keyIds: string[], isPaused = false) => ({
  id,
  isPaused,
  keys: keyIds.map((keyId) => ({ id: keyId })),
})

test('The log states no reading of a removed key, and names the account that has the key after a merge', () => {
  const states = [fetched('a', 'kept'), fetched('a', 'removed'), fetched('b', 'merged')]
  expect(fetchStatesOfPresentKeys(states, [account('a', ['kept', 'merged', 'new'])])).toEqual([
    fetched('a', 'kept'),
    fetched('a', 'merged'),
  ])
  expect(fetchStatesOfPresentKeys(states, [account('c', ['other'])])).toBeNull()
})

test('A key that was read before its account was paused is not counted as unread', () => {
  const accounts = [account('a', ['one', 'two'], true), account('b', ['three'])]
  expect(countUnreadKeysOfPausedAccounts(accounts, [], [fetched('a', 'one'), fetched('b', 'three')])).toBe(1)
  expect(countUnreadKeysOfPausedAccounts(accounts, ['one'], [])).toBe(1)
  expect(countUnreadKeysOfPausedAccounts(accounts, ['three'], [])).toBe(0)
})
