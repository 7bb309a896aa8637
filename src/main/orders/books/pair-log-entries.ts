/** A line of the execution log: when, to the second, and what was answered. */
export interface Logged {
  at: number
  statusCode: number
}

/** One request of ours: when it ran, when it may stand in the log, and what it was answered with; null where no answer came. */
export interface Made {
  begunAt: number
  endedAt: number
  from: number
  until: number
  status: number | null
}

/** More than all distances together can come to. */
const pairScore = 1e10
const second = 1000
type Move = 0 | 1 | 2
const skipEntry: Move = 0
const skipMade: Move = 1
const pair: Move = 2

/**
 * Which entries of one key and path are ours: each request explains one at most. As many as possible are explained, because clocks may
 * differ by minutes; among those ways, the one in which the times lie nearest, so that an entry of another program is not taken for ours.
 * Both lists in the order of time; entries are paired with requests in that order.
 */
export function pairLogEntries(entries: readonly Logged[], made: readonly Made[]): ReadonlySet<Logged> {
  // best[j]: of the entries so far with the first j requests.
  const best = new Float64Array(made.length + 1)
  const rows: { low: number; moves: Uint8Array }[] = []
  let low = 0
  let high = 0
  for (const entry of entries) {
    while (low < made.length && (made[low] as Made).until < entry.at) low += 1
    while (high < made.length && (made[high] as Made).from <= entry.at) {
      high += 1
      best[high] = best[high - 1] as number
    }
    const moves = new Uint8Array(Math.max(0, high - low))
    let diagonal = best[low] as number
    for (let index = low; index < high; index += 1) {
      const above = best[index + 1] as number
      const score = scoreOf(entry, made[index] as Made)
      const paired = score === null ? -1 : diagonal + score
      const left = best[index] as number
      const most = Math.max(above, left, paired)
      moves[index - low] = most === paired ? pair : most === above ? skipEntry : skipMade
      best[index + 1] = most
      diagonal = above
    }
    rows.push({ low, moves })
  }
  return follow(entries, rows, made.length)
}

function follow(entries: readonly Logged[], rows: readonly { low: number; moves: Uint8Array }[], count: number): Set<Logged> {
  const explained = new Set<Logged>()
  let left = count
  for (let row = rows.length - 1; row >= 0; row -= 1) {
    const { low, moves } = rows[row] as { low: number; moves: Uint8Array }
    left = Math.min(left, low + moves.length)
    while (left > low && moves[left - low - 1] === skipMade) left -= 1
    if (left <= low || moves[left - low - 1] !== pair) continue
    explained.add(entries[row] as Logged)
    left -= 1
  }
  return explained
}

/** Null: it is not this request. */
function scoreOf({ at, statusCode }: Logged, { begunAt, endedAt, from, until, status }: Made): number | null {
  if (at < from || at > until || (isOfService(status) && status !== statusCode)) return null
  return pairScore - Math.max(0, begunAt - second - at, at - endedAt)
}

/** Any other answer may be of something on the way, and the service's log has its own. */
function isOfService(status: number | null): boolean {
  return status !== null && ((status >= 200 && status < 300) || (status >= 400 && status < 500))
}
