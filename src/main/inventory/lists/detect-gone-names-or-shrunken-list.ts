import { minuteMs } from '#shared/durations.ts'

/** The names that an answering key shows: all, or its targets (lower case). */
export type NamesVisibleToKey = 'all' | ReadonlySet<string>

/** A list that lacked many stored names and waits. Instants are epoch milliseconds. */
export interface PendingShrunkenList {
  /** When the first and the newest list that lacked all of `missing` were read. */
  firstReadAt: number
  readAt: number
  /** Number of stored names that the newest list should have contained. */
  expectedCount: number
  missing: readonly string[]
}

export interface GoneNamesInput {
  /** The names stored as present before this list. */
  present: readonly string[]
  listed: ReadonlySet<string>
  /** One scope for each key that answered. */
  scopes: readonly NamesVisibleToKey[]
  readAt: number
  /** The shrunken list that waits for the user; null when there is none. */
  earlier: PendingShrunkenList | null
}

export interface GoneNamesDecision {
  /** False: nothing of this list is stored. */
  isApplied: boolean
  gone: readonly string[]
  goneSince: number
  /** The shrunken list that waits for the user from now on. */
  shrunken: PendingShrunkenList | null
}

/** Minimum time between a shrunken list and a second list that confirms it. */
export const minMsUntilShrunkenListConfirmed = 60 * minuteMs
/**
 * A list that lacks this share of its stored names, or more, is not applied at once. An empty list lacks all its stored
 * names.
 */
const suspiciousShare = 1 / 3

/**
 * Decides what a fetched list says about the stored names. A name is missing only if a key whose scope contains it
 * answered. The list waits when one key's list, or all lists together, lack a third of the names or more. It waits
 * until the user accepts it (`acceptShrunkenList`), or until a list read at least an hour later lacks no other names.
 * Any other list is applied at once.
 */
export function detectGoneNamesOrShrunkenList({
  present,
  listed,
  scopes,
  readAt,
  earlier,
}: GoneNamesInput): GoneNamesDecision {
  const sums = scopes.map(() => ({ expectedCount: 0, lacks: 0 }))
  const missing: string[] = []
  const outOfScope: string[] = []
  let expectedCount = 0
  for (const name of present) {
    const isListed = listed.has(name)
    let isInScope = false
    for (const [index, scope] of scopes.entries()) {
      if (scope !== 'all' && !scope.has(name.toLowerCase())) continue
      isInScope = true
      const sum = sums[index] as { expectedCount: number; lacks: number }
      sum.expectedCount += 1
      if (!isListed) sum.lacks += 1
    }
    if (isInScope) expectedCount += 1
    if (!isListed) (isInScope ? missing : outOfScope).push(name)
  }
  const isSuspicious = [...sums, { expectedCount, lacks: missing.length }].some(
    ({ expectedCount: all, lacks }) => lacks > 0 && lacks >= all * suspiciousShare,
  )
  const before = new Set(earlier?.missing)
  const confirmsEarlier = earlier !== null && missing.every((name) => before.has(name))
  const firstReadAt = confirmsEarlier ? earlier.firstReadAt : readAt
  if (isSuspicious && readAt - firstReadAt < minMsUntilShrunkenListConfirmed)
    return {
      isApplied: false,
      gone: [],
      goneSince: firstReadAt,
      shrunken: { firstReadAt, readAt, expectedCount, missing },
    }
  // If none of the keys that answered may list a missing name, the name is still not confirmed as gone.
  const waiting = outOfScope.filter((name) => before.has(name))
  return {
    isApplied: true,
    gone: missing,
    goneSince: firstReadAt,
    shrunken: earlier && waiting.length > 0 ? { ...earlier, missing: waiting } : null,
  }
}
