import { type EndpointName, endpointNames, getEndpoint } from '#shared/api/endpoints.ts'

export type RouteMatch =
  | { kind: 'found'; name: EndpointName; params: Record<string, string> }
  | { kind: 'wrong-method'; allowed: string[] }
  | { kind: 'unknown' }

/**
 * Paths with more literal segments come first, so that `check` in `/v1/domain/check` is not taken for a domain name.
 */
const patterns = endpointNames
  .map((name) => ({ name, method: getEndpoint(name).method as string, parts: getEndpoint(name).path.split('/') }))
  .sort((a, b) => literals(b.parts) - literals(a.parts))

function literals(parts: string[]): number {
  return parts.filter((part) => !part.startsWith('{')).length
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function match(parts: string[], given: (string | null)[]): Record<string, string> | null {
  if (parts.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith('{')) {
      if (value === '') return null
      params[part.slice(1, -1)] = value
    } else if (part !== value) return null
  }
  return params
}

/** Finds the endpoint for a method and a percent-encoded path. */
export function matchRoute(method: string, path: string): RouteMatch {
  const given = path.split('/').map(decode)
  const matches = patterns.flatMap(({ name, method: expected, parts }) => {
    const params = match(parts, given)
    return params ? [{ name, method: expected, params }] : []
  })
  const found = matches.find((candidate) => candidate.method === method)
  if (found) return { kind: 'found', name: found.name, params: found.params }
  return matches.length > 0
    ? { kind: 'wrong-method', allowed: [...new Set(matches.map((candidate) => candidate.method))] }
    : { kind: 'unknown' }
}
