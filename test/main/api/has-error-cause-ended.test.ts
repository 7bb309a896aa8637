import { expect, test } from 'vitest'
import { createHasErrorCauseEnded } from '#main/api/has-error-cause-ended.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import type { KeychainState } from '#shared/ipc/app-state-and-settings.ts'
import { createAccountsInMemory } from './accounts-in-memory.ts'

function startWithEveryCause() {
  const accounts = createAccountsInMemory()
  accounts.add({ id: 'a', baseUrl: 'https://service.example' })
  accounts.change('a', { isPaused: true, isReadOnly: true })
  const state: { isOffline: boolean; keychain: KeychainState['state'] } = { isOffline: true, keychain: 'locked' }
  const hasErrorCauseEnded = createHasErrorCauseEnded({
    isOffline: () => state.isOffline,
    accounts,
    keychain: { state: () => ({ state: state.keychain, error: null }) },
  })
  return { accounts, state, hasEnded: (kind: ErrorKind) => hasErrorCauseEnded({ kind }, 'a') }
}

test('An error has ended as soon as the user ended its cause, and not before', () => {
  const { accounts, state, hasEnded } = startWithEveryCause()
  const kinds = ['offline', 'paused', 'read_only', 'keychain_locked'] as const
  expect(kinds.filter(hasEnded)).toEqual([])
  state.isOffline = false
  expect(kinds.filter(hasEnded)).toEqual(['offline'])
  accounts.change('a', { isPaused: false })
  expect(kinds.filter(hasEnded)).toEqual(['offline', 'paused'])
  accounts.change('a', { isReadOnly: false })
  expect(kinds.filter(hasEnded)).toEqual(['offline', 'paused', 'read_only'])
  state.keychain = 'ready'
  expect(kinds.filter(hasEnded)).toEqual(kinds)
})

test('An error whose cause Banto cannot check does not count as ended', () => {
  const { hasEnded } = startWithEveryCause()
  const kinds = ['no_network', 'timeout', 'service', 'no_key', 'proxy_refused', 'disk_full'] as const
  expect(kinds.filter(hasEnded)).toEqual([])
})
