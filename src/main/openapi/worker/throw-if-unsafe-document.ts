import { openapiDocumentLimits } from '#main/openapi/openapi-limits.ts'
import { formatPointer } from './json-pointer.ts'
import { RefusedDocumentError } from './refused-document-error.ts'

/**
 * Throws `RefusedDocumentError` for a document that exceeds `openapiDocumentLimits`, contains `__proto__` as a name, or
 * refers to anything outside itself. YAML allows a value that contains itself. It counts as too deep.
 */
export function throwIfUnsafeOpenapiDocument(document: unknown): void {
  let values = 0
  let characters = 0

  function countText(text: string): void {
    characters += text.length
    if (characters > openapiDocumentLimits.characters)
      throw new RefusedDocumentError('tooManyCharacters', '', { max: openapiDocumentLimits.characters })
  }

  function walk(value: unknown, path: (string | number)[]): void {
    values += 1
    if (values > openapiDocumentLimits.values)
      throw new RefusedDocumentError('tooManyValues', '', { max: openapiDocumentLimits.values })
    if (typeof value === 'string') countText(value)
    if (typeof value !== 'object' || value === null) return
    if (path.length >= openapiDocumentLimits.depth)
      throw new RefusedDocumentError('tooDeep', formatPointer(path.slice(0, 5)), { max: openapiDocumentLimits.depth })
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walkAt(item, index, path)
      return
    }
    for (const [name, item] of Object.entries(value)) {
      countText(name)
      if (name.length > openapiDocumentLimits.nameLength)
        throw new RefusedDocumentError('longName', formatPointer(path), { max: openapiDocumentLimits.nameLength })
      if (name === '__proto__') throw new RefusedDocumentError('prototypeKey', formatPointer(path))
      if (name === '$ref' && typeof item === 'string' && !item.startsWith('#'))
        throw new RefusedDocumentError('outsideReference', formatPointer(path), { reference: item.slice(0, 300) })
      walkAt(item, name, path)
    }
  }

  function walkAt(item: unknown, name: string | number, path: (string | number)[]): void {
    path.push(name)
    walk(item, path)
    path.pop()
  }

  walk(document, [])
}
