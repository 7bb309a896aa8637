import { z } from 'zod'
import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import type { ConsoleRequestContent } from '#shared/ipc/console.ts'

/** A parameter of one of the app's known endpoints, for one field of a form. */
export interface EndpointField {
  name: string
  place: 'path' | 'query' | 'body'
  /** `json`: a list or an object, typed as JSON. */
  type: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  choices: string[]
  isRequired: boolean
}

interface PropertySchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: PropertySchema[]
  default?: unknown
}

/** Returns the parameters by the endpoint's own input schema, those of the path first. */
export function listEndpointFields(name: EndpointName): EndpointField[] {
  const { input, method, path } = getEndpoint(name)
  const inPath = listPathParamNames(path)
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const required = new Set(schema.required ?? [])
  const fields = Object.entries((schema.properties ?? {}) as Record<string, PropertySchema>).map(
    ([field, property]) => ({
      name: field,
      place: inPath.includes(field) ? ('path' as const) : method === 'GET' ? ('query' as const) : ('body' as const),
      ...typeOf(property),
      isRequired: required.has(field),
    }),
  )
  return fields.toSorted((one, other) => Number(other.place === 'path') - Number(one.place === 'path'))
}

function typeOf(property: PropertySchema): Pick<EndpointField, 'type' | 'choices'> {
  if (property.enum) return { type: 'choice', choices: property.enum.map(String) }
  if (property.type === 'boolean') return { type: 'boolean', choices: [] }
  if (property.type === 'integer' || property.type === 'number') return { type: 'number', choices: [] }
  if (property.type === 'array' || property.type === 'object') return { type: 'json', choices: [] }
  return { type: 'text', choices: [] }
}

/**
 * The request of an endpoint before anything is typed: placeholders in the path, and an empty body where it has one.
 */
export function createEmptyConsoleRequest(name: EndpointName): ConsoleRequestContent {
  const { method, path } = getEndpoint(name)
  const hasBody = listEndpointFields(name).some(({ place, isRequired }) => place === 'body' && isRequired)
  return { method, path, query: [], body: hasBody ? '{}' : null }
}

type Request = Pick<ConsoleRequestContent, 'path' | 'query' | 'body'>

/** Returns the value of a field in the request; undefined if it has none. */
export function getRequestFieldValue(request: Request, template: string, { name, place }: EndpointField): unknown {
  if (place === 'path') {
    const at = template.split('/').indexOf(`{${name}}`)
    const part = request.path.split('/')[at]
    return part === undefined || part === `{${name}}` ? undefined : decode(part)
  }
  if (place === 'query') return request.query.find((pair) => pair.name === name)?.value
  return parseObject(request.body)?.[name]
}

/** Returns the request with another value of a field; undefined removes it. Null if the body is not a JSON object. */
export function replaceRequestFieldValue<Content extends Request>(
  request: Content,
  template: string,
  { name, place }: EndpointField,
  value: unknown,
): Content | null {
  if (place === 'path') {
    const shown = template.split('/')
    const given = request.path.split('/')
    const parts = given.length === shown.length ? given : shown
    const at = shown.indexOf(`{${name}}`)
    const text = value === undefined || value === '' ? `{${name}}` : encode(String(value))
    return { ...request, path: parts.map((part, index) => (index === at ? text : part)).join('/') }
  }
  if (place === 'query') {
    const isKnown = request.query.some((pair) => pair.name === name)
    const pair = { name, value: String(value) }
    if (value === undefined || value === '')
      return { ...request, query: request.query.filter((one) => one.name !== name) }
    const query = isKnown ? request.query.map((one) => (one.name === name ? pair : one)) : [...request.query, pair]
    return { ...request, query }
  }
  const before = parseObject(request.body ?? '{}')
  if (!before) return null
  const { [name]: _, ...rest } = before
  const after = value === undefined ? rest : name in before ? { ...before, [name]: value } : { ...rest, [name]: value }
  return { ...request, body: JSON.stringify(after, null, 2) }
}

/** Encodes only characters that would change the path, so that the path stays readable. */
function encode(text: string): string {
  return text.replaceAll(/[/?#%\s{}\\]/g, (character) => encodeURIComponent(character))
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function parseObject(body: string | null): Record<string, unknown> | null {
  if (body === null || body.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
