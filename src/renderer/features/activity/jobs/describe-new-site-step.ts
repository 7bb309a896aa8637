import { sslStatusFailedNameserver } from '#shared/api/server-management-endpoints.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import type { NewSiteJobProgress } from '#shared/ipc/new-site.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * Says what the state of a step means, and what the user can do. `hasVerification`: whether the verification record was
 * a step. Null: the name and the state say all.
 */
export function describeNewSiteStep(
  { step, state, value }: NewSiteJobProgress['steps'][number],
  hasVerification: boolean,
  t: Translate,
): string | null {
  const about = (key: string, values = {}) => t(`newSite.about.${key}`, values)
  if (step === 'ssl') {
    if (state === 'failed' && value === sslStatusFailedNameserver) return about('sslNameserver')
    if (state === 'failed' || state === 'answered') return about('sslAnswered', { value })
    if (state === 'not_needed') return about('sslNotNeeded')
    return state === 'unknown' ? about('sslUnknown') : null
  }
  if (state === 'checking' || state === 'replan' || state === 'unknown') return about(state)
  if (step === 'add_domain') {
    if (state === 'not_needed') return about('alreadyAdded')
    if (state === 'partly_unknown') return about('addedValuesUnknown')
    return state === 'failed' && !hasVerification ? about('refusedDomain') : null
  }
  if (step === 'wordpress') {
    if (state === 'not_needed') return about('alreadyInstalled')
    if (state === 'partly_unknown') return about('installedValuesUnknown', { url: value })
    return value === null ? null : about('installedAt', { url: value })
  }
  return state === 'not_needed' ? about('alreadyPointed') : null
}

/** Returns the error that ended an item if it is the error of none of the steps. */
export function findErrorOfNoNewSiteStep(
  { error, endedAt }: Pick<JobItem, 'error' | 'endedAt'>,
  { steps }: Pick<NewSiteJobProgress, 'steps'>,
): JobItem['error'] {
  return endedAt === null || steps.some((step) => step.error !== null) ? null : error
}

/** Names the failed steps, for the head of the job: the site may be done although a step failed. Empty: none. */
export function formatFailedNewSiteSteps({ steps }: Pick<NewSiteJobProgress, 'steps'>, t: Translate): string {
  const failed = steps.filter(({ state }) => state === 'failed').map(({ step }) => t(`newSite.step.${step}`))
  return failed.length === 0 ? '' : t('newSite.failedSteps', { steps: failed.join(t('orders.and')) })
}
