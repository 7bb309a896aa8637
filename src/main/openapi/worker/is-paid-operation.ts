import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'

const paid = endpointNames
  .map(getEndpoint)
  .filter(({ idempotency }) => idempotency === 'paid')
  .map(({ method, path }) => ({ method, parts: path.split('/') }))

const isParameter = (part: string) => part.includes('{')

/**
 * Returns true if an endpoint with this method and path spends money. The path may be a template with parameters of any
 * name, or contain concrete names. A parameter in the path matches every part of the endpoint's path, also a fixed
 * part.
 */
export function isPaidOperation(method: string, path: string): boolean {
  const parts = normalize(path)
  return paid.some(
    (endpoint) =>
      endpoint.method === method &&
      endpoint.parts.length === parts.length &&
      endpoint.parts.every((part, index) => {
        const given = parts[index] as string
        return isParameter(part) || isParameter(given) || part === given
      }),
  )
}

/** The parts of a path as a lenient server may read them: decoded, in lower case, without empty parts. */
function normalize(path: string): string[] {
  const [, ...parts] = path.split('/').map((part) => decode(part))
  const kept = parts.filter((part) => part !== '')
  return ['', ...kept.map((part) => (isParameter(part) ? part : part.toLowerCase()))]
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
