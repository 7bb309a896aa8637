import type { Responsiveness, SyncProgress } from '#shared/ipc/sync.ts'

export interface SyncSummary {
  listsDone: number
  listsTotal: number
  detailsRead: number
  /** Not among those read. */
  detailsFailed: number
  detailsTotal: number
  /** Accounts sync side by side, so the slowest decides; null while one does not know yet. */
  minutesLeft: number | null
  /** `no`: some running syncs get no answer, `unanswered` says how many; `late`: all of them wait for one. */
  responsiveness: Responsiveness
  unanswered: number
  running: number
  /** 0 to 1; what failed is over, too. */
  done: number
}

export function isSyncing({ state }: SyncProgress): boolean {
  return state === 'lists' || state === 'details'
}

/** Details that a sync which was broken off left to read; of one from before the start of the app nothing is known. */
export function detailsLeft({ state, detailsRead, detailsFailed, detailsTotal }: SyncProgress): number {
  return state === 'failed' || state === 'cancelled' ? Math.max(0, detailsTotal - detailsRead - detailsFailed) : 0
}

/** Not everything that this sync was to read came: details failed, or are left. */
export function missesDetails(progress: SyncProgress): boolean {
  return progress.detailsFailed + detailsLeft(progress) > 0
}

/** A running sync that could not read a list, and does not try again. */
export function hasListError({ state, error }: SyncProgress): boolean {
  return state === 'details' && error !== null
}

/** The running syncs, and those that ended while one of them ran, or one of those that ended so: from one moment without a sync to the next. */
export function syncsInProgress(progress: readonly SyncProgress[]): { running: SyncProgress[]; ended: SyncProgress[] } {
  const since = ({ runsSince }: SyncProgress) => runsSince ?? Number.POSITIVE_INFINITY
  const running = progress.filter(isSyncing)
  let began = Math.min(...running.map(since))
  const ended: SyncProgress[] = []
  for (const each of progress.filter((one) => !isSyncing(one)).sort((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))) {
    if (each.endedAt === null || each.endedAt < began) break
    ended.push(each)
    began = Math.min(began, since(each))
  }
  return { running, ended }
}

/** All that make calls now wait for their answers. */
function areAllAnswersLate(running: readonly SyncProgress[]): boolean {
  const calling = running.filter(({ isWaiting }) => !isWaiting)
  return calling.length > 0 && calling.every(({ responsiveness }) => responsiveness === 'late')
}

/** The syncs under way of all accounts as one: what was done stays done. */
export function summarizeSync(progress: readonly SyncProgress[]): SyncSummary {
  const { running, ended } = syncsInProgress(progress)
  // What an ended sync left undone is not under way.
  const counted = [...running, ...ended.map((each) => ({ ...each, listsTotal: each.listsDone, detailsTotal: each.detailsRead + each.detailsFailed }))]
  const sum = (pick: (each: SyncProgress) => number) => counted.reduce((total, each) => total + pick(each), 0)
  const minutes = running.map((each) => each.minutesLeft)
  const listsDone = sum((each) => each.listsDone)
  const listsTotal = sum((each) => each.listsTotal)
  const detailsRead = sum((each) => each.detailsRead)
  const detailsFailed = sum((each) => each.detailsFailed)
  const detailsTotal = sum((each) => each.detailsTotal)
  const unanswered = running.filter(({ responsiveness }) => responsiveness === 'no').length
  const all = listsTotal + detailsTotal
  return {
    listsDone,
    listsTotal,
    detailsRead,
    detailsFailed,
    detailsTotal,
    responsiveness: unanswered > 0 ? 'no' : areAllAnswersLate(running) ? 'late' : 'yes',
    unanswered,
    running: running.length,
    minutesLeft: minutes.length === 0 || minutes.includes(null) ? null : Math.max(...(minutes as number[])),
    done: all === 0 ? 0 : (listsDone + detailsRead + detailsFailed) / all,
  }
}
