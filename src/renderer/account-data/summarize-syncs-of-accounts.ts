import { type SyncProgress, isSyncReadingLists, isSyncRunning } from '#shared/ipc/sync.ts'

export interface SyncSummary {
  listsDone: number
  /** With the lists that could not be read, and without those that a cancelled sync left unread. */
  listsTotal: number
  isReadingLists: boolean
  detailsRead: number
  /** Failed details are not included in `detailsRead`. */
  detailsFailed: number
  /** Number of counted details, without the details that a cancelled sync left unread. */
  detailsTotal: number
  /**
   * The latest expected end of the running syncs, because accounts sync in parallel. Null if one of the syncs has no
   * estimate yet.
   */
  expectedEndAt: number | null
  /** `late`: every sync that makes calls waits for a late answer. `silent`: some running syncs get no answer. */
  responsiveness: 'answering' | 'late' | 'silent'
  /** Number of running syncs that get no answer, without those in `withoutProxy`. */
  unanswered: number
  /** The accounts of running syncs whose proxy opens no connection. */
  withoutProxy: string[]
  running: number
  /** Number of syncs that the sums include: the running ones, and those that ended in the same period. */
  summed: number
  /**
   * Progress from 0 to 1. Failed details, and details that failed syncs left unread, count as done. Null while the
   * details of a running sync are not counted.
   */
  done: number | null
}

/**
 * Returns the running syncs and the ended syncs of the same uninterrupted period. Each ended sync overlaps a running
 * sync or a later ended one.
 */
export function findRunningAndOverlappingEndedSyncs(progress: readonly SyncProgress[]): {
  running: SyncProgress[]
  ended: SyncProgress[]
} {
  const since = ({ runsSince }: SyncProgress) => runsSince ?? Number.POSITIVE_INFINITY
  const running = progress.filter(isSyncRunning)
  let began = Math.min(...running.map(since))
  const ended: SyncProgress[] = []
  for (const each of progress
    .filter((one) => !isSyncRunning(one))
    .sort((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))) {
    if (each.endedAt === null || each.endedAt < began) break
    ended.push(each)
    began = Math.min(began, since(each))
  }
  return { running, ended }
}

/** True if every sync that makes calls now waits for a late answer. */
function areAllAnswersLate(running: readonly SyncProgress[]): boolean {
  const calling = running.filter(({ isWaiting }) => !isWaiting)
  return calling.length > 0 && calling.every(({ responsiveness }) => responsiveness === 'late')
}

/**
 * Sums the syncs of all accounts: the running syncs, and syncs that ended in the present period of running syncs.
 * Details that a cancelled sync left unread are not part of `detailsTotal`.
 */
export function summarizeSync(progress: readonly SyncProgress[]): SyncSummary {
  const { running, ended } = findRunningAndOverlappingEndedSyncs(progress)
  const sumOf = (counted: readonly SyncProgress[], pick: (each: SyncProgress) => number) =>
    counted.reduce((total, each) => total + pick(each), 0)
  const sum = (pick: (each: SyncProgress) => number) => sumOf([...running, ...ended], pick)
  const ends = running.map((each) => each.expectedEndAt)
  const cancelled = ended.filter(({ state }) => state === 'cancelled')
  const unanswered = running.filter(({ responsiveness }) => responsiveness === 'silent').length
  const withoutProxy = running.flatMap(({ responsiveness, accountId }) =>
    responsiveness === 'no_proxy' ? accountId : [],
  )
  // Also counts the unread details of failed syncs. Otherwise the shown progress would fall when a sync fails. What a
  // cancelled sync left unread is not counted: its account may have a new sync that reads the same details.
  const detailsTotal = sum((each) => each.detailsTotal) - sumOf(cancelled, countDetailsToRead)
  const all = sum(countListsToRead) + detailsTotal
  const unread = sumOf(running, (each) => countListsToRead(each) - each.listsDone + countDetailsToRead(each))
  return {
    listsDone: sum((each) => each.listsDone),
    listsTotal: sum((each) => (each.state === 'cancelled' ? each.listsDone : each.listsTotal)),
    isReadingLists: running.some(isSyncReadingLists),
    detailsRead: sum((each) => each.detailsRead),
    detailsFailed: sum((each) => each.detailsFailed),
    detailsTotal,
    responsiveness: unanswered + withoutProxy.length > 0 ? 'silent' : areAllAnswersLate(running) ? 'late' : 'answering',
    unanswered,
    withoutProxy,
    running: running.length,
    summed: running.length + ended.length,
    expectedEndAt: ends.length === 0 || ends.includes(null) ? null : Math.max(...(ends as number[])),
    done: ends.includes(null) ? null : all === 0 ? 0 : 1 - unread / all,
  }
}

/** A list that failed is not read again by the same sync. */
function countListsToRead(progress: SyncProgress): number {
  return isSyncReadingLists(progress) ? progress.listsTotal : progress.listsDone
}

function countDetailsToRead({ detailsTotal, detailsRead, detailsFailed, detailsNoKeyMayRead }: SyncProgress): number {
  return detailsTotal - detailsRead - detailsFailed - detailsNoKeyMayRead
}
