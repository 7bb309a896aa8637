/** A line of the execution log: when, to the second, and what was answered. */
export interface LoggedCall {
  at: number
  statusCode: number
}

/** One request of ours: when it ran, when it may stand in the log, and what it was answered with; null where no answer came. */
export interface OwnCall {
  begunAt: number
  endedAt: number
  from: number
  until: number
  status: number | null
}

/** More than all distances together can come to. */
const pairScore = 1e10
const secondMs = 1000
type Move = 0 | 1 | 2
const skipEntry: Move = 0
const skipOwnCall: Move = 1
const pair: Move = 2

/**
 * Which entries of one key and path are ours: each request explains one at most. As many as possible are explained, because clocks may
 * differ by minutes; among those ways, the one in which the times lie nearest, so that an entry of another program is not taken for ours.
 * Both lists in the order of time; entries are paired with requests in that order.
 */
export function pairLogEntries(entries: readonly LoggedCall[], ownCalls: readonly OwnCall[]): ReadonlySet<LoggedCall> {
  // best[j]: of the entries so far with the first j requests.
  const best = new Float64Array(ownCalls.length + 1)
  const rows: { low: number; moves: Uint8Array }[] = []
  let low = 0
  let high = 0
  for (const entry of entries) {
    while (low < ownCalls.length && (ownCalls[low] as OwnCall).until < entry.at) low += 1
    while (high < ownCalls.length && (ownCalls[high] as OwnCall).from <= entry.at) {
      high += 1
      best[high] = best[high - 1] as number
    }
    const moves = new Uint8Array(Math.max(0, high - low))
    let diagonal = best[low] as number
    for (let index = low; index < high; index += 1) {
      const above = best[index + 1] as number
      const score = scoreOf(entry, ownCalls[index] as OwnCall)
      const paired = score === null ? -1 : diagonal + score
      const left = best[index] as number
      const most = Math.max(above, left, paired)
      moves[index - low] = most === paired ? pair : most === above ? skipEntry : skipOwnCall
      best[index + 1] = most
      diagonal = above
    }
    rows.push({ low, moves })
  }
  return tracePairs(entries, rows, ownCalls.length)
}

function tracePairs(entries: readonly LoggedCall[], rows: readonly { low: number; moves: Uint8Array }[], count: number): Set<LoggedCall> {
  const explained = new Set<LoggedCall>()
  let left = count
  for (let row = rows.length - 1; row >= 0; row -= 1) {
    const { low, moves } = rows[row] as { low: number; moves: Uint8Array }
    left = Math.min(left, low + moves.length)
    while (left > low && moves[left - low - 1] === skipOwnCall) left -= 1
    if (left <= low || moves[left - low - 1] !== pair) continue
    explained.add(entries[row] as LoggedCall)
    left -= 1
  }
  return explained
}

/** Null: it is not this request. */
function scoreOf({ at, statusCode }: LoggedCall, { begunAt, endedAt, from, until, status }: OwnCall): number | null {
  if (at < from || at > until || (isOfService(status) && status !== statusCode)) return null
  return pairScore - Math.max(0, begunAt - secondMs - at, at - endedAt)
}

/** Any other answer may be of something on the way, and the service's log has its own. */
function isOfService(status: number | null): boolean {
  return status !== null && ((status >= 200 && status < 300) || (status >= 400 && status < 500))
}
