import type { NewSiteStep } from '#shared/ipc/new-site.ts'
import type { NewSiteDraft } from './new-site-draft.ts'

/** Returns the steps that the job will have, in their order. The answer to the addition of the domain states SSL. */
export function listNewSiteJobSteps({ isVerified, hosts, ssl, hasWordpress }: NewSiteDraft): NewSiteStep[] {
  return [
    ...(isVerified ? (['verification'] as const) : []),
    'add_domain',
    ...(ssl ? (['ssl'] as const) : []),
    ...(hosts.length > 0 ? (['dns'] as const) : []),
    ...(hasWordpress ? (['wordpress'] as const) : []),
  ]
}
