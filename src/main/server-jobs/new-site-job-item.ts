import { z } from 'zod'
import {
  newSiteChoicesSchema,
  pointableHosts,
  type NewSiteStep,
  type NewSiteStepState,
  type NewSiteView,
} from '#shared/ipc/new-site.ts'
import { sslFailedNameserver } from '#shared/api/hosting-endpoints.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import {
  domainChangesInputSchema,
  domainChangesProgressSchema,
  notBegunDomainChanges,
  viewDomainChanges,
  type DomainChangesInput,
  type DomainChangesProgress,
} from '#main/plans/domain-changes-job-item.ts'
import { serverStepProgressSchema, type ServerStepProgress } from './run-server-step.ts'

/** A new site as the user confirmed it. The password of WordPress is not here: it is the secret of the item. */
export const newSiteInputSchema = newSiteChoicesSchema.extend({
  hosts: z.array(z.enum(pointableHosts)),
  verificationHost: z.string().nullable(),
  /** The TXT record that is written before the domain is added; null: none, or the zone has it. */
  verification: domainChangesInputSchema.nullable(),
  /** The records that point the domain at the server; null: none. Empty changes: the zone had them. */
  dns: domainChangesInputSchema.nullable(),
})
export type NewSiteInput = z.infer<typeof newSiteInputSchema>

/** How far each step is; null: not begun. */
export const newSiteProgressSchema = z.object({
  verification: domainChangesProgressSchema.nullable(),
  addDomain: serverStepProgressSchema.nullable(),
  dns: domainChangesProgressSchema.nullable(),
  wordpress: serverStepProgressSchema.nullable(),
})
export type NewSiteProgress = z.infer<typeof newSiteProgressSchema>

export const notBegunNewSite: NewSiteProgress = { verification: null, addDomain: null, dns: null, wordpress: null }

/** The address at which WordPress is installed. */
export function newSiteUrl(domain: string, { ssl }: Pick<NewSiteInput, 'ssl'>): string {
  return `${ssl ? 'https' : 'http'}://${domain}/`
}

export function viewNewSite({
  domain,
  input,
  progress,
  isEnded,
}: {
  domain: string
  input: NewSiteInput
  progress: NewSiteProgress | null
  isEnded: boolean
}): Pick<JobItem, 'changes' | 'unconfirmed' | 'refusal' | 'snapshotId' | 'newSite'> {
  const { verification, addDomain, dns, wordpress } = progress ?? notBegunNewSite
  const zoneParts = [
    { input: input.verification, progress: verification },
    { input: input.dns, progress: dns },
  ].flatMap((part) => (part.input ? [viewDomainChanges({ input: part.input, progress: part.progress })] : []))
  const sending = addDomain?.sending ?? wordpress?.sending ?? null
  const steps = [
    ...(input.verification ? [viewZoneStep('verification', input.verification, verification, isEnded)] : []),
    { ...viewServerStep('add_domain', addDomain, isEnded), value: null },
    ...(input.dns ? [viewZoneStep('dns', input.dns, dns, isEnded)] : []),
    ...(input.ssl ? [viewSslStep(addDomain, isEnded)] : []),
    ...(input.wordpress
      ? [{ ...viewServerStep('wordpress', wordpress, isEnded), value: newSiteUrl(domain, input) }]
      : []),
  ]
  const { server, ssl, redirectHttps, hosts, verificationHost } = input
  return {
    changes: zoneParts.flatMap(({ changes }) => changes),
    unconfirmed:
      zoneParts.find((part) => part.unconfirmed !== null)?.unconfirmed ??
      (sending && { isAnswered: sending.isAnswered, error: sending.error }),
    refusal: zoneParts.find((part) => part.refusal)?.refusal ?? null,
    snapshotId: zoneParts.find((part) => part.snapshotId !== null)?.snapshotId ?? null,
    newSite: { server, ssl, redirectHttps, wordpress: input.wordpress, hosts, verificationHost, steps },
  }
}

type ViewedStep = NewSiteView['steps'][number]

function viewZoneStep(
  step: NewSiteStep,
  input: DomainChangesInput,
  progress: DomainChangesProgress | null,
  isEnded: boolean,
): ViewedStep {
  const { end, sending } = progress ?? notBegunDomainChanges
  const viewed = (state: NewSiteStepState) => ({ step, state, value: null, error: end?.error ?? null })
  if (end) return viewed(end.state === 'cancelled' ? 'not_done' : end.state)
  if (isEnded) return viewed('not_done')
  if (progress === null) return viewed(input.changes.length === 0 ? 'not_needed' : 'waiting')
  return viewed(sending?.error ? 'checking' : 'running')
}

function viewServerStep(step: NewSiteStep, progress: ServerStepProgress | null, isEnded: boolean): ViewedStep {
  const { end = null, sending = null } = progress ?? {}
  const viewed = (state: NewSiteStepState) => ({ step, state, value: end?.value ?? null, error: end?.error ?? null })
  if (end) return viewed(end.state)
  if (isEnded) return viewed('not_done')
  if (sending === null) return viewed('waiting')
  return viewed(sending.error ? 'checking' : 'running')
}

/** What the service said of SSL when it added the domain. Nothing reads it afterwards. */
function viewSslStep(addDomain: ServerStepProgress | null, isEnded: boolean): ViewedStep {
  const viewed = (state: NewSiteStepState, value: string | null = null) => ({
    step: 'ssl' as const,
    state,
    value,
    error: null,
  })
  const end = addDomain?.end
  if (!end) return viewed(isEnded ? 'not_done' : 'waiting')
  if (end.state === 'not_needed') return viewed('not_needed')
  if (end.state !== 'done') return viewed(end.state === 'unknown' ? 'unknown' : 'not_done')
  if (end.value === null) return viewed('unknown')
  return viewed(end.value === sslFailedNameserver ? 'failed' : 'answered', end.value)
}
