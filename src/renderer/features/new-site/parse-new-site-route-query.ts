import type { LocationQuery } from 'vue-router'

/**
 * The values that the form of a new site starts with. They are from the domain or server page, or the earlier job, from
 * which the user comes.
 */
export interface NewSitePrefill {
  domain: { accountId: string; name: string } | null
  server: { accountId: string; name: string } | null
  jobId: string | null
}

export function parseNewSiteQuery(query: LocationQuery): NewSitePrefill {
  const text = (name: string) => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const pair = (accountId: string | null, name: string | null) =>
    accountId === null || name === null ? null : { accountId, name }
  return {
    domain: pair(text('domainAccount'), text('domain')),
    server: pair(text('serverAccount'), text('server')),
    jobId: text('job'),
  }
}
