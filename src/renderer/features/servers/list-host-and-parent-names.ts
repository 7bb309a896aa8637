import { normalizeHostName } from '#shared/host-name.ts'

/** The names under which an account may list the domain of a host: the host and its parents, the longest first. */
export function listHostAndParentNames(host: string): string[] {
  const labels = normalizeHostName(host).split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
