import { countEqualEntries, type StoredLogEntry } from './log-entry.ts'

/** One page of a key's log, newest first, and where it stands among the pages of one reading. */
export interface LogPage {
  entries: readonly StoredLogEntry[]
  /** What the pages before it showed of the second in which they ended; empty for the first page. */
  boundaryEntries: readonly StoredLogEntry[]
  /** Whether older entries follow: then the last second may be cut. */
  hasMore: boolean
}

export interface LogPageChanges {
  add: StoredLogEntry[]
  /** How many of each entry go. */
  remove: StoredLogEntry[]
  /** What is known so far of the second in which this page ends; for the next one. */
  boundaryEntries: StoredLogEntry[]
}

/**
 * What has to change in the store so that it holds what the page shows, neither twice nor less. A second that lies between the
 * page's first and last is whole: the store takes it over. The first second may grow after the page was written and the last one
 * may be cut by the page's end, so there the store keeps the larger count of each entry; what the page before showed of the same
 * second is added to what this one shows. `stored` are the entries of the key and filter from the page's last second on.
 */
export function reconcileLogPage(page: LogPage, stored: readonly StoredLogEntry[]): LogPageChanges {
  const { entries, boundaryEntries, hasMore } = page
  const last = entries.at(-1)
  if (!last) return { add: [], remove: [], boundaryEntries: [] }
  const newest = Math.max(entries[0]?.at ?? last.at, ...boundaryEntries.map(({ at }) => at))
  const shown = countEqualEntries([...boundaryEntries, ...entries])
  const known = countEqualEntries(stored.filter(({ at }) => at <= newest))
  const add: StoredLogEntry[] = []
  const remove: StoredLogEntry[] = []
  for (const identity of new Set([...shown.keys(), ...known.keys()])) {
    const entry = (shown.get(identity) ?? known.get(identity))?.entry as StoredLogEntry
    const isWhole = entry.at > last.at && entry.at < newest
    const have = known.get(identity)?.count ?? 0
    const should = shown.get(identity)?.count ?? 0
    const difference = (isWhole ? should : Math.max(have, should)) - have
    for (let count = 0; count < difference; count += 1) add.push(entry)
    for (let count = 0; count > difference; count -= 1) remove.push(entry)
  }
  return { add, remove, boundaryEntries: hasMore ? [...boundaryEntries, ...entries].filter(({ at }) => at === last.at) : [] }
}
