import { unavailableReasons } from '#shared/api/domain-schemas.ts'
import type { NameSearchResult } from '#shared/ipc/name-search.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

type Translate = (key: string) => string

export interface AvailabilityStatus {
  kind: 'available' | 'ordered' | 'taken' | 'unread'
  words: string
  title: string
}

/** Whether a name can be acquired, and why not, in words. `ordered`: names that were confirmed since. */
export function availabilityStatus(
  { name, availability, error }: NameSearchResult,
  ordered: ReadonlySet<string>,
  t: Translate,
): AvailabilityStatus {
  if (name === null)
    return { kind: 'taken', words: t('shop.problem.invalid_name.title'), title: t('shop.problem.invalid_name.remedy') }
  if (ordered.has(name)) return { kind: 'ordered', words: t('shop.acquire.ordered'), title: '' }
  if (availability === null) {
    if (error === null) return { kind: 'unread', words: t('shop.acquire.unread'), title: '' }
    const { title, remedy, detail } = describeError(error)
    return { kind: 'unread', words: title, title: [remedy, detail].filter(Boolean).join('\n') }
  }
  if (availability.available && availability.unpayable) {
    const { reason, stated } = availability.unpayable
    return {
      kind: 'unread',
      words: t(`shop.problem.${reason}.title`),
      title: [stated, t(`shop.problem.${reason}.remedy`)].join('\n'),
    }
  }
  if (availability.available) return { kind: 'available', words: t('shop.acquire.available'), title: '' }
  const reason = unavailableReasons.find((known) => known === availability.reason)
  const own = availability.reason_message ?? availability.reason ?? ''
  if (reason === undefined) return { kind: 'taken', words: own || t('shop.acquire.taken'), title: own }
  return {
    kind: 'taken',
    words: t(`shop.problem.${reason}.title`),
    title: [t(`shop.problem.${reason}.remedy`), own].filter(Boolean).join('\n'),
  }
}
