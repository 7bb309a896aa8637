import { countEntries, type StoredEntry } from './entries.ts'

/** One page of a key's log, newest first, and where it stands among the pages of one reading. */
export interface Page {
  entries: readonly StoredEntry[]
  /** What the pages before it showed of the second in which they ended; empty for the first page. */
  begun: readonly StoredEntry[]
  /** Whether older entries follow: then the last second may be cut. */
  hasMore: boolean
}

export interface Reconciled {
  add: StoredEntry[]
  /** How many of each entry go. */
  remove: StoredEntry[]
  /** What is known so far of the second in which this page ends; for the next one. */
  begun: StoredEntry[]
}

/**
 * What has to change in the store so that it holds what the page shows, neither twice nor less. A second that lies between the
 * page's first and last is whole: the store takes it over. The first second may grow after the page was written and the last one
 * may be cut by the page's end, so there the store keeps the larger count of each entry; what the page before showed of the same
 * second is added to what this one shows. `stored` are the entries of the key and filter from the page's last second on.
 */
export function reconcile(page: Page, stored: readonly StoredEntry[]): Reconciled {
  const { entries, begun, hasMore } = page
  const last = entries.at(-1)
  if (!last) return { add: [], remove: [], begun: [] }
  const newest = Math.max(entries[0]?.at ?? last.at, ...begun.map(({ at }) => at))
  const shown = countEntries([...begun, ...entries])
  const known = countEntries(stored.filter(({ at }) => at <= newest))
  const add: StoredEntry[] = []
  const remove: StoredEntry[] = []
  for (const identity of new Set([...shown.keys(), ...known.keys()])) {
    const entry = (shown.get(identity) ?? known.get(identity))?.entry as StoredEntry
    const isWhole = entry.at > last.at && entry.at < newest
    const have = known.get(identity)?.count ?? 0
    const should = shown.get(identity)?.count ?? 0
    const difference = (isWhole ? should : Math.max(have, should)) - have
    for (let count = 0; count < difference; count += 1) add.push(entry)
    for (let count = 0; count > difference; count -= 1) remove.push(entry)
  }
  return { add, remove, begun: hasMore ? [...begun, ...entries].filter(({ at }) => at === last.at) : [] }
}
