import type { EndpointName } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import { findPossiblyPaidEndpoint } from '#shared/console/find-possibly-paid-endpoint.ts'
import { replaceSecretsInQueryWithVariables } from '#shared/console/replace-secrets-with-variables.ts'
import { parseConsolePath } from '#shared/console/parse-console-path.ts'
import { createInputIssue, type InputIssueCode } from '#shared/input-issues.ts'
import { maxConsoleBodyBytes, type ConsoleQueryPair, type ConsoleRequest } from '#shared/ipc/console.ts'
import type { ConsoleCallRequest } from '#main/api/api-client-interface.ts'
import {
  findEndpointAndTargetByPath,
  type ResolvedEndpointAndTarget,
} from './find-endpoint-and-named-resource-of-console-path.ts'

export interface PreparedConsoleCall extends ResolvedEndpointAndTarget {
  call: Omit<ConsoleCallRequest, 'signal' | 'onSending'>
  /** As sent, percent-encoded. */
  path: string
}

/**
 * Checks a request before anything is spent. Throws `invalid_input`, and `paid_endpoint` with `details.endpoint` for
 * every request that spends money, dry runs included.
 */
export function checkAndPrepareConsoleCall(request: ConsoleRequest): PreparedConsoleCall {
  const { method, accountId, keyId, query, body } = request
  const parsed = parseConsolePath(request.path)
  if (!parsed.ok)
    throw invalidInput('path', parsed.problem === 'missing' ? 'missing' : 'wrongForm', { problem: parsed.problem })
  const paid = findPossiblyPaidEndpoint(method, parsed.segments)
  if (paid) throw paidError(paid)
  if (body !== null && method === 'GET') throw invalidInput('body', 'wrongForm', { problem: 'bodyOfGet' })
  if (body !== null && Buffer.byteLength(body) > maxConsoleBodyBytes)
    throw invalidInput('body', 'tooLong', { problem: 'tooLong' }, { max: maxConsoleBodyBytes })
  if (body !== null && !isJson(body)) throw invalidInput('body', 'wrongForm', { problem: 'json' })
  const described = findEndpointAndTargetByPath(method, parsed.segments)
  const { endpoint, name, input } = described
  const parts = { path: parsed.path, query: toQueryString(query), body }
  const loggedQuery = toQueryString(replaceSecretsInQueryWithVariables(query))
  return { ...described, path: parsed.path, call: { accountId, keyId, endpoint, name, input, parts, loggedQuery } }
}

function toQueryString(query: readonly ConsoleQueryPair[]): string {
  const pairs = query
    .filter(({ name }) => name !== '')
    .map(({ name, value }) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function invalidInput(
  path: string,
  code: InputIssueCode,
  details: Record<string, unknown>,
  values: Record<string, number> = {},
): AppError {
  const issue = createInputIssue(path, code, 'cannot be sent', values)
  return new AppError('invalid_input', `Not sent: the ${path} cannot be sent`, {
    details: { issues: [issue], ...details },
  })
}

function paidError(endpoint: EndpointName): AppError {
  return new AppError('paid_endpoint', 'Only an order that was planned and confirmed sends this', {
    details: { endpoint },
  })
}
