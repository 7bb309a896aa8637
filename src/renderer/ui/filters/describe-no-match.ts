import { goneStatus, type RowCountsByStatus } from '#shared/ipc/inventory.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

type Translate = (key: string, values?: Record<string, unknown>, n?: number) => string

/**
 * Returns the number of gone rows that match the search text but are left out because "gone" is not chosen. 0 without a
 * search text.
 */
export function countGoneMatches(
  counts: Pick<RowCountsByStatus, 'gone'> | null,
  filters: { isSearched: boolean; statuses: readonly string[] },
): number {
  return filters.isSearched && !filters.statuses.includes(goneStatus) ? (counts?.gone ?? 0) : 0
}

/**
 * Text for a list in which no row matches the filters. `gone`: see `countGoneMatches`. `isPartlyRead`: matching rows
 * may exist that were not read. `isOfSelection`: rows of accounts that are not selected may match.
 */
export function describeNoDomainOrServerMatch(
  area: 'domains' | 'servers',
  { gone, isPartlyRead, isOfSelection }: { gone: number; isPartlyRead: boolean; isOfSelection: boolean },
  language: string,
  t: Translate,
): string {
  return joinSentences([
    t(`${area}.noMatch.${isPartlyRead ? 'soFar' : 'text'}`),
    isOfSelection ? t('common.selectedAccountsOnly') : null,
    gone > 0 ? t(`${area}.noMatch.gone`, { n: gone.toLocaleString(language) }, gone) : null,
    isPartlyRead ? t('common.unreadMayMatch') : null,
  ])
}

/** Like `describeNoDomainOrServerMatch`, for a list whose rows are neither read nor gone. */
export function describeNoOrderOrChangeMatch(
  area: 'orders' | 'activity' | 'detectedChanges',
  isOfSelection: boolean,
  t: Translate,
): string {
  return joinSentences([t(`${area}.noMatch.text`), isOfSelection ? t('common.selectedAccountsOnly') : null])
}

/**
 * Like `describeNoOrderOrChangeMatch`, for changes. `isTextSearched`: the rows were filtered by a text, which is not
 * compared with the translated words that the rows show.
 */
export function describeNoChangeMatch(
  area: 'activity' | 'detectedChanges',
  { isTextSearched, isOfSelection }: { isTextSearched: boolean; isOfSelection: boolean },
  t: Translate,
): string {
  return joinSentences([
    describeNoOrderOrChangeMatch(area, isOfSelection, t),
    isTextSearched ? t('common.displayedWordsNotSearched') : null,
  ])
}
