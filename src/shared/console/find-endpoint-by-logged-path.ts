import type { EndpointName } from '#shared/api/endpoints.ts'
import { findEndpointByPathSegments } from './find-endpoint-by-path-segments.ts'

/**
 * Returns the endpoint of the catalog that an entry of the execution log names, and the values in its path; null for a
 * path that the catalog does not know.
 */
export function findEndpointByLoggedPath(
  method: string,
  path: string,
): { name: EndpointName; params: Record<string, string> } | null {
  const [pathOnly = ''] = path.split('?')
  return findEndpointByPathSegments(method, pathOnly.split('/').slice(1).map(decodeSegment))
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
