import { maxAnnotatedAtOnce } from '#shared/ipc/annotations.ts'

/** Why the tags cannot be changed; null if they can. More domains can be selected than one change may have. */
export function findTagChangeProblem(
  domains: number,
  add: readonly string[],
  remove: readonly string[],
): 'noDomain' | 'noTag' | 'tooManyDomains' | null {
  if (domains === 0) return 'noDomain'
  if (domains > maxAnnotatedAtOnce) return 'tooManyDomains'
  return add.length === 0 && remove.length === 0 ? 'noTag' : null
}
