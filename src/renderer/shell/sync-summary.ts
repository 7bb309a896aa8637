import type { SyncProgress } from '#shared/ipc/sync.ts'

export interface SyncSummary {
  listsDone: number
  listsTotal: number
  detailsDone: number
  detailsTotal: number
  /** Accounts sync side by side, so the slowest decides; null when none knows. */
  minutesLeft: number | null
  /** 0 to 1. */
  done: number
}

export function isSyncing({ state }: SyncProgress): boolean {
  return state === 'lists' || state === 'details'
}

/** The running syncs of all accounts as one, with those that ended since the first of them began: what was done stays done. */
export function summarizeSync(progress: readonly SyncProgress[]): SyncSummary {
  const running = progress.filter(isSyncing)
  const began = Math.min(...running.map(({ startedAt }) => startedAt ?? Number.POSITIVE_INFINITY))
  const ended = progress.filter((each) => !isSyncing(each) && each.startedAt !== null && each.startedAt >= began)
  // What an ended sync left undone is not under way.
  const counted = [...running, ...ended.map((each) => ({ ...each, listsTotal: each.listsDone, detailsTotal: each.detailsDone }))]
  const sum = (pick: (each: SyncProgress) => number) => counted.reduce((total, each) => total + pick(each), 0)
  const minutes = running.flatMap((each) => each.minutesLeft ?? [])
  const listsDone = sum((each) => each.listsDone)
  const listsTotal = sum((each) => each.listsTotal)
  const detailsDone = sum((each) => each.detailsDone)
  const detailsTotal = sum((each) => each.detailsTotal)
  const all = listsTotal + detailsTotal
  return {
    listsDone,
    listsTotal,
    detailsDone,
    detailsTotal,
    minutesLeft: minutes.length > 0 ? Math.max(...minutes) : null,
    done: all === 0 ? 0 : (listsDone + detailsDone) / all,
  }
}
