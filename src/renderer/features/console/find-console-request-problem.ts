import type { EndpointName } from '#shared/api/endpoints.ts'
import { findPossiblyPaidEndpoint } from '#shared/console/find-possibly-paid-endpoint.ts'
import { parseConsolePath, type ConsolePathProblem } from '#shared/console/parse-console-path.ts'
import { fillRequestVariables, findRequestVariables } from '#shared/console/find-and-fill-request-variables.ts'
import { maxConsoleBodyBytes, type ConsoleRequestContent } from '#shared/ipc/console.ts'

/** Why the request cannot be sent: a text key under `console.problem`. `paid` leads to another screen. */
export type ConsoleRequestProblem =
  | { kind: ConsolePathProblem | 'placeholder' | 'fieldJson' | 'bodyJson' | 'bodyTooLong' }
  | { kind: 'paid'; endpoint: EndpointName }

/**
 * Returns the first problem of a request. Variables are assumed to get a value. `typedJson`: the texts of the form's
 * JSON fields. The content does not have those that are not valid.
 */
export function findConsoleRequestProblem(
  content: ConsoleRequestContent,
  typedJson: readonly string[],
): ConsoleRequestProblem | null {
  const values = Object.fromEntries(findRequestVariables(content).map((name) => [name, '1']))
  const { method, path, body } = fillRequestVariables(content, values)
  const parsed = parseConsolePath(path)
  if (!parsed.ok) return { kind: parsed.problem }
  const paid = findPossiblyPaidEndpoint(method, parsed.segments)
  if (paid) return { kind: 'paid', endpoint: paid }
  if (/\{\w+\}/.test(path)) return { kind: 'placeholder' }
  if (!typedJson.every((text) => text.trim() === '' || isJson(text))) return { kind: 'fieldJson' }
  if (body === null) return null
  if (new TextEncoder().encode(body).length > maxConsoleBodyBytes) return { kind: 'bodyTooLong' }
  return isJson(body) ? null : { kind: 'bodyJson' }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
