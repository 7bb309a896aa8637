import { endpointNames, endpointOf, type EndpointName } from '#shared/api/endpoints.ts'
import { decodeCompletely } from './parse-console-path.ts'

interface Pattern {
  name: EndpointName
  method: string
  parts: string[]
}

const isParam = (part: string) => part.startsWith('{')
const literalCount = (parts: string[]) => parts.filter((part) => !isParam(part)).length

/** Paths with more literal segments come first, so that `check` in `/v1/domain/check` is not taken for a domain. */
const patterns: Pattern[] = endpointNames
  .map((name) => ({ name, method: endpointOf(name).method, parts: endpointOf(name).path.split('/').slice(1) }))
  .toSorted((one, other) => literalCount(other.parts) - literalCount(one.parts))
const paidPatterns = patterns.filter(({ name }) => endpointOf(name).idempotency === 'paid')

/** The endpoint of the catalog that a request calls, and the values in its path; null for an unknown one. */
export function findConsoleEndpoint(
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

/**
 * The paid endpoint that a request would reach at a service that reads paths generously: any encoding, letter case,
 * doubled or final slashes, path parameters after a semicolon. Any method but GET counts. Null if there is none.
 */
export function findPaidEndpoint(method: string, segments: readonly string[]): EndpointName | null {
  if (method === 'GET') return null
  const plain = segments.flatMap((segment) => decodeCompletely(segment).split(/[/\\]/)).map(toPlainSegment)
  const given = plain.filter((part) => part !== '')
  const found = paidPatterns.find(
    ({ parts }) =>
      parts.length === given.length && parts.every((part, index) => isParam(part) || part === given[index]),
  )
  return found?.name ?? null
}

function toPlainSegment(part: string): string {
  return (part.normalize('NFKC').split(';')[0] as string).trim().toLowerCase()
}
