import { listPathParamNames, type Endpoint } from '#shared/api/define-endpoint.ts'
import { AppError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'

export interface RequestParts {
  /** Parameters are percent-encoded, `@` included. */
  path: string
  /** Starts with a question mark; empty without a query. */
  query: string
  /** JSON; null where the request has no body. */
  body: string | null
}

/**
 * Puts each input field into the path, into the query of a GET, or into the JSON body of other methods. Throws
 * `invalid_input` for a path parameter that cannot be encoded.
 */
export function buildRequestParts(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: Record<string, unknown>,
): RequestParts {
  const params = new Set(listPathParamNames(endpoint.path))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeParam(name, input[name]))
  const rest = Object.entries(input).filter(([name, value]) => !params.has(name) && value !== undefined)
  if (endpoint.method === 'GET') return { path, query: queryOf(rest), body: null }
  const hasBody = rest.length > 0 || endpoint.method !== 'DELETE'
  return { path, query: '', body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : null }
}

function encodeParam(name: string, value: unknown): string {
  const text = String(value)
  // Encoding leaves dots as they are, and a path segment of dots names another endpoint. A lone surrogate cannot be
  // encoded.
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new AppError('invalid_input', `${name} cannot stand in a path`, {
      details: { issues: [createInputIssue(name, 'wrongForm', 'cannot stand in a path')] },
    })
  }
  return encodeURIComponent(text)
}

function queryOf(fields: [string, unknown][]): string {
  const pairs = fields.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`,
  )
  return pairs.length ? `?${pairs.join('&')}` : ''
}
