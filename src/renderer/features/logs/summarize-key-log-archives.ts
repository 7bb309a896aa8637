import type { KeyLogArchive, LogGap } from '#shared/ipc/api-logs.ts'

export interface KeyLogArchivesSummary {
  /** Every entry of every key is stored up to this time, except in gaps; null if a key was never read, or without keys. */
  completeTo: number | null
  /** Keys that were never read, without those that are counted in `failed`. */
  neverRead: number
  failed: number
  /** Gaps that overlap are counted once. */
  lostGaps: number
  openGaps: number
}

export function summarizeKeyLogArchives(keys: readonly KeyLogArchive[]): KeyLogArchivesSummary {
  const ends = keys.flatMap(({ completeTo }) => (completeTo === null ? [] : [completeTo]))
  return {
    completeTo: ends.length === 0 || ends.length < keys.length ? null : Math.min(...ends),
    neverRead: keys.filter(({ completeTo, error }) => completeTo === null && error === null).length,
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
