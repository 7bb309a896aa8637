import type { KeyOwnerComparison } from '#shared/ipc/accounts.ts'
import type { OwnedDomainAndServerNames } from './query-accounts-that-list-same-domain-or-server.ts'

const kinds = ['domain', 'server'] as const

/**
 * Compares the listed names of keys. Keys that list the same domain or server belong to one user (API description,
 * section "Authentication"). Returns null for fewer than two lists.
 */
export function compareKeyOwners(lists: readonly OwnedDomainAndServerNames[]): KeyOwnerComparison | null {
  if (lists.length < 2) return null
  const groups: OwnedDomainAndServerNames[][] = []
  for (const each of lists) {
    const joined = groups.filter((group) => group.some((other) => haveCommonName(each, other)))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push([each, ...joined.flat()])
  }
  if (groups.length === 1) return 'same'
  const areCompared = groups.some((group) =>
    groups.some((other) => other !== group && group.some((one) => other.some((two) => isComparable(one, two)))),
  )
  return areCompared ? 'different' : 'unknown'
}

function haveCommonName(one: OwnedDomainAndServerNames, two: OwnedDomainAndServerNames): boolean {
  return kinds.some((kind) => {
    const names = new Set(one[kind])
    return two[kind]?.some((name) => names.has(name))
  })
}

/** Returns true if both lists are known for one kind, and at least one of them is not empty. */
function isComparable(one: OwnedDomainAndServerNames, two: OwnedDomainAndServerNames): boolean {
  return kinds.some((kind) => {
    const [a, b] = [one[kind], two[kind]]
    return a !== null && b !== null && a.length + b.length > 0
  })
}
