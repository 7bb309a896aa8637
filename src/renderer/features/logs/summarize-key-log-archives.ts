import type { KeyLogArchive, LogGap } from '#shared/ipc/api-logs.ts'

export interface KeyLogArchivesSummary {
  /** Every entry of every key that was read is stored up to this time, except in gaps; null if no key was read. */
  completeTo: number | null
  neverRead: number
  failed: number
  /** Gaps that overlap are counted once. */
  lostGaps: number
  openGaps: number
}

export function summarizeKeyLogArchives(keys: readonly KeyLogArchive[]): KeyLogArchivesSummary {
  const ends = keys.flatMap(({ completeTo }) => (completeTo === null ? [] : [completeTo]))
  return {
    completeTo: ends.length === 0 ? null : Math.min(...ends),
    neverRead: keys.length - ends.length,
    failed: keys.filter(({ error }) => error !== null).length,
    lostGaps: countApart(keys.flatMap(({ gaps }) => gaps.filter(({ isLost }) => isLost))),
    openGaps: countApart(keys.flatMap(({ gaps }) => gaps.filter(({ isLost }) => !isLost))),
  }
}

function countApart(gaps: readonly LogGap[]): number {
  let count = 0
  let end = -Infinity
  for (const { from, to } of gaps.toSorted((one, other) => one.from - other.from)) {
    if (from >= end) count += 1
    end = Math.max(end, to)
  }
  return count
}
