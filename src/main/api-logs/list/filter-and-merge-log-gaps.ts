import type { KeyLogCoverage, ExecutionLogGapRow, ExecutionLogListFilter } from '#shared/ipc/api-logs.ts'

/**
 * Returns the gaps of the keys that a list shows, the newest first. Overlapping gaps of several keys become one gap if
 * all of them can still be fetched, or none can. Most gaps are times when the app was closed.
 */
export function filterAndMergeLogGaps(
  archives: readonly KeyLogCoverage[],
  { keyIds, from, to }: Pick<ExecutionLogListFilter, 'keyIds' | 'from' | 'to'>,
): ExecutionLogGapRow[] {
  const shown = archives
    .filter(({ keyId }) => keyIds === null || keyIds.includes(keyId))
    .flatMap(({ keyId, gaps }) => gaps.map((gap) => ({ ...gap, keyIds: [keyId], isPartial: false })))
    .filter((gap) => (from === null || gap.to > from) && (to === null || gap.from <= to))
  const merged = [true, false].flatMap((isLost) => mergeOverlapping(shown.filter((gap) => gap.isLost === isLost)))
  return merged.sort((one, other) => other.to - one.to)
}

function mergeOverlapping(gaps: readonly ExecutionLogGapRow[]): ExecutionLogGapRow[] {
  const merged: ExecutionLogGapRow[] = []
  for (const gap of gaps.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last && gap.from < last.to) {
      last.isPartial ||= gap.from !== last.from || gap.to !== last.to
      last.to = Math.max(last.to, gap.to)
      last.keyIds = [...new Set([...last.keyIds, ...gap.keyIds])]
    } else merged.push({ ...gap })
  }
  return merged
}
