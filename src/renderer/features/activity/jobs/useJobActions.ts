import { computed, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { Job } from '#shared/ipc/jobs.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { formatJobTitle } from './format-job-title.ts'
import { doesJobKindReportWorkAmount } from './does-job-kind-report-work-amount.ts'

/** The user's actions on a job. None of them undoes a change that was already made. */
export function useJobActions() {
  const { t, locale } = useI18n()
  const jobs = useJobs()
  const isBusy = shallowRef(false)
  const failed = shallowRef<{ job: Job; error: AppError } | null>(null)

  async function act(job: Job, work: () => Promise<unknown>): Promise<void> {
    isBusy.value = true
    failed.value = null
    try {
      await work()
    } catch (thrown) {
      failed.value = { job, error: toAppError(thrown) }
    }
    isBusy.value = false
  }

  async function cancel(job: Job): Promise<void> {
    /** The job may end while the dialog is open. */
    const hasEnded = () => jobs.byId(job.id)?.state === 'ended'
    const isSure = await confirm({
      title: t('activity.job.cancelTitle', { job: formatJobTitle(job.subject, locale.value, t) }),
      body: () =>
        hasEnded()
          ? t('activity.job.endedMeanwhile')
          : t(`activity.job.${doesJobKindReportWorkAmount(job.kind) ? `cancelWorkBody.${job.kind}` : 'cancelBody'}`),
      action: t('activity.job.cancelAction'),
      refusal: t('common.back'),
      hasEffect: () => !hasEnded(),
      tone: 'danger',
    })
    if (isSure && !hasEnded()) await act(job, () => mainCommands.jobs.cancel({ jobId: job.id }))
  }

  return {
    isBusy,
    error: computed(() => failed.value?.error ?? null),
    /** The job of the error. */
    failedJob: computed(() => failed.value?.job ?? null),
    cancel,
    pause: (job: Job) => act(job, () => mainCommands.jobs.pause({ jobId: job.id })),
    resume: (job: Job) => act(job, () => mainCommands.jobs.resume({ jobId: job.id })),
  }
}
