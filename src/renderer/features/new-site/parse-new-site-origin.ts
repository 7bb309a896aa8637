import type { LocationQuery } from 'vue-router'
import type { NewSiteOrigin } from './fill-new-site-draft.ts'

export function parseNewSiteOrigin(query: LocationQuery): NewSiteOrigin {
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
