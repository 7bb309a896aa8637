import type { SyncProgress } from '#shared/ipc/sync.ts'

export interface SyncSummary {
  listsDone: number
  listsTotal: number
  detailsRead: number
  /** Not among those read. */
  detailsFailed: number
  detailsTotal: number
  /** Accounts sync side by side, so the slowest decides; null when none knows. */
  minutesLeft: number | null
  /** 0 to 1; what failed is over, too. */
  done: number
}

export function isSyncing({ state }: SyncProgress): boolean {
  return state === 'lists' || state === 'details'
}

/** The running syncs, and those that ended since the first of them began. */
export function syncsUnderWay(progress: readonly SyncProgress[]): { running: SyncProgress[]; ended: SyncProgress[] } {
  const running = progress.filter(isSyncing)
  const began = Math.min(...running.map(({ startedAt }) => startedAt ?? Number.POSITIVE_INFINITY))
  return { running, ended: progress.filter((each) => !isSyncing(each) && each.startedAt !== null && each.startedAt >= began) }
}

/** The running syncs of all accounts as one, with those that ended since the first of them began: what was done stays done. */
export function summarizeSync(progress: readonly SyncProgress[]): SyncSummary {
  const { running, ended } = syncsUnderWay(progress)
  // What an ended sync left undone is not under way.
  const counted = [...running, ...ended.map((each) => ({ ...each, listsTotal: each.listsDone, detailsTotal: each.detailsRead + each.detailsFailed }))]
  const sum = (pick: (each: SyncProgress) => number) => counted.reduce((total, each) => total + pick(each), 0)
  const minutes = running.flatMap((each) => each.minutesLeft ?? [])
  const listsDone = sum((each) => each.listsDone)
  const listsTotal = sum((each) => each.listsTotal)
  const detailsRead = sum((each) => each.detailsRead)
  const detailsFailed = sum((each) => each.detailsFailed)
  const detailsTotal = sum((each) => each.detailsTotal)
  const all = listsTotal + detailsTotal
  return {
    listsDone,
    listsTotal,
    detailsRead,
    detailsFailed,
    detailsTotal,
    minutesLeft: minutes.length > 0 ? Math.max(...minutes) : null,
    done: all === 0 ? 0 : (listsDone + detailsRead + detailsFailed) / all,
  }
}
