import type { OperationFormControl, OperationFormField, JsonScalar } from '#shared/openapi/operation-form-schemas.ts'
import { isSensitiveFieldName } from '#shared/console/is-sensitive-field-or-text.ts'
import { openapiOperationLimits } from '#main/openapi/openapi-limits.ts'
import { isJsonObject, listOwnProperties, getOwnProperty, type JsonObject } from './json-object.ts'
import type { JsonSchema, SchemaExtractor } from './extract-operation-schemas.ts'
import { toTrimmedText } from './find-operations-of-openapi-document.ts'

interface FieldPlace {
  name: string
  isRequired: boolean
  /** The description of a parameter. It takes precedence over the description of the schema. */
  description?: unknown
  isDeprecated?: boolean
}

const longTextLength = 255
const exampleLength = 200

/**
 * Builds the fields for extracted schemas. A schema that contains itself, is too deep or has no form is typed as JSON.
 * One builder is for one operation, whose number of fields is limited.
 */
export function createFormFieldBuilder(extractor: Pick<SchemaExtractor, 'resolve'>) {
  let count = 0

  function build(schema: JsonSchema, place: FieldPlace, above: readonly JsonSchema[] = []): OperationFormField {
    count += 1
    const resolved = extractor.resolve(schema)
    const merged = mergeAllOf(resolved, extractor)
    const own = isJsonObject(merged) ? merged : {}
    const types = [getOwnProperty(own, 'type') ?? []].flat() as string[]
    const isTooMuch =
      count > openapiOperationLimits.fields ||
      above.length >= openapiOperationLimits.fieldDepth ||
      above.includes(resolved)
    const variants = alternativesOf(own, extractor)
    const isSecret = getOwnProperty(own, 'format') === 'password' || isSensitiveFieldName(place.name)
    const json: OperationFormControl = { kind: 'json', isSecret }
    const inner = [...above, resolved]
    return {
      name: place.name,
      title: toTrimmedText(getOwnProperty(own, 'title'), 200) || null,
      description:
        toTrimmedText(place.description, openapiOperationLimits.descriptionLength) ||
        toTrimmedText(getOwnProperty(own, 'description'), openapiOperationLimits.descriptionLength) ||
        null,
      isRequired: place.isRequired,
      isNullable: types.includes('null') || variants.isNullable || hasNullOption(own),
      isDeprecated: place.isDeprecated === true || getOwnProperty(own, 'deprecated') === true,
      defaultJson: toJson(getOwnProperty(own, 'default')),
      example: toExample(own),
      control:
        isTooMuch || merged === null ? json : (buildControl(own, types, variants.schemas, inner, isSecret) ?? json),
    }
  }

  function buildControl(
    own: JsonObject,
    types: readonly string[],
    variants: readonly JsonSchema[],
    above: readonly JsonSchema[],
    isSecret: boolean,
  ): OperationFormControl | null {
    const options = optionsOf(own)
    if (options !== null) return { kind: 'choice', options }
    if (variants.length === 1) return build(variants[0] as JsonSchema, { name: '', isRequired: true }, above).control
    // Properties beside `oneOf` or `anyOf` belong to every alternative. A choice field cannot show that.
    if (variants.length > 1) return getOwnProperty(own, 'properties') === undefined ? toVariants(variants, above) : null
    const kinds = types.filter((type) => type !== 'null')
    if (kinds.length > 1) return null
    switch (kinds[0] ?? guessType(own)) {
      case 'string':
        return {
          kind: 'text',
          isSecret,
          isLong: (countOf(own, 'maxLength') ?? 0) > longTextLength,
          format: toTrimmedText(getOwnProperty(own, 'format'), 60) || null,
          minLength: countOf(own, 'minLength'),
          maxLength: countOf(own, 'maxLength'),
          pattern: toTrimmedText(getOwnProperty(own, 'pattern'), 300) || null,
        }
      case 'integer':
      case 'number':
        return {
          kind: 'number',
          isInteger: kinds[0] === 'integer',
          minimum: countOf(own, 'minimum'),
          maximum: countOf(own, 'maximum'),
        }
      case 'boolean':
        return { kind: 'boolean' }
      case 'array': {
        const items = getOwnProperty(own, 'items')
        if (!isJsonObject(items) || getOwnProperty(own, 'prefixItems') !== undefined) return null
        const item = build(items, { name: '', isRequired: true }, above)
        return { kind: 'list', item, minItems: countOf(own, 'minItems'), maxItems: countOf(own, 'maxItems') }
      }
      case 'object':
        return toObject(own, above)
      default:
        return null
    }
  }

  function toObject(own: JsonObject, above: readonly JsonSchema[]): OperationFormControl | null {
    const properties = listOwnProperties(getOwnProperty(own, 'properties')) as [string, JsonSchema][]
    // An object of any names, such as a map of texts.
    if (properties.length === 0) return null
    const required = (getOwnProperty(own, 'required') ?? []) as string[]
    const fields = properties.map(([name, schema]) =>
      build(schema, { name, isRequired: required.includes(name) }, above),
    )
    return { kind: 'object', fields }
  }

  function toVariants(variants: readonly JsonSchema[], above: readonly JsonSchema[]): OperationFormControl {
    return {
      kind: 'variants',
      variants: variants.map((schema, index) => {
        const field = build(schema, { name: '', isRequired: true }, above)
        return { ...field, name: field.title ?? String(index + 1) }
      }),
    }
  }

  return build
}

/** The alternatives of a schema. The alternative `null` is left out and reported by a flag instead. */
function alternativesOf(own: JsonObject, extractor: Pick<SchemaExtractor, 'resolve'>) {
  const all = ((getOwnProperty(own, 'oneOf') ?? getOwnProperty(own, 'anyOf') ?? []) as JsonSchema[]).slice(
    0,
    openapiOperationLimits.options,
  )
  const isNull = (schema: JsonSchema) => {
    const type = getOwnProperty(extractor.resolve(schema), 'type')
    return Array.isArray(type) && type.length === 1 && type[0] === 'null'
  }
  return { schemas: all.filter((schema) => !isNull(schema)), isNullable: all.some(isNull) }
}

/**
 * Merges the parts of `allOf` into one schema. Returns true if any value is allowed, and null if the parts are not
 * objects or need separate forms.
 */
function mergeAllOf(
  schema: JsonSchema,
  extractor: Pick<SchemaExtractor, 'resolve'>,
  depth = 0,
): JsonObject | true | null {
  if (!isJsonObject(schema)) return schema === true ? true : null
  const parts = getOwnProperty(schema, 'allOf') as JsonSchema[] | undefined
  if (parts === undefined) return schema
  if (depth > openapiOperationLimits.fieldDepth) return null
  const { allOf: _, ...own } = schema
  const merged: JsonObject = {}
  for (const part of [...parts.map((each) => mergeAllOf(extractor.resolve(each), extractor, depth + 1)), own]) {
    if (part === null) return null
    if (part === true) continue
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === 'properties')
        merged['properties'] = { ...(merged['properties'] as JsonObject), ...(value as JsonObject) }
      else if (keyword === 'required')
        merged['required'] = [...((merged['required'] ?? []) as string[]), ...(value as string[])]
      else if ((keyword === 'oneOf' || keyword === 'anyOf') && merged[keyword] !== undefined) return null
      else merged[keyword] = value
    }
  }
  return merged
}

function optionsOf(own: JsonObject): JsonScalar[] | null {
  const constant = getOwnProperty(own, 'const')
  const options = constant === undefined ? getOwnProperty(own, 'enum') : [constant]
  if (!Array.isArray(options) || options.length > openapiOperationLimits.options) return null
  const scalars = options.filter((option) => option === null || typeof option !== 'object') as JsonScalar[]
  return scalars.length === options.length ? scalars.filter((option) => option !== null) : null
}

function hasNullOption(own: JsonObject): boolean {
  const options = getOwnProperty(own, 'enum')
  return Array.isArray(options) && options.includes(null)
}

function guessType(own: JsonObject): string | null {
  if (getOwnProperty(own, 'properties') !== undefined) return 'object'
  if (getOwnProperty(own, 'items') !== undefined) return 'array'
  const textKeywords = ['format', 'pattern', 'minLength', 'maxLength']
  return textKeywords.some((keyword) => getOwnProperty(own, keyword) !== undefined) ? 'string' : null
}

function countOf(own: JsonObject, keyword: string): number | null {
  const value = getOwnProperty(own, keyword)
  return typeof value === 'number' ? value : null
}

function toJson(value: unknown): string | null {
  const json = value === undefined ? undefined : JSON.stringify(value)
  return json === undefined || json.length > openapiOperationLimits.descriptionLength ? null : json
}

function toExample(own: JsonObject): string | null {
  const examples = getOwnProperty(own, 'examples')
  const example = getOwnProperty(own, 'example') ?? (Array.isArray(examples) ? examples[0] : undefined)
  if (example === undefined || example === null) return null
  const text = typeof example === 'object' ? JSON.stringify(example) : String(example)
  return text.length > exampleLength ? null : text
}
