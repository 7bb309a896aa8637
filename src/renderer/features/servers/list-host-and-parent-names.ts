import { normalizeHostName } from '#shared/host-name.ts'

/**
 * Returns a host and its parents without the top level, the longest first. One of these names is the domain that an
 * account lists.
 */
export function listHostAndParentNames(host: string): string[] {
  const labels = normalizeHostName(host).split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
