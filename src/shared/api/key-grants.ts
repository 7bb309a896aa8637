import type { KeyInformation, ServiceGrant } from './account-endpoints.ts'
import { pathParamNames, type Endpoint } from './define-endpoint.ts'

/** Why a key may not do a call, by what `/v1/me` says of it. */
export type MissingGrant = 'service' | 'permission' | 'target' | 'signup' | 'acquisition'

/**
 * What a key may do, by service; null where `/v1/me` does not state it. A legacy single-server key states it in its deprecated fields
 * (section "API key information").
 */
export function grantsByService({ services, service_type, servername, permission_type }: KeyInformation): Record<string, ServiceGrant> | null {
  if (services) return services
  if (servername === undefined) return null
  return { [service_type ?? 'server']: { target_mode: 'selected', targets: [servername], ...(permission_type !== undefined && { permission_type }) } }
}

/** What a key may do for one service: undefined for none; no field is set where it is not stated, because what is not known forbids nothing. */
export function grantForService(me: KeyInformation, service: string): ServiceGrant | undefined {
  const grants = grantsByService(me)
  return grants ? grants[service] : {}
}

/** Whether one of the keys may be made for a service; one that was never checked may. */
export function hasKeyForService(keys: readonly { me: KeyInformation | null }[], service: string): boolean {
  return keys.some(({ me }) => me === null || grantForService(me, service) !== undefined)
}

/** Whether lists of a service show only selected targets to these keys; false where `/v1/me` does not say so of every key that has the service. */
export function areKeysLimitedToTargets(keys: readonly { me: KeyInformation | null }[], service: string): boolean {
  const grants = keys.flatMap<ServiceGrant>(({ me }) => (me === null ? [{}] : (grantForService(me, service) ?? [])))
  return grants.length > 0 && grants.every(({ target_mode }) => target_mode === 'selected')
}

type EndpointNeeds = Pick<Endpoint, 'path' | 'scope' | 'service' | 'category' | 'extraPermission' | 'idempotency'>

/**
 * Why `/v1/me` says that a key may not do a call; null when nothing there forbids it (sections "API key information" and
 * "Authentication"). What the document does not name forbids nothing: the service has the last word.
 */
export function findMissingGrant(me: KeyInformation | null, endpoint: EndpointNeeds, input: Record<string, unknown>): MissingGrant | null {
  if (!me || !endpoint.service) return null
  const grant = grantForService(me, endpoint.service)
  if (!grant) return 'service'
  // First: with a key for other targets, a permission that is granted later helps nothing.
  if (!isInTargets(grant, endpoint, input)) return 'target'
  if (!isPermitted(grant, endpoint)) return 'permission'
  return endpoint.extraPermission && grant[endpoint.extraPermission] === false ? (endpoint.extraPermission === 'allow_signup' ? 'signup' : 'acquisition') : null
}

function isPermitted(grant: ServiceGrant, { scope, category }: EndpointNeeds): boolean {
  if (grant.permission_type === 'read') return scope === 'read'
  if (grant.permission_type !== 'custom' || !category) return true
  const level = Array.isArray(grant.permissions) ? undefined : grant.permissions?.[category]
  return level !== 'none' && !(level === 'read' && scope === 'write')
}

/** Only a target in the path is compared: availability and prices ignore the range, lists answer what is allowed. */
function isInTargets(grant: ServiceGrant, { path, idempotency }: EndpointNeeds, input: Record<string, unknown>): boolean {
  if (grant.target_mode !== 'selected') return true
  const target = pathParamNames(path).find((name) => name === 'domain_name' || name === 'servername')
  if (!target) return idempotency !== 'paid'
  const wanted = String(input[target]).toLowerCase()
  return (grant.targets ?? []).some((name) => name.toLowerCase() === wanted)
}

/** How much harm a key could do in the wrong hands, to use the least powerful; a key of which it is not known counts as the most powerful. */
export function scoreKeyPrivileges(me: KeyInformation | null): number {
  const grants = me && grantsByService(me)
  if (!grants) return Number.POSITIVE_INFINITY
  return Object.values(grants).reduce((sum, grant) => sum + scoreGrant(grant), 0)
}

function scoreGrant({ permission_type, target_mode, allow_signup, allow_acquisition }: ServiceGrant): number {
  const byType = permission_type === 'read' ? 1 : permission_type === 'custom' ? 2 : 3
  const spends = allow_signup === true || allow_acquisition === true
  return byType * 2 + (target_mode === 'selected' ? 0 : 1) + (spends ? 8 : 0)
}
