import type { KeyInformation, ServiceGrant } from '#shared/api/key-and-log-endpoints.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import { findMissingGrant, getGrantsByService } from '#shared/api/get-and-check-grants-of-api-keys.ts'

/** Permissions of a key for one service, ready for display. Unknown names are shown unchanged. */
export interface KeyGrantRow {
  service: string
  permission: string
  /** Null: all targets. */
  targets: string[] | null
  categories: { name: string; permission: string }[]
  /** Null when the service states no such permission. */
  orders: `${'signup' | 'otherSignup' | 'acquisition'}${'Yes' | 'No'}` | 'renewalOfTargets' | null
  sites: string[]
}

/**
 * Which orders the key can place. For domains and servers, the ordering permission alone is not enough: it is needed in
 * addition to write permission, and keys with selected targets can at most renew these (API description, section
 * "Authentication").
 */
function ordersOf(me: KeyInformation, service: string, grant: ServiceGrant): KeyGrantRow['orders'] {
  const stated = grant.allow_acquisition ?? grant.allow_signup
  if (stated === undefined) return null
  if (service === 'domain') {
    if (findMissingGrant(me, getEndpoint('domain.acquire'), {}) === null) return 'acquisitionYes'
    const mayRenew = (grant.targets ?? []).some(
      (name) => findMissingGrant(me, getEndpoint('domain.renew'), { domain_name: name }) === null,
    )
    return mayRenew && grant.target_mode === 'selected' ? 'renewalOfTargets' : 'acquisitionNo'
  }
  if (service !== 'server') return stated ? 'otherSignupYes' : 'otherSignupNo'
  return findMissingGrant(me, getEndpoint('server.order'), {}) === null ? 'signupYes' : 'signupNo'
}

function factsOf(me: KeyInformation, service: string, grant: ServiceGrant): KeyGrantRow {
  const permissions = Array.isArray(grant.permissions) ? {} : (grant.permissions ?? {})
  return {
    service,
    permission: grant.permission_type ?? '',
    targets: grant.target_mode === 'selected' ? (grant.targets ?? []) : null,
    categories:
      grant.permission_type === 'custom'
        ? Object.entries(permissions).map(([name, permission]) => ({ name, permission }))
        : [],
    orders: ordersOf(me, service, grant),
    sites: grant.sites ?? [],
  }
}

/** Null if the service does not state the permissions of the key. */
export function toKeyGrantRows(me: KeyInformation): KeyGrantRow[] | null {
  const grants = getGrantsByService(me)
  return grants && Object.entries(grants).map(([service, grant]) => factsOf(me, service, grant))
}
