import type { LocationQuery } from 'vue-router'
import type { NewSitePrefill } from './prefill-new-site-draft.ts'

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
