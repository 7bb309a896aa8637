import { normalizeHostName } from '#shared/host-name.ts'

/** Returns the name relative to the zone, as in a record's host; null for names outside the zone. */
export function toHostRelativeToZone(name: string, domain: string): string | null {
  const normalized = normalizeHostName(name)
  const apex = normalizeHostName(domain)
  if (normalized === apex) return '@'
  return normalized.endsWith(`.${apex}`) ? normalized.slice(0, -apex.length - 1) : null
}

/** Returns the hosts above a host, the nearest first, without the apex: `b.c` and `c` for `a.b.c`. */
export function listParentHosts(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}

/** Returns the wildcards that match a host, the nearest first. The apex has none. */
export function listMatchingWildcards(host: string): string[] {
  return host === '@' ? [] : [...listParentHosts(host).map((parent) => `*.${parent}`), '*']
}
