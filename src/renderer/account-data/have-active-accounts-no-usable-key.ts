import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'

/** Returns true if there are active accounts, and none of them has a usable key. */
export function haveActiveAccountsNoUsableKey(accounts: readonly Pick<Account, 'isPaused' | 'keys'>[]): boolean {
  const active = accounts.filter(({ isPaused }) => !isPaused)
  return active.length > 0 && !active.some(({ keys }) => keys.some(isKeyUsable))
}
