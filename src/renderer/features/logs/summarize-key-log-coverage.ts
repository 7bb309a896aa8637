import type { KeyLogCoverage, ExecutionLogGap } from '#shared/ipc/api-logs.ts'

export interface KeyLogCoverageSummary {
  /**
   * The newest time span for which all entries of all keys are stored. Null if there are no keys, if a key was never
   * read, or if a gap is at the end of the span.
   */
  completeSpan: { from: number; to: number } | null
  /** Keys whose log was never fully read, without those that are counted in `failed`. */
  neverRead: number
  failed: number
  /** Gaps that overlap are counted once. */
  lostGaps: number
  /** Without those that are being read. */
  openGaps: number
}

/** `isBeingRead`: true if a call that reads the key's log is running. */
export function summarizeKeyLogCoverage(
  keys: readonly KeyLogCoverage[],
  isBeingRead: (key: KeyLogCoverage) => boolean,
): KeyLogCoverageSummary {
  const notBeingRead = keys.filter((key) => !isBeingRead(key))
  return {
    completeSpan: findCompleteSpan(keys),
    neverRead: keys.filter(({ completeTo, error }) => completeTo === null && error === null).length,
    failed: keys.filter(({ error }) => error !== null).length,
    lostGaps: countApart(keys.flatMap(({ gaps }) => gaps.filter(({ isLost }) => isLost))),
    openGaps: countApart(notBeingRead.flatMap(({ gaps }) => gaps.filter(({ isLost }) => !isLost))),
  }
}

/** Returns true if entries are missing between the times from and to which the key's log is stored. */
export function hasGapInStoredLogSpan({ completeFrom, gaps }: Pick<KeyLogCoverage, 'completeFrom' | 'gaps'>): boolean {
  return completeFrom !== null && gaps.some(({ to }) => to > completeFrom)
}

function findCompleteSpan(keys: readonly KeyLogCoverage[]): KeyLogCoverageSummary['completeSpan'] {
  const spans = keys.flatMap(({ completeFrom: from, completeTo: to }) =>
    from === null || to === null ? [] : [{ from, to }],
  )
  if (spans.length === 0 || spans.length < keys.length) return null
  const to = Math.min(...spans.map((span) => span.to))
  const gaps = keys.flatMap((key) => key.gaps.filter((gap) => gap.from < to))
  const from = Math.max(...spans.map((span) => span.from), ...gaps.map((gap) => gap.to))
  return from < to ? { from, to } : null
}

function countApart(gaps: readonly ExecutionLogGap[]): number {
  let count = 0
  let end = -Infinity
  for (const { from, to } of gaps.toSorted((one, other) => one.from - other.from)) {
    if (from >= end) count += 1
    end = Math.max(end, to)
  }
  return count
}
