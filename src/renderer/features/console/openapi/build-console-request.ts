import type { ConsoleRequestContent, ConsoleQueryPair } from '#shared/ipc/console.ts'
import type { OpenapiOperationWithFields } from '#shared/ipc/openapi.ts'
import type { OperationFormField } from '#shared/openapi/operation-form-schemas.ts'
import {
  readOperationFormValueAsJson,
  type OperationFormFieldIssue,
  type OperationFormValue,
  type HideSecret,
} from './operation-form-value.ts'

/** What the user typed into the form of an operation. */
export interface TypedOperationFormValues {
  path: OperationFormValue[]
  query: OperationFormValue[]
  body: OperationFormValue | null
}

export interface ParsedOperationFormValues {
  path: Record<string, unknown>
  query: Record<string, unknown>
  /** Undefined: no body. */
  body: unknown
  /** Typed texts that cannot be parsed as the JSON that their field needs. */
  issues: { place: 'path' | 'query' | 'body'; issue: OperationFormFieldIssue }[]
}

export function parseOperationFormValues(
  operation: OpenapiOperationWithFields,
  input: TypedOperationFormValues,
  hide?: HideSecret,
): ParsedOperationFormValues {
  const issues: ParsedOperationFormValues['issues'] = []
  const readAll = (place: 'path' | 'query', fields: readonly OperationFormField[]) =>
    Object.fromEntries(
      fields.flatMap((field, index) => {
        const reading = readOperationFormValueAsJson(field, input[place][index] as OperationFormValue, hide, [
          field.name,
        ])
        issues.push(...reading.issues.map((issue) => ({ place, issue })))
        return reading.value === undefined ? [] : [[field.name, reading.value] as const]
      }),
    )
  const path = readAll('path', operation.pathFields)
  const query = readAll(
    'query',
    operation.queryFields.map(({ field }) => field),
  )
  const body = operation.body && input.body ? readOperationFormValueAsJson(operation.body, input.body, hide) : null
  issues.push(...(body?.issues ?? []).map((issue) => ({ place: 'body' as const, issue })))
  return { path, query, body: body?.value, issues }
}

/**
 * Returns the request of the console that sends these values. A parameter without a value stays in the path in braces.
 */
export function buildConsoleRequest(
  operation: OpenapiOperationWithFields,
  { path, query, body }: ParsedOperationFormValues,
): ConsoleRequestContent {
  return {
    method: operation.method,
    path: operation.path.replaceAll(/\{([^/}]*)\}/g, (whole, name: string) =>
      Object.hasOwn(path, name) ? encodeURIComponent(toText(path[name])) : whole,
    ),
    query: operation.queryFields.flatMap(({ field, separator }) =>
      Object.hasOwn(query, field.name) ? toPairs(field.name, query[field.name], separator) : [],
    ),
    body: body === undefined ? null : JSON.stringify(body, null, 2),
  }
}

function toPairs(name: string, value: unknown, separator: string | null): ConsoleQueryPair[] {
  if (Array.isArray(value)) {
    if (separator !== null) return [{ name, value: value.map(toText).join(separator) }]
    return value.map((each) => ({ name, value: toText(each) }))
  }
  return [{ name, value: toText(value) }]
}

function toText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
