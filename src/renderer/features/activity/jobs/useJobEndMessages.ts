import { watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Job } from '#shared/ipc/jobs.ts'
import { useShowMessageWithUndoPlan } from '#renderer/features/change-plans/useShowMessageWithUndoPlan.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { findNewlyEndedJobs } from './find-newly-ended-jobs.ts'
import { formatJobItemCounts } from './format-job-item-counts.ts'
import { getUndoJobButtonTextKey } from './get-undo-job-button-text-key.ts'
import { formatJobTitle } from './format-job-title.ts'

/** Shows a message on every page when a job ends, with an undo button if the job can be undone. */
export function useJobEndMessages(): void {
  const { t, locale } = useI18n()
  const jobs = useJobs()
  const showUndoMessage = useShowMessageWithUndoPlan()
  const since = Date.now()

  function show(job: Job): void {
    const { done, not_needed: notNeeded, cancelled } = job.counts
    const asWanted = done + notNeeded
    const { domains } = job.subject
    const isInfo = job.partlyUnknown + job.partlyFailed === 0 && asWanted + cancelled === domains
    showUndoMessage(isInfo ? (cancelled === 0 ? 'success' : 'info') : 'warning', {
      text: t('activity.job.ended', {
        job: formatJobTitle(job.subject, locale.value, t),
        result: formatJobItemCounts(job, locale.value, t),
      }),
      undo: job.mayUndo
        ? { domains: [], source: { kind: 'undo', jobId: job.id }, label: t(getUndoJobButtonTextKey(job)) }
        : null,
      link: { text: t('activity.job.show'), to: { name: 'activity-job', params: { jobId: job.id } } },
    })
  }

  watch(
    () => jobs.all,
    (after, before) => {
      for (const job of findNewlyEndedJobs(before, after ?? [], since)) show(job)
    },
  )
}
