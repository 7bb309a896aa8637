import { computed, type ComputedRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { useConsoleRequestAndAnswer } from './console-request-and-answer-store.ts'

/**
 * Why the last request of the console has no answer. Null once the cause has ended, because the text of the error is in
 * the present tense.
 */
export function useConsoleErrorUntilCauseEnds(): ComputedRef<AppError | null> {
  const store = useConsoleRequestAndAnswer()
  const jobs = useJobs()
  const hasCauseEnded = useHasErrorCauseEnded()
  const hasJobEnded = ({ kind, details }: AppError) =>
    kind === 'open_job' && jobs.byId(String(details['jobId']))?.state === 'ended'
  return computed(() =>
    store.error !== null && (hasJobEnded(store.error) || hasCauseEnded(store.error)) ? null : store.error,
  )
}
