import { maxAnnotatedAtOnce } from '#shared/ipc/annotations.ts'

/**
 * Why tags and customers cannot be changed; null if they can. More domains can be selected than one change may have. `customer` null: it
 * is left as it is.
 */
export function findTagAndCustomerChangeProblem(
  domains: number,
  add: readonly string[],
  remove: readonly string[],
  customer: string | null,
): 'noDomain' | 'nothingChosen' | 'tooManyDomains' | null {
  if (domains === 0) return 'noDomain'
  if (domains > maxAnnotatedAtOnce) return 'tooManyDomains'
  return add.length === 0 && remove.length === 0 && customer === null ? 'nothingChosen' : null
}
