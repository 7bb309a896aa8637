import type { SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'

/** Returns true if the domain list has matches for the text that are not among the hits. */
export function hasMoreDomainMatchesThanShown(
  hits: readonly SearchHit[],
  domainMatchCount: number,
  limit: number,
): boolean {
  const shown = new Set(
    hits
      .filter(({ kind, matchedIn }) => (kind === 'domain' && matchedIn === undefined) || kind === 'record')
      .map(({ accountId, target }) => `${accountId} ${target}`),
  )
  return domainMatchCount > shown.size || (domainMatchCount > 0 && hits.length >= limit)
}
