import type { KeyInformation, ServiceGrant } from '#shared/api/account-endpoints.ts'
import { grantsByService } from '#shared/api/key-grants.ts'

/** Permissions of a key for one service, ready for display. Unknown names are shown unchanged. */
export interface KeyGrantRow {
  service: string
  permission: string
  /** Null: all. */
  targets: string[] | null
  categories: { name: string; permission: string }[]
  /** Null where the service has no such permission. */
  mayOrder: boolean | null
  orderKind: 'signup' | 'acquisition'
  sites: string[]
}

function factsOf(service: string, grant: ServiceGrant): KeyGrantRow {
  const permissions = Array.isArray(grant.permissions) ? {} : (grant.permissions ?? {})
  return {
    service,
    permission: grant.permission_type ?? '',
    targets: grant.target_mode === 'selected' ? (grant.targets ?? []) : null,
    categories:
      grant.permission_type === 'custom'
        ? Object.entries(permissions).map(([name, permission]) => ({ name, permission }))
        : [],
    mayOrder: grant.allow_acquisition ?? grant.allow_signup ?? null,
    orderKind: service === 'domain' ? 'acquisition' : 'signup',
    sites: grant.sites ?? [],
  }
}

/** Null if the service does not state the permissions of the key. */
export function keyGrantRows(me: KeyInformation): KeyGrantRow[] | null {
  const grants = grantsByService(me)
  return grants && Object.entries(grants).map(([service, grant]) => factsOf(service, grant))
}
