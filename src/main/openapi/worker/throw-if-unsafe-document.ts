import { openapiDocumentLimits } from '#main/openapi/openapi-limits.ts'
import { formatPointer } from './json-pointer.ts'
import { RefusedOpenapiDocumentError } from './refused-openapi-document-error.ts'

/**
 * Throws `RefusedOpenapiDocumentError` for a document that exceeds `openapiDocumentLimits`, contains the name
 * `__proto__`, or refers to anything outside itself. YAML allows a value that contains itself. It counts as too deep.
 */
export function throwIfUnsafeOpenapiDocument(document: unknown): void {
  let values = 0
  let characters = 0

  function countText(text: string): void {
    characters += text.length
    if (characters > openapiDocumentLimits.characters)
      throw new RefusedOpenapiDocumentError('tooManyCharacters', '', { max: openapiDocumentLimits.characters })
  }

  function walk(value: unknown, path: (string | number)[]): void {
    values += 1
    if (values > openapiDocumentLimits.values)
      throw new RefusedOpenapiDocumentError('tooManyValues', '', { max: openapiDocumentLimits.values })
    if (typeof value === 'string') countText(value)
    if (typeof value !== 'object' || value === null) return
    if (path.length >= openapiDocumentLimits.depth)
      throw new RefusedOpenapiDocumentError('tooDeep', formatPointer(path.slice(0, 5)), {
        max: openapiDocumentLimits.depth,
      })
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walkAt(item, index, path)
      return
    }
    for (const [name, item] of Object.entries(value)) {
      countText(name)
      if (name.length > openapiDocumentLimits.nameLength)
        throw new RefusedOpenapiDocumentError('longName', formatPointer(path), {
          max: openapiDocumentLimits.nameLength,
        })
      if (name === '__proto__') throw new RefusedOpenapiDocumentError('prototypeKey', formatPointer(path))
      if (name === '$ref' && typeof item === 'string' && !item.startsWith('#'))
        throw new RefusedOpenapiDocumentError('outsideReference', formatPointer(path), {
          reference: item.slice(0, 300),
        })
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
