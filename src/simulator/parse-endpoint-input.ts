import type { z } from 'zod'
import type { Endpoint } from '#shared/api/define-endpoint.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import { ErrorResponse } from './error-response.ts'

/**
 * Parses the input of an endpoint with the endpoint's schema. Invalid input gives 422 with one line per field. Unknown
 * fields are ignored, because a service may accept more than its document says. Path parameters are not validated:
 * an invalid name is treated as a name that does not exist.
 */
export function parseEndpointInput(
  entry: Endpoint,
  params: Record<string, string>,
  query: URLSearchParams,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const given = entry.method === 'GET' ? parseQuery(entry, query) : body
  const placeholders = Object.fromEntries(
    Object.keys(params).map((name) => [name, (entry.example.input as Record<string, unknown>)[name]]),
  )
  const parsed = parseWithoutUnknownFields(entry.input, { ...given, ...placeholders })
  if (!parsed.success)
    throw new ErrorResponse(
      'VALIDATION_ERROR',
      undefined,
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    )
  refuseImpossibleTimes(parsed.data)
  return { ...parsed.data, ...params }
}

function parseQuery(entry: Endpoint, query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...query].map(([name, text]) => {
      const field = Object.hasOwn(entry.input.shape, name) ? (entry.input.shape[name] as z.ZodType) : undefined
      const isNumber = field !== undefined && !field.safeParse(text).success && /^-?\d{1,15}$/.test(text)
      return [name, isNumber ? Number(text) : text]
    }),
  )
}

function parseWithoutUnknownFields(schema: z.ZodObject, value: Record<string, unknown>) {
  const first = schema.safeParse(value)
  if (first.success) return first
  const known = structuredClone(value)
  for (const issue of first.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) removeAt(known, [...issue.path, key])
    if (issue.code === 'invalid_key') removeAt(known, issue.path)
  }
  return schema.safeParse(known)
}

function removeAt(value: Record<string, unknown>, path: PropertyKey[]): void {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((inner, part) => (inner as Record<PropertyKey, unknown>)[part], value)
  delete (holder as Record<PropertyKey, unknown>)[path.at(-1) as PropertyKey]
}

/** The schemas check only the form of a time; this function checks that the day exists. */
function refuseImpossibleTimes(input: Record<string, unknown>): void {
  const wrong = ['from', 'to', 'current_expiry_date'].filter(
    (field) => typeof input[field] === 'string' && parseJapanTime(input[field]) === null,
  )
  if (wrong.length > 0)
    throw new ErrorResponse(
      'VALIDATION_ERROR',
      undefined,
      wrong.map((field) => `${field}: no such day or time`),
    )
}
