import { errorKinds } from '#shared/error-kinds.ts'
import { domainChangeKinds } from '#shared/ipc/domain-change-schemas.ts'
import { jobItemFilters } from '#shared/ipc/jobs.ts'
import { shownJobChangeResults } from '#shared/ipc/get-shown-result-of-job-change.ts'
import { newSiteSteps, newSiteStepStates } from '#shared/ipc/new-site.ts'
import { activity } from '#renderer/text/en/activity.ts'
import { getJobItemStateTextKey } from './get-job-item-state-text-key.ts'

/** Headings and value texts of the CSV export of a job, in the current language. */
export function translateJobCsvLabels(
  t: (key: string, values?: Record<string, unknown>) => string,
  isJobCancelled = false,
): Record<string, string> {
  return Object.fromEntries([
    ...Object.keys(activity.csv).map((name) => [`heading.${name}`, t(`activity.csv.${name}`)]),
    ['value.on', t('common.on')],
    ['value.off', t('common.off')],
    ['value.removedAccount', t('common.removedAccount')],
    // Main replaces the names in braces.
    ['value.progress', t('activity.job.workOf', { done: '{done}', total: '{total}' })],
    ...domainChangeKinds.map((kind) => [`kind.${kind}`, t(`activity.kind.${kind}`)]),
    ...shownJobChangeResults.map((result) => [`result.${result}`, t(`activity.result.${result}`)]),
    ...newSiteSteps.map((step) => [`step.${step}`, t(`newSite.step.${step}`)]),
    ...newSiteStepStates.map((state) => [`stepState.${state}`, t(`newSite.state.${state}`)]),
    ...jobItemFilters.map((state) => [`state.${state}`, t(getJobItemStateTextKey(state, isJobCancelled))]),
    ...errorKinds.map((kind) => [`error.${kind}`, t(`errors.kinds.${kind}.title`)]),
    ['error.service_5xx', t('errors.service.failed.title')],
  ])
}
