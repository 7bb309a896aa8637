import { goneStatus, type StatusCounts } from '#shared/ipc/inventory.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

type Translate = (key: string, values?: Record<string, unknown>, n?: number) => string

/** How many that are gone have the text of a search whose list leaves them out. */
export function countGoneMatches(counts: Pick<StatusCounts, 'gone'> | null, filters: { isSearched: boolean; statuses: readonly string[] }): number {
  return filters.isSearched && !filters.statuses.includes(goneStatus) ? (counts?.gone ?? 0) : 0
}

/** What an empty list says of the filters. `gone`: as `countGoneMatches`; `isPartlyRead`: not all that may match was read. */
export function noMatchText(area: 'domains' | 'servers', { gone, isPartlyRead }: { gone: number; isPartlyRead: boolean }, language: string, t: Translate): string {
  return joinSentences([
    t(`${area}.noMatch.${isPartlyRead ? 'soFar' : 'text'}`),
    gone > 0 ? t(`${area}.noMatch.gone`, { n: gone.toLocaleString(language) }, gone) : null,
    isPartlyRead ? t('common.unreadMayMatch') : null,
  ])
}
