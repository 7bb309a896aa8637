import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { haveActiveAccountsNoUsableKey } from '#renderer/account-data/have-active-accounts-no-usable-key.ts'

const account = (states: readonly Account['keys'][number]['state'][], isPaused = false) =>
  ({ isPaused, keys: states.map((state) => ({ state })) }) as Pick<Account, 'isPaused' | 'keys'>

test('Accounts are without a usable key when every key of every active account is refused, expired or missing', () => {
  expect(haveActiveAccountsNoUsableKey([account(['expired']), account([])])).toBe(true)
  expect(haveActiveAccountsNoUsableKey([account(['expired']), account(['working'])])).toBe(false)
  expect(haveActiveAccountsNoUsableKey([account(['expired']), account(['working'], true)])).toBe(true)
  expect(haveActiveAccountsNoUsableKey([account([], true)])).toBe(false)
})
