import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { findServerChangeObstacle } from '#renderer/features/servers/find-server-change-obstacle.ts'

const row = { name: 'one.example', goneSince: null, status: 'active' }
const usable = { state: 'working', me: null }
const account = (over: object = {}) =>
  ({ isPaused: false, isReadOnly: false, keys: [usable], ...over }) as unknown as Account

test.each([
  ['nothing', row, account(), false, null],
  ['the server has left the list', { ...row, goneSince: 1 }, account(), true, 'gone'],
  ['the window works offline', row, account(), true, 'offline'],
  ['the account is paused', row, account({ isPaused: true }), false, 'paused'],
  ['the account is read-only', row, account({ isReadOnly: true }), false, 'read_only'],
  ['the account has no key', row, account({ keys: [] }), false, 'no_keys'],
  ['the account was removed while the server is shown', row, null, false, 'no_account'],
  ['nothing while the accounts are not loaded', row, undefined, false, null],
  ['the setup is not complete', { ...row, status: 'setup_pending' }, account(), false, 'pending'],
] as const)('A change of a server names as its obstacle: %s', (_, server, calling, isOffline, expected) => {
  expect(findServerChangeObstacle('hosting.addDomain', server, calling, isOffline)).toBe(expected)
})
