import { countEqualLogEntries, type StoredLogEntry } from './parse-log-entry-and-count-equal-entries.ts'

/** One page of a key's log, newest first. */
export interface LogPage {
  entries: readonly StoredLogEntry[]
  /** The entries of the second in which the previous pages ended; empty for the first page. */
  boundaryEntries: readonly StoredLogEntry[]
  /** Whether older entries follow. If so, the page may contain only a part of its last second. */
  hasMore: boolean
}

export interface LogPageChanges {
  add: StoredLogEntry[]
  /** An entry that occurs n times in this list is removed n times. */
  remove: StoredLogEntry[]
  /** The entries known so far of the second in which this page ends; input for the next page. */
  boundaryEntries: StoredLogEntry[]
}

/**
 * Computes what to add and remove so that the store holds each entry of the page the right number of times. A second
 * strictly between the page's first and last second is complete, so the store adopts the counts of the page. The
 * service may still add entries to the first second. The page's end may cut the last second. In these two seconds the
 * store keeps the larger count of each entry. Entries of the previous page in the same second (`boundaryEntries`) are
 * added to those of this page. `stored`: the stored entries of the key and filter that are not older than the last
 * second of the page.
 */
export function diffStoredLogWithPage(page: LogPage, stored: readonly StoredLogEntry[]): LogPageChanges {
  const { entries, boundaryEntries, hasMore } = page
  const last = entries.at(-1)
  if (!last) return { add: [], remove: [], boundaryEntries: [] }
  const newest = Math.max(entries[0]?.at ?? last.at, ...boundaryEntries.map(({ at }) => at))
  const shown = countEqualLogEntries([...boundaryEntries, ...entries])
  const known = countEqualLogEntries(stored.filter(({ at }) => at <= newest))
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
  return {
    add,
    remove,
    boundaryEntries: hasMore ? [...boundaryEntries, ...entries].filter(({ at }) => at === last.at) : [],
  }
}
