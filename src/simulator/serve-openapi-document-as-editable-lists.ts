import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type JsonObject = Record<string, unknown>

/** The operation of the world's OpenAPI document that matches a request. */
export interface OpenapiOperation {
  method: string
  /** Without a slash at its end. */
  path: string
  params: Record<string, string>
  /** Returns one message for each error in the body; none if the document allows the body. */
  findBodyErrors(body: unknown): string[]
  /** The name of the parameter that names one entry; null for a path of a list or of a single setting. */
  entryParam: string | null
  /** For the path of a list: the key of the list in the answer, and the ID field of an entry. Null for other paths. */
  list: { name: string; idField: string } | null
  secretFields: string[]
}

export interface OpenapiDocumentResources {
  find(method: string, path: string): OpenapiOperation | null
  /** The entries by the path of their list, and the settings by their own path. */
  entries: Map<string, Map<string, JsonObject>>
  settings: Map<string, JsonObject>
}

const rootId = 'document'

function childOf(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>((holder, name) => (holder as JsonObject | undefined)?.[name], value)
}

/**
 * Serves the operations of an OpenAPI document (3.1, references within the document) as lists whose entries can be
 * added, read, changed and deleted. The API description shows nothing of them: a world turns them on for tests of
 * clients that read such documents. Bodies are checked strictly by the schemas of the document.
 */
export function createResourcesFromOpenapiDocument(document: JsonObject): OpenapiDocumentResources {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false })
  // The package's types describe its CommonJS form only.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema(document, rootId)
  const templates = Object.keys((document['paths'] ?? {}) as JsonObject)

  const resolve = (value: unknown): unknown => {
    const reference = childOf(value, '$ref')
    return typeof reference === 'string' ? childOf(document, ...reference.slice(2).split('/')) : value
  }

  function findList(template: string): OpenapiOperation['list'] {
    const child = templates.find(
      (each) => each.startsWith(`${template}/{`) && !each.slice(template.length + 1).includes('/'),
    )
    const schema = childOf(
      document,
      'paths',
      template,
      'get',
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
    )
    const properties = Object.entries((childOf(resolve(schema), 'properties') ?? {}) as JsonObject)
    const [name] = properties.find(([, property]) => childOf(property, 'type') === 'array') ?? []
    return child && name !== undefined ? { name, idField: child.slice(template.length + 2, -1) } : null
  }

  return {
    entries: new Map(),
    settings: new Map(),
    find(method, path) {
      const given = path.replace(/\/$/, '').split('/').map(decodeURIComponent)
      for (const template of templates) {
        const params = matchTemplate(template.split('/'), given)
        const operation = childOf(document, 'paths', template, method.toLowerCase())
        if (!params || operation === undefined) continue
        const media = ['requestBody', 'content', 'application/json', 'schema']
        const schema = resolve(childOf(operation, ...media))
        const pointer = ['paths', template, method.toLowerCase(), ...media].map(escapePointer).join('/')
        const validate = schema === undefined ? null : ajv.compile({ $ref: `${rootId}#/${pointer}` })
        return {
          method,
          path: given.join('/'),
          params,
          findBodyErrors: (body) => (validate ? bodyErrors(validate, body) : []),
          entryParam: /\{([^/}]+)\}$/.exec(template)?.[1] ?? null,
          list: findList(template),
          secretFields: Object.entries((childOf(schema, 'properties') ?? {}) as JsonObject)
            .filter(([, property]) => childOf(property, 'format') === 'password')
            .map(([name]) => name),
        }
      }
      return null
    },
  }
}

function bodyErrors(validate: ValidateFunction, body: unknown): string[] {
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '(body)'}: ${message}`)
}

function escapePointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function matchTemplate(parts: string[], given: string[]): Record<string, string> | null {
  if (parts.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const value = given[index] as string
    if (part.startsWith('{') && value !== '') params[part.slice(1, -1)] = value
    else if (part !== value) return null
  }
  return params
}
