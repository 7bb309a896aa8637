import type { WireError } from '#shared/app-error.ts'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { domainUnavailableReasons } from '#shared/api/domain-schemas.ts'
import { describeErrorSinceFirstShown } from '#renderer/ui/notices/describe-error-since-first-shown.ts'

type Translate = (key: string) => string

export interface AvailabilityDescription {
  kind: 'available' | 'ordered' | 'taken' | 'unread'
  words: string
  title: string
}

/**
 * Returns the availability of a name as texts, with the reason if it cannot be acquired. `ordered`: names ordered since
 * the search. `hasCauseEnded`: the cause of an error has ended since the search.
 */
export function describeAvailability(
  { name, availability, error }: NameSearchResult,
  ordered: ReadonlySet<string>,
  hasCauseEnded: (error: WireError) => boolean,
  t: Translate,
): AvailabilityDescription {
  if (name === null)
    return {
      kind: 'taken',
      words: t('purchase.problem.invalid_name.title'),
      title: t('purchase.problem.invalid_name.remedy'),
    }
  if (ordered.has(name)) return { kind: 'ordered', words: t('purchase.acquire.ordered'), title: '' }
  if (availability === null) {
    if (error === null || hasCauseEnded(error))
      return { kind: 'unread', words: t('purchase.acquire.unread'), title: '' }
    const { title, remedy, detail } = describeErrorSinceFirstShown(error)
    return { kind: 'unread', words: title, title: [remedy, detail].filter(Boolean).join('\n') }
  }
  if (availability.available && availability.unpayable) {
    const { reason, stated } = availability.unpayable
    return {
      kind: 'unread',
      words: t(`purchase.problem.${reason}.title`),
      title: [stated, t(`purchase.problem.${reason}.remedy`)].join('\n'),
    }
  }
  if (availability.available) return { kind: 'available', words: t('purchase.acquire.available'), title: '' }
  const reason = domainUnavailableReasons.find((known) => known === availability.reason)
  const own = availability.reason_message ?? availability.reason ?? ''
  if (reason === undefined) return { kind: 'taken', words: own || t('purchase.acquire.taken'), title: own }
  return {
    kind: 'taken',
    words: t(`purchase.problem.${reason}.title`),
    title: [t(`purchase.problem.${reason}.remedy`), own].filter(Boolean).join('\n'),
  }
}
