import type { EndpointName } from '#shared/api/endpoints.ts'
import { findEndpointByPathSegments } from './find-endpoint-by-path-segments.ts'

/** Finds the endpoint of a log entry, and the parameters in its path. Null if the path is unknown. */
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
