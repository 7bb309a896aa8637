import { maxInteractiveNames } from '#shared/ipc/domain-availability-search.ts'
import type { WaitBeforeNextCall } from '#renderer/account-data/find-account-wait-before-next-call.ts'
import { useFindAccountWaitBeforeNextCall } from '#renderer/composables/useFindAccountWaitBeforeNextCall.ts'

/** Returns a function: the wait of an account before the next of `lookUpCount` look-ups; null for none. */
export function useFindLookUpWait(): (accountId: string, lookUpCount: number) => WaitBeforeNextCall | null {
  const findWaitOfUser = useFindAccountWaitBeforeNextCall()
  const findWaitOfJob = useFindAccountWaitBeforeNextCall({ isByUser: false })
  return (accountId, lookUpCount) =>
    (lookUpCount <= maxInteractiveNames ? findWaitOfUser : findWaitOfJob)(accountId, 'domain')
}
