import type { KeyInformation, ServiceGrant } from './key-and-log-endpoints.ts'
import { listPathParamNames, type Endpoint } from './define-endpoint.ts'

/** The reasons why a key may not make a call, according to `/v1/me`. */
export type MissingGrant = 'service' | 'permission' | 'target' | 'signup' | 'acquisition'

/**
 * Returns the permissions of a key, by service; null where `/v1/me` does not state services. For a legacy single-server
 * key, the permissions come from the deprecated fields (API description, section "API key information").
 */
export function getGrantsByService({
  services,
  service_type,
  servername,
  permission_type,
}: KeyInformation): Record<string, ServiceGrant> | null {
  if (services) return services
  if (servername === undefined) return null
  return {
    [service_type ?? 'server']: {
      target_mode: 'selected',
      targets: [servername],
      ...(permission_type !== undefined && { permission_type }),
    },
  }
}

/**
 * Returns the permissions of a key for one service; undefined when the key lacks the service. Fields that are not
 * stated stay unset: unknown permissions forbid nothing.
 */
export function findGrantForService(me: KeyInformation, service: string): ServiceGrant | undefined {
  const grants = getGrantsByService(me)
  return grants ? grants[service] : {}
}

/**
 * Returns true if every key that has the service is limited to selected targets of it. False when `/v1/me` does not say
 * so of each of them.
 */
export function areAllKeysLimitedToTargets(keys: readonly { me: KeyInformation | null }[], service: string): boolean {
  const grants = keys.flatMap<ServiceGrant>(({ me }) => (me === null ? [{}] : (findGrantForService(me, service) ?? [])))
  return grants.length > 0 && grants.every(({ target_mode }) => target_mode === 'selected')
}

/** Returns the targets that keys are restricted to for a service, in lower case. */
export function listTargetsKeysAreLimitedTo(
  keys: readonly { me: KeyInformation | null }[],
  service: string,
): Set<string> {
  const grants = keys.flatMap<ServiceGrant>(({ me }) => (me === null ? [] : (findGrantForService(me, service) ?? [])))
  return new Set(grants.flatMap(({ targets }) => (targets ?? []).map((name) => name.toLowerCase())))
}

type EndpointNeeds = Pick<Endpoint, 'path' | 'scope' | 'service' | 'category' | 'extraPermission' | 'idempotency'>

/**
 * Returns what a key lacks for a call according to `/v1/me`; null when nothing there forbids the call (API description,
 * sections "API key information" and "Authentication"). Permissions that the API description does not name forbid
 * nothing: the service decides.
 */
export function findMissingGrant(
  me: KeyInformation | null,
  endpoint: EndpointNeeds,
  input: Record<string, unknown>,
): MissingGrant | null {
  if (!me || !endpoint.service) return null
  const grant = findGrantForService(me, endpoint.service)
  if (!grant) return 'service'
  // Targets come first: for a key with other targets, a further permission would not help.
  if (!doTargetsAllowCall(grant, endpoint, input)) return 'target'
  if (!isPermitted(grant, endpoint)) return 'permission'
  return endpoint.extraPermission && grant[endpoint.extraPermission] === false
    ? endpoint.extraPermission === 'allow_signup'
      ? 'signup'
      : 'acquisition'
    : null
}

/**
 * Returns true if a key has a service and may make no call that writes, according to `/v1/me`. Targets do not matter.
 * False where the permissions are not known.
 */
export function isReadOnlyKey(me: KeyInformation | null, all: readonly EndpointNeeds[]): boolean {
  const grants = me && getGrantsByService(me)
  if (!grants || Object.keys(grants).length === 0) return false
  return all.every((endpoint) => {
    const grant = endpoint.service && endpoint.scope === 'write' ? grants[endpoint.service] : undefined
    return !grant || !isPermitted(grant, endpoint)
  })
}

function isPermitted(grant: ServiceGrant, { scope, category }: EndpointNeeds): boolean {
  if (grant.permission_type === 'read') return scope === 'read'
  if (grant.permission_type !== 'custom' || !category) return true
  const level = Array.isArray(grant.permissions) ? undefined : grant.permissions?.[category]
  return level !== 'none' && !(level === 'read' && scope === 'write')
}

/**
 * Returns true if the targets of the key allow the call, by the domain or server in its path. A call whose path names
 * neither is allowed unless it is paid: availability and prices ignore targets, and lists return only allowed targets.
 */
function doTargetsAllowCall(
  grant: ServiceGrant,
  { path, idempotency }: EndpointNeeds,
  input: Record<string, unknown>,
): boolean {
  if (grant.target_mode !== 'selected') return true
  const target = listPathParamNames(path).find((name) => name === 'domain_name' || name === 'servername')
  if (!target) return idempotency !== 'paid'
  const wanted = String(input[target]).toLowerCase()
  return (grant.targets ?? []).some((name) => name.toLowerCase() === wanted)
}

/**
 * A higher score means more privileges, so that callers can use the key with the fewest. A key with unknown permissions
 * scores highest.
 */
export function scoreKeyPrivileges(me: KeyInformation | null): number {
  const grants = me && getGrantsByService(me)
  if (!grants) return Number.POSITIVE_INFINITY
  return Object.values(grants).reduce((sum, grant) => sum + scoreGrant(grant), 0)
}

function scoreGrant({ permission_type, target_mode, allow_signup, allow_acquisition }: ServiceGrant): number {
  const byType = permission_type === 'read' ? 1 : permission_type === 'custom' ? 2 : 3
  const spends = allow_signup === true || allow_acquisition === true
  return byType * 2 + (target_mode === 'selected' ? 0 : 1) + (spends ? 8 : 0)
}
