import { hostsThatMayPointAtServer } from '#shared/ipc/new-site.ts'
import type { DomainRow, ServerRow } from '#shared/ipc/inventory.ts'

export type HostToPointAtServer = (typeof hostsThatMayPointAtServer)[number]

export interface NewSiteDraft {
  domain: DomainRow | null
  server: ServerRow | null
  hosts: HostToPointAtServer[]
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

export function createNewSiteDraft(): NewSiteDraft {
  return {
    domain: null,
    server: null,
    hosts: [...hostsThatMayPointAtServer],
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
