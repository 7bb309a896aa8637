import type { OpenapiOperationSummary } from '#shared/ipc/openapi.ts'
import { consoleMethods } from '#shared/ipc/console.ts'
import type { OpenapiDocumentWarningCode, OpenapiDocumentWarning } from '#shared/openapi/openapi-document-problems.ts'
import { openapiDocumentLimits } from '#main/openapi/openapi-limits.ts'
import { isPaidOperation } from './is-paid-operation.ts'
import { isJsonObject, listOwnProperties, getOwnProperty, type JsonObject } from './json-object.ts'
import { followReferences, formatPointer } from './json-pointer.ts'
import { RefusedOpenapiDocumentError } from './refused-openapi-document-error.ts'

/** One operation, with the parts of the document that describe it. References in them are not resolved yet. */
export interface UnresolvedOperation {
  summary: OpenapiOperationSummary
  item: JsonObject
  operation: JsonObject
}

/** A document as it is kept in the memory of the worker. */
export interface DocumentWithOperations {
  document: JsonObject
  title: string
  version: string
  openapiVersion: string
  /** OpenAPI 3.0 has its own dialect of schemas. */
  is30: boolean
  /** By group, path and method. */
  operations: UnresolvedOperation[]
  notes: OpenapiDocumentWarning[]
  noteCount: number
}

export interface WarningCollector {
  add(code: OpenapiDocumentWarningCode, at: string, values?: OpenapiDocumentWarning['values']): void
}

/**
 * Finds the operations of a document whose limits are checked. `baseUrl`: the base URL of the account. A document may
 * name servers, but calls go only to the account's base URL. Only the path of a server's URL is used. Throws
 * `RefusedOpenapiDocumentError`.
 */
export function findDocumentOperations(value: unknown, baseUrl: string): DocumentWithOperations {
  if (!isJsonObject(value)) throw new RefusedOpenapiDocumentError('notAnObject')
  const openapiVersion = getOwnProperty(value, 'openapi')
  if (typeof openapiVersion !== 'string')
    throw getOwnProperty(value, 'swagger') === undefined
      ? new RefusedOpenapiDocumentError('notOpenapi')
      : new RefusedOpenapiDocumentError('otherVersion', '/swagger', {
          version: toTrimmedText(getOwnProperty(value, 'swagger'), 20),
        })
  if (!/^3\.[01]\.\d+/.test(openapiVersion))
    throw new RefusedOpenapiDocumentError('otherVersion', '/openapi', { version: openapiVersion.slice(0, 20) })
  const info = getOwnProperty(value, 'info')
  const notes = collectNotes()
  const operations = readOperations(value, baseUrl, notes)
  if (operations.length === 0) throw new RefusedOpenapiDocumentError('noOperations', '/paths', { left: notes.count() })
  return {
    document: value,
    title: toTrimmedText(getOwnProperty(info, 'title'), 200),
    version: toTrimmedText(getOwnProperty(info, 'version'), 60),
    openapiVersion,
    is30: openapiVersion.startsWith('3.0'),
    operations,
    notes: notes.kept,
    noteCount: notes.count(),
  }
}

export function toTrimmedText(value: unknown, maxLength: number): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxLength) : ''
}

function collectNotes() {
  const kept: OpenapiDocumentWarning[] = []
  let count = 0
  const add: WarningCollector['add'] = (code, at, values = {}) => {
    count += 1
    if (kept.length < openapiDocumentLimits.maxListedProblems) kept.push({ code, at, values })
  }
  return { kept, add, count: () => count }
}

function readOperations(document: JsonObject, baseUrl: string, notes: WarningCollector): UnresolvedOperation[] {
  const found = new Map<string, UnresolvedOperation>()
  const prefixOf = createPathPrefix(document, baseUrl, notes)
  for (const [path, given] of listOwnProperties(getOwnProperty(document, 'paths'))) {
    // Extensions (`x-…`) are among the paths.
    if (!path.startsWith('/')) continue
    const at = formatPointer(['paths', path])
    const item = followReferences(document, given)
    if (!isJsonObject(item)) {
      notes.add('unreadableOperation', at, { operation: path })
      continue
    }
    for (const method of consoleMethods) {
      const operation = getOwnProperty(item, method.toLowerCase())
      if (operation === undefined) continue
      const pointer = `${at}/${method.toLowerCase()}`
      if (!isJsonObject(operation)) {
        notes.add('unreadableOperation', pointer, { operation: `${method} ${path}` })
        continue
      }
      const fullPath = prefixOf(operation, item, pointer) + path
      if (!/^\/v1(\/|$)/.test(fullPath) || /[?#\\\s]|\/\.{1,2}(\/|$)/.test(fullPath)) {
        notes.add('outsideV1', pointer, { operation: `${method} ${fullPath}`.slice(0, 300) })
        continue
      }
      const summary = summarize(method, fullPath, operation)
      // Two templates that differ in the names of their parameters only are the same path.
      const key = `${method} ${fullPath.replaceAll(/\{[^/}]*\}/g, '{}')}`
      if (found.has(key)) {
        notes.add('sameOperation', pointer, { operation: summary.id })
        continue
      }
      if (found.size >= openapiDocumentLimits.operations)
        throw new RefusedOpenapiDocumentError('tooManyOperations', '/paths', { max: openapiDocumentLimits.operations })
      found.set(key, { summary, item, operation })
    }
  }
  return [...found.values()].sort((one, other) => compare(one.summary, other.summary))
}

function compare(one: OpenapiOperationSummary, other: OpenapiOperationSummary): number {
  // The operations without a group are last.
  if (one.group !== other.group)
    return one.group === '' ? 1 : other.group === '' ? -1 : one.group < other.group ? -1 : 1
  if (one.path !== other.path) return one.path < other.path ? -1 : 1
  return consoleMethods.indexOf(one.method) - consoleMethods.indexOf(other.method)
}

function summarize(
  method: OpenapiOperationSummary['method'],
  path: string,
  operation: JsonObject,
): OpenapiOperationSummary {
  const tags = getOwnProperty(operation, 'tags')
  return {
    id: `${method} ${path}`,
    method,
    path,
    summary:
      toTrimmedText(getOwnProperty(operation, 'summary'), 200) ||
      toTrimmedText(getOwnProperty(operation, 'operationId'), 200),
    group: Array.isArray(tags) ? toTrimmedText(tags[0], 100) : '',
    isDeprecated: getOwnProperty(operation, 'deprecated') === true,
    isPaid: isPaidOperation(method, path),
  }
}

/** The path of the server of an operation, below the account's base URL: usually empty or `/v1`. */
function createPathPrefix(document: JsonObject, baseUrl: string, notes: WarningCollector) {
  const base = URL.parse(baseUrl)
  const basePath = (base?.pathname ?? '').replace(/\/(v1\/?)?$/, '')
  const noted = new Set<string>()

  return (operation: JsonObject, item: JsonObject, pointer: string): string => {
    const servers = [operation, item, document].map((holder) => getOwnProperty(holder, 'servers')).find(Array.isArray)
    const stated = getOwnProperty((servers as unknown[] | undefined)?.[0], 'url')
    if (typeof stated !== 'string') return ''
    // A server that is not absolute is on the host of the account's base URL. Variables in it stay as they are.
    const server = URL.parse(stated, base?.origin)
    if (server === null) return ''
    if (server.host !== base?.host && !noted.has(server.host)) {
      noted.add(server.host)
      notes.add('otherServer', pointer, { server: server.host.slice(0, 200), baseUrl })
    }
    const path = server.pathname.replace(/\/+$/, '')
    return basePath !== '' && path.startsWith(basePath) ? path.slice(basePath.length) : path
  }
}
