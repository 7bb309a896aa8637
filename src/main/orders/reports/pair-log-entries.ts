/** An entry of the execution log: its time, to the second, and its status. */
export interface LoggedCall {
  at: number
  statusCode: number
}

/** One request of this app. `begunAt` and `endedAt`: its duration; `from` and `until`: its possible times in the log; `status` null: no answer. */
export interface OwnCall {
  begunAt: number
  endedAt: number
  from: number
  until: number
  status: number | null
}

/** Greater than the sum of all time distances, so that one more pair always wins. */
const pairScore = 1e10
const secondMs = 1000
type Move = 0 | 1 | 2
const skipEntry: Move = 0
const skipOwnCall: Move = 1
const pair: Move = 2

/**
 * Finds the log entries of one key and path that this app made. Each request explains at most one entry. As many entries as possible are
 * explained, because clocks may differ by minutes. Among the possible pairings, the one with the smallest time distances is chosen, so
 * that an entry of another program is not taken for ours. Both lists are sorted by time, and pairs keep that order.
 */
export function pairLogEntries(entries: readonly LoggedCall[], ownCalls: readonly OwnCall[]): ReadonlySet<LoggedCall> {
  // best[j]: the best score of the entries so far with the first j requests.
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

function tracePairs(
  entries: readonly LoggedCall[],
  rows: readonly { low: number; moves: Uint8Array }[],
  count: number,
): Set<LoggedCall> {
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

/** Score of pairing an entry with a request; null when they cannot belong together. */
function scoreOf({ at, statusCode }: LoggedCall, { begunAt, endedAt, from, until, status }: OwnCall): number | null {
  if (at < from || at > until || (isOfService(status) && status !== statusCode)) return null
  return pairScore - Math.max(0, begunAt - secondMs - at, at - endedAt)
}

/** Whether the service itself gave the status. Any other status may come from a proxy, and the log then contains another one. */
function isOfService(status: number | null): boolean {
  return status !== null && ((status >= 200 && status < 300) || (status >= 400 && status < 500))
}
