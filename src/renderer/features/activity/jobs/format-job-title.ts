import type { JobSubject } from '#shared/ipc/jobs.ts'
import { formatTemplateName } from '#renderer/features/plans/format-template-name.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'
import { isServerJob } from './is-server-job.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

/** What a job does, as in "Name servers of example.com and 11 more domains". */
export function formatJobTitle({ sourceKind, domains, firstDomain, template }: JobSubject, t: Translate): string {
  const name = decodePunycode(firstDomain) ?? firstDomain
  const others = isServerJob(sourceKind) ? 'servers' : 'domains'
  const target = domains === 1 ? name : t(`activity.job.${others}`, { name, n: domains - 1 }, domains - 1)
  if (template) return t('activity.job.namedTemplate', { template: formatTemplateName(template, t), target })
  return t(`activity.job.subject.${sourceKind}`, { target })
}
