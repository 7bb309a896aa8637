import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'

/** An entry of the execution log: its time, to the second, and its status. */
export interface LogEntryToPair {
  at: number
  statusCode: number
}

/**
 * One request of this app. `begunAt` and `endedAt`: its duration; `earliestLogAt` and `latestLogAt`: its possible times
 * in the log; `status` null: no answer.
 */
export interface RequestToPair {
  begunAt: number
  endedAt: number
  earliestLogAt: number
  latestLogAt: number
  status: number | null
}

interface LogEntryPairing<Entry, OwnRequest> {
  entries: readonly Entry[]
  ownCalls: readonly OwnRequest[]
  /** For each entry: the first index, and the index after the last, of the requests whose time fits the entry. */
  ranges: readonly (readonly [number, number])[]
  /** For each request: the index of its entry, or `none`. */
  entryOfCall: Int32Array
  mayPair: (entry: Entry, ownCall: OwnRequest) => boolean
}

/**
 * Tolerance of log times, in milliseconds: the corrected lead of the service's clock may change, and the service may
 * log the start of a request or its end.
 */
export const logTimeToleranceMs = 2 * minuteMs

const none = -1
/**
 * Distances that differ by up to this, in milliseconds, are equally plausible: the log and the `Date` header have whole
 * seconds, and small differences of the clocks are not corrected.
 */
const precisionMs = 2 * secondMs
/** Distances within this factor count as equal, which bounds the number of searches. */
const distanceGrowth = 1.25

/**
 * Finds the log entries of one key and path that this app made. Both lists must be sorted by time. Each request is
 * paired with at most one entry. The largest possible number of pairs is made: clocks may differ by minutes, so the
 * nearest entry is not always the right one. Entries near in time are paired first, because an entry of another program
 * must not be paired with our request. The order of requests may differ from the order of their entries, because the
 * log has no order within one second. `mayPair` excludes pairs. Returns the request of each paired entry.
 */
export function pairLogEntriesWithRequests<Entry extends LogEntryToPair, OwnRequest extends RequestToPair>(
  entries: readonly Entry[],
  ownCalls: readonly OwnRequest[],
  mayPair: (entry: Entry, ownCall: OwnRequest) => boolean = () => true,
): ReadonlyMap<Entry, OwnRequest> {
  const ranges = rangesByTime(entries, ownCalls)
  const entryOfCall = new Int32Array(ownCalls.length).fill(none)
  const pairing: LogEntryPairing<Entry, OwnRequest> = { entries, ownCalls, ranges, entryOfCall, mayPair }
  const furthest = ownCalls.reduce(
    (most, call) => Math.max(most, call.latestLogAt - call.endedAt, call.begunAt - call.earliestLogAt),
    0,
  )
  let unpaired = entries.map((_, index) => index)
  for (let limit = 0; unpaired.length > 0; limit = Math.max(limit + secondMs, limit * distanceGrowth)) {
    const visited = new Uint8Array(ownCalls.length)
    unpaired = unpaired.filter((index) => !pairOneMore(pairing, index, limit, visited))
    if (limit >= furthest) break
  }
  return new Map(
    ownCalls.flatMap((ownCall, call) => {
      const entry = entries[entryOfCall[call] as number]
      return entry === undefined ? [] : [[entry, ownCall] as const]
    }),
  )
}

function rangesByTime(
  entries: readonly LogEntryToPair[],
  ownCalls: readonly RequestToPair[],
): (readonly [number, number])[] {
  let low = 0
  let high = 0
  return entries.map(({ at }) => {
    while (low < ownCalls.length && (ownCalls[low] as RequestToPair).latestLogAt < at) low += 1
    while (high < ownCalls.length && (ownCalls[high] as RequestToPair).earliestLogAt <= at) high += 1
    return [low, high]
  })
}

/**
 * Pairs the entry with a request. If all its possible requests are taken, paired entries change to other requests (an
 * augmenting path). A failed search leaves the requests that it tried in `visited`. Later searches with the same limit
 * skip these requests, because they lead to no free request.
 */
function pairOneMore<Entry extends LogEntryToPair, OwnRequest extends RequestToPair>(
  pairing: LogEntryPairing<Entry, OwnRequest>,
  entryIndex: number,
  limit: number,
  visited: Uint8Array,
): boolean {
  const { entries, ownCalls, ranges, entryOfCall, mayPair } = pairing
  const queue = [entryIndex]
  const reached: number[] = []
  const reachedFrom = new Map<number, number>()
  for (const index of queue) {
    const [low, high] = ranges[index] as readonly [number, number]
    const entry = entries[index] as Entry
    for (let call = low; call < high; call += 1) {
      const ownCall = ownCalls[call] as OwnRequest
      if (visited[call] === 1 || distanceOf(entry, ownCall) > limit || !mayPair(entry, ownCall)) continue
      visited[call] = 1
      reached.push(call)
      reachedFrom.set(call, index)
      const next = entryOfCall[call] as number
      if (next !== none) queue.push(next)
      else {
        reassign(pairing, call, entryIndex, reachedFrom)
        for (const each of reached) visited[each] = 0
        return true
      }
    }
  }
  return false
}

/**
 * Follows the path from the free request back to the entry. Each request on the path is paired with the entry from
 * which it was reached.
 */
function reassign(
  { entryOfCall }: Pick<LogEntryPairing<unknown, unknown>, 'entryOfCall'>,
  freeCall: number,
  entryIndex: number,
  reachedFrom: ReadonlyMap<number, number>,
): void {
  let call = freeCall
  for (;;) {
    const index = reachedFrom.get(call) as number
    const previous = index === entryIndex ? none : entryOfCall.indexOf(index)
    entryOfCall[call] = index
    if (previous === none) return
    call = previous
  }
}

/**
 * Returns the entries whose pairing is uncertain. For each unpaired entry, these are the entry itself and every paired
 * entry that could give up its request to it. The request may move along several entries. All moves together may
 * increase the distances in time by at most `precisionMs`. The distance from a request without an answer says nothing,
 * because the service may execute it late. Takes the arguments of `pairLogEntriesWithRequests` and its result.
 */
export function findLogEntriesWithUncertainPairing<Entry extends LogEntryToPair, OwnRequest extends RequestToPair>(
  entries: readonly Entry[],
  ownCalls: readonly OwnRequest[],
  pairs: ReadonlyMap<Entry, OwnRequest>,
  mayPair: (entry: Entry, ownCall: OwnRequest) => boolean = () => true,
): ReadonlySet<Entry> {
  const ranges = new Map(rangesByTime(entries, ownCalls).map((range, index) => [entries[index] as Entry, range]))
  const entryOfCall = new Map([...pairs].map(([entry, ownCall]) => [ownCall, entry]))
  const found = new Set<Entry>()
  /**
   * For each paired entry: the smallest total increase of the distances by which another entry can take its request.
   */
  const lengthenings = new Map<Entry, number>()
  const queue = entries.filter((entry) => !pairs.has(entry)).map((entry) => ({ entry, lengthening: 0 }))
  for (const { entry, lengthening } of queue) {
    for (const ownCall of ownCalls.slice(...(ranges.get(entry) as readonly [number, number]))) {
      const paired = entryOfCall.get(ownCall)
      if (paired === undefined || paired === entry || !mayPair(entry, ownCall)) continue
      const distance = distanceOf(entry, ownCall)
      if (distance === Infinity) continue
      const total = lengthening + (ownCall.status === null ? 0 : Math.max(0, distance - distanceOf(paired, ownCall)))
      if (total > precisionMs) continue
      found.add(entry).add(paired)
      if (total >= (lengthenings.get(paired) ?? Infinity)) continue
      lengthenings.set(paired, total)
      queue.push({ entry: paired, lengthening: total })
    }
  }
  return found
}

/** Returns whether the time and the status of the entry fit the request. */
export function mayLogEntryBelongToRequest(entry: LogEntryToPair, ownCall: RequestToPair): boolean {
  return distanceOf(entry, ownCall) < Infinity
}

/** Returns whether the entry fits the request, and their times differ by no more than `precisionMs`. */
export function isLogEntryNearRequest(entry: LogEntryToPair, ownCall: RequestToPair): boolean {
  return distanceOf(entry, ownCall) <= precisionMs
}

/** Milliseconds between an entry and a request; infinite when they cannot belong together. */
function distanceOf(
  { at, statusCode }: LogEntryToPair,
  { begunAt, endedAt, earliestLogAt, latestLogAt, status }: RequestToPair,
): number {
  if (at < earliestLogAt || at > latestLogAt || (isOfService(status) && status !== statusCode)) return Infinity
  return Math.max(0, begunAt - secondMs - at, at - endedAt)
}

/**
 * Returns until when the service may have executed a request that ended at `endedAt`. A write whose answer does not
 * show the outcome may be executed after its end.
 */
export function findLatestExecutionTime({
  method,
  endedAt,
  status,
}: Pick<RequestToPair, 'endedAt' | 'status'> & { method: string }): number {
  return method === 'GET' || isOfService(status) ? endedAt : endedAt + maxServiceExecutionDelayMs
}

/**
 * Returns whether the service itself gave the status. Any other status may come from a proxy. The log then contains
 * another status.
 */
function isOfService(status: number | null): boolean {
  return status !== null && ((status >= 200 && status < 300) || (status >= 400 && status < 500))
}
