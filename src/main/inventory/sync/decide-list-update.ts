import { minuteMs } from '#shared/api/limits.ts'

/** What one answered key would show if it were there: everything, or the names it is made for (lower case). */
export type KeyListScope = 'all' | ReadonlySet<string>

/** A list that came without much of what it held, and waits. Instants are epoch milliseconds. */
export interface PendingShrunkenList {
  /** The first and the newest list that lacked all of `missing`. */
  firstReadAt: number
  readAt: number
  /** How many stored names the newest list was to show. */
  held: number
  missing: readonly string[]
}

export interface ListUpdateInput {
  /** The names stored as present before the list. */
  present: readonly string[]
  listed: ReadonlySet<string>
  /** One for each key whose list came. */
  scopes: readonly KeyListScope[]
  readAt: number
  /** The list that waits, if one does. */
  earlier: PendingShrunkenList | null
}

export interface ListUpdateDecision {
  /** False: nothing of the list is stored. */
  isApplied: boolean
  gone: readonly string[]
  goneSince: number
  /** What waits from now on. */
  shrunken: PendingShrunkenList | null
}

/** A second list that agrees with the one that waits is believed when so much time lies between them. */
export const shrinkConfirmedAfterMs = 60 * minuteMs
/** A list that lacks this part of what it held is not believed at once. An empty one lacks everything. */
const suspiciousShare = 1 / 3

/**
 * What a list says of the names that are stored. A name is missing only from the list of a key that is made for it. A list of any key, or
 * all of them together, that lacks a third of its names or more waits: until a person accepts it (`acceptedNames`), or until a list at least
 * an hour after it lacks no other names. Any other list is believed at once.
 */
export function decideListUpdate({ present, listed, scopes, readAt, earlier }: ListUpdateInput): ListUpdateDecision {
  const sums = scopes.map(() => ({ held: 0, lacks: 0 }))
  const missing: string[] = []
  const outOfScope: string[] = []
  let held = 0
  for (const name of present) {
    const isListed = listed.has(name)
    let isInScope = false
    for (const [index, scope] of scopes.entries()) {
      if (scope !== 'all' && !scope.has(name.toLowerCase())) continue
      isInScope = true
      const sum = sums[index] as { held: number; lacks: number }
      sum.held += 1
      if (!isListed) sum.lacks += 1
    }
    if (isInScope) held += 1
    if (!isListed) (isInScope ? missing : outOfScope).push(name)
  }
  const isSuspicious = [...sums, { held, lacks: missing.length }].some(({ held: all, lacks }) => lacks > 0 && lacks >= all * suspiciousShare)
  const before = new Set(earlier?.missing)
  const confirmsEarlier = earlier !== null && missing.every((name) => before.has(name))
  const firstReadAt = confirmsEarlier ? earlier.firstReadAt : readAt
  if (isSuspicious && readAt - firstReadAt < shrinkConfirmedAfterMs) return { isApplied: false, gone: [], goneSince: firstReadAt, shrunken: { firstReadAt, readAt, held, missing } }
  // Of the names that waited, those that no key which answered now is made for wait on.
  const waiting = outOfScope.filter((name) => before.has(name))
  return { isApplied: true, gone: missing, goneSince: firstReadAt, shrunken: earlier && waiting.length > 0 ? { ...earlier, missing: waiting } : null }
}
