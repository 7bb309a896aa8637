import { openapiOperationLimits } from '#main/openapi/openapi-limits.ts'
import { isJsonObject, listOwnProperties, getOwnProperty, type JsonObject } from './json-object.ts'
import { resolvePointer } from './json-pointer.ts'

/** A schema of JSON Schema 2020-12. */
export type JsonSchema = boolean | JsonObject

/**
 * The schemas of one operation in JSON Schema 2020-12, without the rest of the document. References point to
 * `#/$defs/NAME`, so that a schema may contain itself.
 */
export interface SchemaExtractor {
  /** Adds a schema of the document. */
  extract(schema: unknown): JsonSchema
  definitions: Record<string, JsonSchema>
  /** The schema to which an extracted reference points. */
  resolve(schema: JsonSchema): JsonSchema
  /** True if parts of a schema were too large, or referred to nothing. These parts now allow any value. */
  isPartial(): boolean
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
const texts = ['format', 'pattern', 'title', 'description', 'contentMediaType', 'contentEncoding']
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']
const flags = ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated']
const values = ['const', 'default', 'example', 'examples']
const schemas = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const maps = ['properties', 'patternProperties', 'dependentSchemas']

/** Keywords outside these lists are left out, malformed ones too: they cannot make the validator fail. */
export function createSchemaExtractor(document: JsonObject, is30: boolean): SchemaExtractor {
  const definitions: Record<string, JsonSchema> = {}
  const names = new Map<string, string>()
  let count = 0
  let isPartial = false

  function anything(): JsonSchema {
    isPartial = true
    return true
  }

  function extractReference(reference: string): JsonSchema {
    const known = names.get(reference)
    if (known !== undefined) return { $ref: `#/$defs/${known}` }
    const target = resolvePointer(document, reference)
    if (target === undefined) return anything()
    const name = `d${names.size}`
    names.set(reference, name)
    definitions[name] = extract(target)
    return { $ref: `#/$defs/${name}` }
  }

  function extract(schema: unknown): JsonSchema {
    count += 1
    if (count > openapiOperationLimits.schemas) return anything()
    if (typeof schema === 'boolean') return schema
    if (!isJsonObject(schema)) return anything()
    const reference = getOwnProperty(schema, '$ref')
    if (typeof reference !== 'string') return extractKeywords(schema)
    const target = extractReference(reference)
    // In 3.0, keywords beside a reference have no meaning.
    if (is30 || Object.keys(schema).length === 1) return target
    return { ...extractKeywords(schema), allOf: [target, ...extractList(getOwnProperty(schema, 'allOf'))] }
  }

  const extractList = (list: unknown): JsonSchema[] => (Array.isArray(list) ? list.map(extract) : [])

  function extractKeywords(schema: JsonObject): JsonObject {
    const extracted: JsonObject = {}
    const copy = (keywords: string[], isValid: (value: unknown) => boolean) => {
      for (const keyword of keywords) {
        const value = getOwnProperty(schema, keyword)
        if (value !== undefined && isValid(value)) extracted[keyword] = value
      }
    }
    copy(texts, (value) => typeof value === 'string')
    copy(counts, (value) => Number.isSafeInteger(value) && (value as number) >= 0)
    copy(numbers, (value) => Number.isFinite(value))
    copy(['multipleOf'], (value) => Number.isFinite(value) && (value as number) > 0)
    copy(flags, (value) => value === true)
    copy(values, () => true)
    copy(['enum'], (value) => Array.isArray(value) && value.length > 0)
    const required = getOwnProperty(schema, 'required')
    if (Array.isArray(required))
      extracted['required'] = [...new Set(required.filter((name) => typeof name === 'string'))]
    const type = [getOwnProperty(schema, 'type')].flat().filter((name) => types.has(name as string))
    if (type.length > 0) extracted['type'] = [...new Set(type)]
    for (const keyword of schemas) {
      const inner = getOwnProperty(schema, keyword)
      // In old documents, `items` may be a list.
      if (inner !== undefined && !Array.isArray(inner)) extracted[keyword] = extract(inner)
    }
    for (const keyword of lists) {
      const list = extractList(getOwnProperty(schema, keyword))
      if (list.length > 0) extracted[keyword] = list
    }
    for (const keyword of maps) {
      const entries = listOwnProperties(getOwnProperty(schema, keyword)).map(
        ([name, inner]) => [name, extract(inner)] as const,
      )
      if (entries.length > 0) extracted[keyword] = Object.fromEntries(entries)
    }
    if (is30) applyKeywordsOf30(schema, extracted)
    dropReadOnly(extracted)
    return extracted
  }

  /** Properties that only answers contain. */
  function dropReadOnly(extracted: JsonObject): void {
    const readOnly = listOwnProperties(extracted['properties'])
      .filter(([, inner]) => getOwnProperty(resolve(inner as JsonSchema), 'readOnly') === true)
      .map(([name]) => name)
    if (readOnly.length === 0) return
    extracted['properties'] = Object.fromEntries(
      listOwnProperties(extracted['properties']).filter(([name]) => !readOnly.includes(name)),
    )
    const required = extracted['required'] as string[] | undefined
    if (required) extracted['required'] = required.filter((name) => !readOnly.includes(name))
  }

  function resolve(schema: JsonSchema): JsonSchema {
    let found = schema
    for (let step = 0; step < names.size + 1; step += 1) {
      const reference = getOwnProperty(found, '$ref')
      if (typeof reference !== 'string') return found
      found = definitions[reference.slice('#/$defs/'.length)] ?? true
    }
    return true
  }

  return { extract, definitions, resolve, isPartial: () => isPartial }
}

/** `nullable` and boolean exclusive limits, which later versions write in other keywords. */
function applyKeywordsOf30(schema: JsonObject, extracted: JsonObject): void {
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (getOwnProperty(schema, exclusive) !== true || extracted[limit] === undefined) continue
    extracted[exclusive] = extracted[limit]
    delete extracted[limit]
  }
  if (getOwnProperty(schema, 'nullable') !== true) return
  if (Array.isArray(extracted['type'])) extracted['type'] = [...(extracted['type'] as string[]), 'null']
  const options = extracted['enum']
  if (Array.isArray(options) && !options.includes(null)) extracted['enum'] = [...(options as unknown[]), null]
}
