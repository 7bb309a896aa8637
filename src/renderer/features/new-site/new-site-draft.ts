import type { DomainRow, ServerRow } from '#shared/ipc/inventory.ts'
import { pointableHosts, type NewSiteStep } from '#shared/ipc/new-site.ts'

export type PointableHost = (typeof pointableHosts)[number]

export interface NewSiteDraft {
  domain: DomainRow | null
  server: ServerRow | null
  hosts: PointableHost[]
  isVerified: boolean
  verificationHost: string
  ssl: boolean
  redirectHttps: boolean
  hasWordpress: boolean
  title: string
  adminUsername: string
  adminEmail: string
  adminPassword: string
}

export const wordpressFields = ['title', 'adminUsername', 'adminEmail', 'adminPassword'] as const
export type WordpressField = (typeof wordpressFields)[number]

export function createNewSiteDraft(): NewSiteDraft {
  return {
    domain: null,
    server: null,
    hosts: [...pointableHosts],
    isVerified: false,
    verificationHost: '',
    ssl: true,
    redirectHttps: true,
    hasWordpress: false,
    title: '',
    adminUsername: '',
    adminEmail: '',
    adminPassword: '',
  }
}

/** The text keys of what is wrong with the fields of WordPress. */
export function findWordpressProblems(draft: NewSiteDraft): Partial<Record<WordpressField, 'needed' | 'noEmail'>> {
  if (!draft.hasWordpress) return {}
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.adminEmail.trim())
  return {
    ...(draft.adminEmail.trim() !== '' && !isMail && { adminEmail: 'noEmail' as const }),
    ...Object.fromEntries(
      wordpressFields.filter((name) => draft[name].trim() === '').map((name) => [name, 'needed' as const]),
    ),
  }
}

export function wordpressUrlOf({ domain, ssl }: Pick<NewSiteDraft, 'domain' | 'ssl'>): string {
  return `${ssl ? 'https' : 'http'}://${domain?.name ?? ''}/`
}

/** The steps that the job will have, in their order. */
export function listNewSiteSteps({ isVerified, hosts, ssl, hasWordpress }: NewSiteDraft): NewSiteStep[] {
  return [
    ...(isVerified ? (['verification'] as const) : []),
    'add_domain',
    ...(hosts.length > 0 ? (['dns'] as const) : []),
    ...(ssl ? (['ssl'] as const) : []),
    ...(hasWordpress ? (['wordpress'] as const) : []),
  ]
}
