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

/** The running syncs of all accounts as one. */
export function summarizeSync(running: readonly SyncProgress[]): SyncSummary {
  const sum = (pick: (each: SyncProgress) => number) => running.reduce((total, each) => total + pick(each), 0)
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
