import { endpointNames, getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { decodePercentEncodingRepeatedly } from './parse-console-path.ts'

const isParam = (part: string) => part.startsWith('{')
const paidPaths = endpointNames
  .filter((name) => getEndpoint(name).idempotency === 'paid')
  .map((name) => ({ name, parts: getEndpoint(name).path.split('/').slice(1) }))

/**
 * Returns the paid endpoint that a request could reach if the service parses paths leniently. Percent-encoding, letter
 * case, repeated and final slashes, and path parameters (`;x=1`) are ignored. Any method but GET counts. Null if there
 * is none.
 */
export function findPossiblyPaidEndpoint(method: string, segments: readonly string[]): EndpointName | null {
  if (method === 'GET') return null
  const plain = segments
    .flatMap((segment) => decodePercentEncodingRepeatedly(segment).split(/[/\\]/))
    .map(toPlainSegment)
  const given = plain.filter((part) => part !== '')
  const found = paidPaths.find(
    ({ parts }) =>
      parts.length === given.length && parts.every((part, index) => isParam(part) || part === given[index]),
  )
  return found?.name ?? null
}

function toPlainSegment(part: string): string {
  return (part.normalize('NFKC').split(';')[0] as string).trim().toLowerCase()
}
