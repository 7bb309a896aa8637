import type { z } from 'zod'
import { z as zod } from 'zod'
import type { Endpoint } from '#shared/api/define-endpoint.ts'
import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { keyServices, type KeyService } from '#shared/api/key-service-and-permission-category-names.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { findEndpointByPathSegments } from '#shared/console/find-endpoint-by-path-segments.ts'
import type { ConsoleMethod } from '#shared/ipc/console.ts'

export interface ResolvedEndpointAndTarget {
  endpoint: Endpoint
  /** The endpoint of the catalog; null for a path that it does not know. */
  known: EndpointName | null
  /** The name that the request log shows. */
  name: string
  input: Record<string, string>
  /** The domain or server in the path, in lower case; null if there is none. */
  target: { kind: 'domain' | 'server'; name: string } | null
}

/** The name of a path parameter that names a target of a key. */
const targetParams: Partial<Record<KeyService, string>> = { domain: 'domain_name', server: 'servername' }

/**
 * Resolves a request by its method and the decoded segments of its path. For a path in the endpoint catalog, returns
 * the catalog's entry. For any other path, the rate limits and the service are those of its first segments. GET counts
 * as a read, and every other method counts as not repeatable.
 */
export function findEndpointAndTargetByPath(
  method: ConsoleMethod,
  segments: readonly string[],
): ResolvedEndpointAndTarget {
  const found = findEndpointByPathSegments(method, segments)
  if (found) {
    const endpoint = getEndpoint(found.name)
    return { endpoint, known: found.name, name: found.name, input: found.params, target: targetOf(found.params) }
  }
  const service = keyServices.find((name) => name === segments[1]) ?? null
  const param = service && targetParams[service]
  // Names of domains and servers have a dot. `/v1/domain/pricing` has no target.
  const name = segments[2]
  const input: Record<string, string> = param && name?.includes('.') ? { [param]: name } : {}
  const shown = segments.map((segment, index) =>
    index === 2 && param && input[param] ? `{${param}}` : encodeURIComponent(segment).replaceAll(/[{}]/g, ''),
  )
  const endpoint: Endpoint = {
    method,
    path: `/${shown.join('/')}`,
    scope: method === 'GET' ? 'read' : 'write',
    service,
    category: null,
    idempotency: method === 'GET' ? 'read' : 'once',
    limit: limitOf(service),
    input: zod.looseObject({}) as unknown as z.ZodObject,
    output: zod.unknown(),
    example: { input: {}, output: null },
  }
  return { endpoint, known: null, name: `console ${method} ${endpoint.path}`, input, target: targetOf(input) }
}

function limitOf(service: KeyService | null): RateLimitClass {
  return service === 'domain' || service === 'server' ? service : 'account'
}

function targetOf(input: Record<string, string>): ResolvedEndpointAndTarget['target'] {
  const { domain_name: domain, servername: server } = input
  if (domain !== undefined) return { kind: 'domain', name: domain.toLowerCase() }
  return server === undefined ? null : { kind: 'server', name: server.toLowerCase() }
}
