import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'

/** Whether accounts are active and none of these has a key that can be used. */
export function haveNoUsableKey(accounts: readonly Pick<Account, 'isPaused' | 'keys'>[]): boolean {
  const active = accounts.filter(({ isPaused }) => !isPaused)
  return active.length > 0 && !active.some(({ keys }) => keys.some(isKeyUsable))
}
