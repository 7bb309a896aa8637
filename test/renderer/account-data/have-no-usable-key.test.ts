import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { haveNoUsableKey } from '#renderer/account-data/have-no-usable-key.ts'

const account = (states: readonly Account['keys'][number]['state'][], isPaused = false) =>
  ({ isPaused, keys: states.map((state) => ({ state })) }) as Pick<Account, 'isPaused' | 'keys'>

test('Accounts are without a usable key when every key of every active account is refused, expired or missing', () => {
  expect(haveNoUsableKey([account(['expired']), account([])])).toBe(true)
  expect(haveNoUsableKey([account(['expired']), account(['working'])])).toBe(false)
  expect(haveNoUsableKey([account(['expired']), account(['working'], true)])).toBe(true)
  expect(haveNoUsableKey([account([], true)])).toBe(false)
})
