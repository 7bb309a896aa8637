import type { Endpoint } from '#shared/api/define-endpoint.ts'
import { ErrorResponse } from './error-response.ts'
import type { SimulatedDomain, SimulatedKey, SimulatedServer, SimulatedUser } from './world-state.ts'

/**
 * Refuses what the key's services, permission type, categories or extra permissions do not allow
 * (API description, section "Authentication", rules 3, 5, 6, 10).
 */
export function requirePermission(entry: Endpoint, key: SimulatedKey): void {
  if (entry.service === null) return
  const grant = key.services[entry.service]
  if (!grant) throw new ErrorResponse('FORBIDDEN', `The key has no ${entry.service} service`)
  if (grant.permission_type === 'read' && entry.scope === 'write')
    throw new ErrorResponse('FORBIDDEN', 'The key is read-only')
  if (grant.permission_type === 'custom') checkCategory(entry, grant.permissions ?? {})
  if (entry.extraPermission !== undefined && grant[entry.extraPermission] !== true)
    throw new ErrorResponse('FORBIDDEN', `The key lacks ${entry.extraPermission}`)
}

function checkCategory({ category, scope, service }: Endpoint, permissions: Record<string, string>): void {
  // Availability and prices belong to no category; the API description shows no categories for servers, so any category
  // is enough.
  if (category === null && service === 'domain') return
  const held = category === null ? Object.values(permissions) : [permissions[category] ?? 'none']
  const mayDo = held.some((level) => level === 'full' || (scope === 'read' && level === 'read'))
  if (!mayDo) throw new ErrorResponse('FORBIDDEN', `The key lacks the permission for ${category ?? service}`)
}

export function isTargetOfKey(key: SimulatedKey, service: 'domain' | 'server', target: string): boolean {
  const grant = key.services[service]
  return grant !== undefined && (grant.target_mode === 'all' || grant.targetSet.has(target))
}

export function requireTargetOfKey(key: SimulatedKey, service: 'domain' | 'server', target: string): void {
  if (!isTargetOfKey(key, service, target.toLowerCase()))
    throw new ErrorResponse('FORBIDDEN', `The ${service} is outside the target range of the key`)
}

/** Refuses keys with selected targets: they may not order servers or acquire domains. */
export function requireKeyForAllTargets(key: SimulatedKey, service: 'domain' | 'server'): void {
  if (key.services[service]?.target_mode === 'selected')
    throw new ErrorResponse('FORBIDDEN', `The key is for selected ${service}s only`)
}

/**
 * Requires a domain of the user among the key's targets: 404 for another user's domain, 403 for the user's own domain
 * outside the targets (rule 4).
 */
export function requireDomain(user: SimulatedUser, key: SimulatedKey, name: string): SimulatedDomain {
  const domain = user.domains.get(name.toLowerCase())
  if (!domain) throw new ErrorResponse('DOMAIN_NOT_FOUND')
  requireTargetOfKey(key, 'domain', domain.name)
  return domain
}

export function requireServer(user: SimulatedUser, key: SimulatedKey, name: string): SimulatedServer {
  const server = user.servers.get(name.toLowerCase())
  if (!server) throw new ErrorResponse('NOT_FOUND', 'No such server')
  requireTargetOfKey(key, 'server', server.servername)
  return server
}
