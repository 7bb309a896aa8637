/** A time of whole seconds in epoch milliseconds; `to` is excluded. */
export interface TimeSpan {
  from: number
  to: number
}

/**
 * Adds a span to spans that neither overlap nor touch. Returns such spans, the oldest first. An empty span adds
 * nothing.
 */
export function addTimeSpan(spans: readonly TimeSpan[], added: TimeSpan): TimeSpan[] {
  if (added.from >= added.to) return [...spans]
  const apart = spans.filter(({ from, to }) => to < added.from || from > added.to)
  const joined = spans.filter(({ from, to }) => to >= added.from && from <= added.to)
  const merged = {
    from: Math.min(added.from, ...joined.map(({ from }) => from)),
    to: Math.max(added.to, ...joined.map(({ to }) => to)),
  }
  return [...apart, merged].sort((one, other) => one.from - other.from)
}

/** Returns the parts that both lists cover. Both are sorted, and neither has spans that overlap or touch. */
export function intersectTimeSpans(spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  return spans.flatMap((span) =>
    others
      .map((other) => ({ from: Math.max(span.from, other.from), to: Math.min(span.to, other.to) }))
      .filter(({ from, to }) => from < to),
  )
}

/**
 * Returns the parts of `within` that no span covers, the oldest first. The spans neither overlap nor touch, and are
 * sorted.
 */
export function findMissingSpans(spans: readonly TimeSpan[], within: TimeSpan): TimeSpan[] {
  const missing: TimeSpan[] = []
  let { from } = within
  for (const span of spans) {
    if (span.to <= from) continue
    if (span.from >= within.to) break
    if (span.from > from) missing.push({ from, to: span.from })
    from = span.to
  }
  return from < within.to ? [...missing, { from, to: within.to }] : missing
}
