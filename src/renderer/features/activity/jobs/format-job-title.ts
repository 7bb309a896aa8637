import type { JobSubject } from '#shared/ipc/jobs.ts'
import { formatTemplateName } from '#renderer/features/change-plans/format-zone-template-name.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'
import { isServerJobKind } from './is-server-job-kind.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

/** Names what a job does, as in "Name servers of example.com and 11 more domains". */
export function formatJobTitle(
  { sourceKind, domains, firstDomain, template }: JobSubject,
  locale: string,
  t: Translate,
): string {
  const name = decodePunycode(firstDomain) ?? firstDomain
  const others = isServerJobKind(sourceKind) ? 'servers' : 'domains'
  const more = domains - 1
  const target = more === 0 ? name : t(`activity.job.${others}`, { name, n: more.toLocaleString(locale) }, more)
  if (template) return t('activity.job.namedTemplate', { template: formatTemplateName(template, t), target })
  return t(`activity.job.subject.${sourceKind}`, { target })
}
