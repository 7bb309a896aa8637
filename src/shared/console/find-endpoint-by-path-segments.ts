import { endpointNames, getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'

interface Pattern {
  name: EndpointName
  method: string
  parts: string[]
}

const isParam = (part: string) => part.startsWith('{')
const literalCount = (parts: string[]) => parts.filter((part) => !isParam(part)).length

/** Paths with more literal segments come first, so that `check` in `/v1/domain/check` is not taken for a domain. */
const patterns: Pattern[] = endpointNames
  .map((name) => ({ name, method: getEndpoint(name).method, parts: getEndpoint(name).path.split('/').slice(1) }))
  .toSorted((one, other) => literalCount(other.parts) - literalCount(one.parts))

/** Returns the endpoint of the catalog that a request calls, and the values in its path; null for an unknown one. */
export function findEndpointByPathSegments(
  method: string,
  segments: readonly string[],
): { name: EndpointName; params: Record<string, string> } | null {
  for (const pattern of patterns) {
    if (pattern.method !== method || pattern.parts.length !== segments.length) continue
    if (!pattern.parts.every((part, index) => isParam(part) || part === segments[index])) continue
    const params = pattern.parts.flatMap((part, index) =>
      isParam(part) ? [[part.slice(1, -1), segments[index] as string] as const] : [],
    )
    return { name: pattern.name, params: Object.fromEntries(params) }
  }
  return null
}
