import { computed, type ComputedRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { useConsoleRequestAndAnswer } from './console-request-and-answer-store.ts'

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

  /** The account has another proxy than the one that failed, or none. */
  function hasOtherProxy({ kind, details }: AppError): boolean {
    if (kind !== 'proxy_refused' && (kind !== 'proxy_unreachable' || details['reason'] === 'changed')) return false
    const account = accounts.byId(store.answered?.accountId ?? '')
    return account !== null && (account.proxy?.url ?? null) !== details['proxy']
  }

  return computed(() => {
    const { error } = store
    return error !== null && (hasJobEnded(error) || hasOtherProxy(error) || hasCauseEnded(error)) ? null : error
  })
}
