import { normalizeHostName } from '#shared/host-name.ts'

/** Returns the names in normalized form, without duplicates. */
export function listDistinctNormalizedHostNames(names: readonly string[]): string[] {
  return [...new Set(names.map(normalizeHostName))]
}

/**
 * Returns true if two lists name the same name servers. Ignores the order, duplicates, letter case and trailing dots.
 */
export function hasSameNameservers(one: readonly string[], other: readonly string[]): boolean {
  const sorted = (names: readonly string[]) => listDistinctNormalizedHostNames(names).sort().join(' ')
  return sorted(one) === sorted(other)
}
