import type { RateLimitClass } from '#shared/api/service-limits.ts'
import {
  findAccountWaitBeforeNextCall,
  type WaitBeforeNextCall,
} from '#renderer/account-data/find-account-wait-before-next-call.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'

/**
 * Returns a function: what the app knows now of the wait of an account before its next call. `isByUser`: the user
 * causes the call; otherwise a job or the app does.
 */
export function useFindAccountWaitBeforeNextCall({ isByUser = true } = {}): (
  accountId: string,
  limitClass: RateLimitClass,
) => WaitBeforeNextCall | null {
  const appState = useAppState()
  const accounts = useAccounts()
  const quota = useQuotaUsage()
  const now = useNowEachTenSeconds()
  return (accountId, limitClass) => {
    const account = accounts.byId(accountId)
    const known = { state: appState.state, usages: quota.usages, now: now.value, isByUser }
    return account ? findAccountWaitBeforeNextCall(account, limitClass, known) : null
  }
}
