import { expect, test } from 'vitest'
import { createHasErrorCauseEnded } from '#main/api/has-error-cause-ended.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import type { KeychainState } from '#shared/ipc/app-state-and-settings.ts'
import { createAccountsInMemory } from './accounts-in-memory.ts'

function startWithEveryCause() {
  const accounts = createAccountsInMemory()
  accounts.add({ id: 'a', baseUrl: 'https://service.example' })
  accounts.change('a', { isPaused: true, isReadOnly: true })
  const state: { isOffline: boolean; keychain: KeychainState['state']; reached: string | null } = {
    isOffline: true,
    keychain: 'locked',
    reached: null,
  }
  const hasErrorCauseEnded = createHasErrorCauseEnded({
    isOffline: () => state.isOffline,
    accounts,
    keychain: { state: () => ({ state: state.keychain, error: null }) },
    isReachedWithoutProxy: (baseUrl) => baseUrl === state.reached,
  })
  return { accounts, state, hasEnded: (kind: ErrorKind, accountId = 'a') => hasErrorCauseEnded({ kind }, accountId) }
}

test('An error has ended as soon as its cause ended, and not before', () => {
  const { accounts, state, hasEnded } = startWithEveryCause()
  const kinds = ['offline', 'paused', 'read_only', 'keychain_locked', 'no_network'] as const
  expect(kinds.filter((kind) => hasEnded(kind))).toEqual([])
  state.isOffline = false
  expect(kinds.filter((kind) => hasEnded(kind))).toEqual(['offline'])
  accounts.change('a', { isPaused: false })
  expect(kinds.filter((kind) => hasEnded(kind))).toEqual(['offline', 'paused'])
  accounts.change('a', { isReadOnly: false })
  expect(kinds.filter((kind) => hasEnded(kind))).toEqual(['offline', 'paused', 'read_only'])
  state.keychain = 'ready'
  state.reached = 'https://other.example'
  expect(kinds.filter((kind) => hasEnded(kind))).toEqual(['offline', 'paused', 'read_only', 'keychain_locked'])
  state.reached = 'https://service.example'
  expect(kinds.filter((kind) => hasEnded(kind))).toEqual(kinds)
})

test('An error whose cause Banto cannot check does not count as ended', () => {
  const { hasEnded } = startWithEveryCause()
  const kinds = ['timeout', 'service', 'no_key', 'proxy_refused', 'disk_full'] as const
  expect(kinds.filter((kind) => hasEnded(kind))).toEqual([])
})

test('An error about a setting of an account does not count as ended if the account is not known', () => {
  const { hasEnded } = startWithEveryCause()
  expect([hasEnded('paused', 'removed'), hasEnded('read_only', 'removed')]).toEqual([false, false])
})
