import type { Job } from '#shared/ipc/jobs.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

/** Returns the state of the job of a plan, as in "Running, 9 of 3841 domains done". */
export function formatStateOfJobMadeFromPlan({ state, isCancelled, counts, subject }: Job, t: Translate): string {
  const progress = t('activity.job.progress', { done: counts.done, total: subject.domains }, subject.domains)
  const cancelledKey = state === 'waiting' ? 'cancelledWaiting' : 'cancelling'
  const key = isCancelled && state !== 'ended' ? cancelledKey : state
  return t('changePlanView.ran.stateAndProgress', { state: t(`activity.job.state.${key}`), progress })
}
