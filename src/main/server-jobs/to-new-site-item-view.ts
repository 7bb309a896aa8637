import { isFailedSslStatus } from '#shared/api/server-management-endpoints.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import {
  buildWordpressUrl,
  type NewSiteStep,
  type NewSiteStepState,
  type NewSiteJobProgress,
} from '#shared/ipc/new-site.ts'
import { initialDomainChangesProgress, type DomainChangesProgress } from '#main/plans/domain-changes-job-schemas.ts'
import { toPlannedChangesWithResults } from '#main/plans/to-job-item-changes-with-results.ts'
import { initialNewSiteProgress, type NewSiteInput, type NewSiteProgress } from './new-site-job-schemas.ts'
import type { ServerChangeStepProgress } from './run-server-change-step.ts'

/** Returns what the list of a job shows of an item that creates a site. */
export function toNewSiteItemView({
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
  const { verification, addDomain, dns, wordpress } = progress ?? initialNewSiteProgress
  const zoneParts = [
    { step: 'verification' as const, input: input.verification, progress: verification },
    { step: 'dns' as const, input: input.dns, progress: dns },
  ].flatMap((part) => {
    if (!part.input) return []
    const planned = toPlannedChangesWithResults({ input: part.input, progress: part.progress })
    return [{ ...planned, changes: planned.changes.map((change) => ({ ...change, step: part.step })) }]
  })
  const sending = addDomain?.sending ?? wordpress?.sending ?? null
  const steps = [
    ...(input.verification ? [viewZoneStep('verification', verification, isEnded)] : []),
    { ...viewServerStep('add_domain', addDomain, isEnded), value: null },
    ...(input.ssl ? [viewSslStep(addDomain, isEnded)] : []),
    ...(input.dns ? [viewZoneStep('dns', dns, isEnded)] : []),
    ...(input.wordpress
      ? [{ ...viewServerStep('wordpress', wordpress, isEnded), value: buildWordpressUrl(domain, input) }]
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

type ViewedStep = NewSiteJobProgress['steps'][number]

function viewZoneStep(step: NewSiteStep, progress: DomainChangesProgress | null, isEnded: boolean): ViewedStep {
  const { end, sending, done, notNeeded } = progress ?? initialDomainChangesProgress
  const viewed = (state: NewSiteStepState) => ({ step, state, value: null, error: end?.error ?? null })
  if (end && end.state !== 'cancelled') return viewed(end.state)
  if (end || isEnded) return viewed(sending !== null ? 'unknown' : done > notNeeded ? 'partly_done' : 'not_done')
  if (progress === null) return viewed('waiting')
  return viewed(sending?.error ? 'checking' : 'running')
}

function viewServerStep(step: NewSiteStep, progress: ServerChangeStepProgress | null, isEnded: boolean): ViewedStep {
  const { end = null, sending = null } = progress ?? {}
  const viewed = (state: NewSiteStepState) => ({ step, state, value: end?.value ?? null, error: end?.error ?? null })
  if (end?.state === 'done' && end.unproved !== null) return viewed('partly_unknown')
  if (end) return viewed(end.state)
  if (isEnded) return viewed(sending !== null ? 'unknown' : 'not_done')
  if (sending === null) return viewed('waiting')
  return viewed(sending.error ? 'checking' : 'running')
}

/** The SSL state in the answer to the addition of the domain. It is not checked again. */
function viewSslStep(addDomain: ServerChangeStepProgress | null, isEnded: boolean): ViewedStep {
  const viewed = (state: NewSiteStepState, value: string | null = null) => ({
    step: 'ssl' as const,
    state,
    value,
    error: null,
  })
  const end = addDomain?.end
  if (!end) return viewed(!isEnded ? 'waiting' : addDomain?.sending ? 'unknown' : 'not_done')
  if (end.state === 'not_needed') return viewed('not_needed')
  if (end.state !== 'done') return viewed(end.state === 'unknown' ? 'unknown' : 'not_done')
  if (end.value === null) return viewed('unknown')
  return viewed(isFailedSslStatus(end.value) ? 'failed' : 'answered', end.value)
}
