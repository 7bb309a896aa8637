import { computed, type ComputedRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { useConsoleRequestAndAnswer } from './console-request-and-answer-store.ts'

/** By failure of a proxy: the account's user of the proxy when the failure was first shown. */
const loginsBefore = new WeakMap<AppError, string>()

/**
 * Why the last request of the console has no answer. Null once the cause has ended, because the text of the error is in
 * the present tense.
 */
export function useConsoleErrorUntilCauseEnds(): ComputedRef<AppError | null> {
  const store = useConsoleRequestAndAnswer()
  const accounts = useAccounts()
  const jobs = useJobs()
  const hasCauseEnded = useHasErrorCauseEnded()
  const hasJobEnded = ({ kind, details }: AppError) =>
    kind === 'open_job' && jobs.byId(String(details['jobId']))?.state === 'ended'

  /** The account has another proxy than the one that failed, or another user for it, or none. */
  function hasOtherProxy(error: AppError): boolean {
    const { kind, details } = error
    if (kind !== 'proxy_refused' && (kind !== 'proxy_unreachable' || details['reason'] === 'changed')) return false
    const account = accounts.byId(store.answered?.accountId ?? '')
    if (account === null) return false
    const login = JSON.stringify([account.proxy?.user, account.proxy?.hasPassword])
    if (!loginsBefore.has(error)) loginsBefore.set(error, login)
    return (account.proxy?.url ?? null) !== details['proxy'] || loginsBefore.get(error) !== login
  }

  return computed(() => {
    const { error } = store
    return error !== null && (hasJobEnded(error) || hasOtherProxy(error) || hasCauseEnded(error)) ? null : error
  })
}
