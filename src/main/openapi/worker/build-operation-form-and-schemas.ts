import type { OpenapiOperationWithFields } from '#shared/ipc/openapi.ts'
import type { OperationFormField } from '#shared/openapi/operation-form-schemas.ts'
import { openapiOperationLimits } from '#main/openapi/openapi-limits.ts'
import { createFormFieldBuilder } from './form-field-builder.ts'
import { isJsonObject, listOwnProperties, getOwnProperty, type JsonObject } from './json-object.ts'
import { followReferences } from './json-pointer.ts'
import { createSchemaExtractor, type JsonSchema } from './extract-operation-schemas.ts'
import {
  toTrimmedText,
  type UnresolvedOperation,
  type DocumentWithOperations,
} from './find-operations-of-openapi-document.ts'

/** The schemas of an operation, as the validator takes them. */
export interface OperationSchemas {
  path: JsonSchema
  query: JsonSchema
  /** Null: no JSON body is described. */
  body: JsonSchema | null
  isBodyRequired: boolean
  definitions: Record<string, JsonSchema>
  isPartial: boolean
}

interface Parameter {
  name: string
  place: 'path' | 'query' | 'header' | 'cookie'
  isRequired: boolean
  given: JsonObject
  schema: JsonSchema
}

const separators: Record<string, ',' | ' ' | '|'> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

/** Builds the form of an operation, and the schemas that its values are checked against. */
export function buildOperationFormAndSchemas(
  { document, is30 }: DocumentWithOperations,
  { summary, item, operation }: UnresolvedOperation,
): { form: OpenapiOperationWithFields; schemas: OperationSchemas } {
  const extractor = createSchemaExtractor(document, is30)
  const build = createFormFieldBuilder(extractor)
  const parameters = readParameters()
  const body = readBody()
  const inPlace = (place: Parameter['place']) => parameters.filter((parameter) => parameter.place === place)

  function readParameters(): Parameter[] {
    const found = new Map<string, Parameter>()
    // Parameters of the operation replace those of its path.
    for (const list of [getOwnProperty(item, 'parameters'), getOwnProperty(operation, 'parameters')]) {
      if (!Array.isArray(list)) continue
      for (const entry of list.slice(0, openapiOperationLimits.fields)) {
        const given = followReferences(document, entry)
        const name = getOwnProperty(given, 'name')
        const place = getOwnProperty(given, 'in') as Parameter['place']
        if (!isJsonObject(given) || typeof name !== 'string' || !['path', 'query', 'header', 'cookie'].includes(place))
          continue
        const [, media] = listOwnProperties(getOwnProperty(given, 'content'))[0] ?? []
        const schema = extractor.extract(getOwnProperty(given, 'schema') ?? getOwnProperty(media, 'schema') ?? true)
        const isRequired = place === 'path' || getOwnProperty(given, 'required') === true
        found.set(`${place} ${name}`, { name, place, isRequired, given, schema })
      }
    }
    for (const name of pathNames(summary.path)) {
      const key = `path ${name}`
      if (!found.has(key))
        found.set(key, { name, place: 'path', isRequired: true, given: {}, schema: { type: ['string'] } })
    }
    return [...found.values()]
  }

  function readBody(): { isRequired: boolean; schema: JsonSchema | null; otherType: string | null } {
    const given = followReferences(document, getOwnProperty(operation, 'requestBody'))
    const isRequired = getOwnProperty(given, 'required') === true
    const types = listOwnProperties(getOwnProperty(given, 'content'))
    const [, json] = types.find(([type]) => isJsonType(type)) ?? []
    if (json !== undefined)
      return { isRequired, schema: extractor.extract(getOwnProperty(json, 'schema') ?? true), otherType: null }
    return { isRequired: false, schema: null, otherType: isRequired ? (types[0]?.[0] ?? null) : null }
  }

  function toField({ name, isRequired, given, schema }: Parameter): OperationFormField {
    const isDeprecated = getOwnProperty(given, 'deprecated') === true
    return build(schema, { name, isRequired, description: getOwnProperty(given, 'description'), isDeprecated })
  }

  function toObjectSchema(place: Parameter['place']): JsonSchema {
    const ofPlace = inPlace(place)
    return {
      type: 'object',
      properties: Object.fromEntries(ofPlace.map(({ name, schema }) => [name, schema])),
      required: ofPlace.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    }
  }

  const names = pathNames(summary.path)
  const form: OpenapiOperationWithFields = {
    ...summary,
    description: toTrimmedText(getOwnProperty(operation, 'description'), openapiOperationLimits.descriptionLength),
    pathFields: inPlace('path')
      .filter(({ name }) => names.includes(name))
      .sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
      .map(toField),
    queryFields: inPlace('query').map((parameter) => ({
      field: toField(parameter),
      separator: separatorOf(parameter.given),
    })),
    body: body.schema === null ? null : build(body.schema, { name: '', isRequired: body.isRequired }),
    unsupported: [
      ...parameters
        .filter(({ place, isRequired, name }) => isRequired && isUnsent(place, name))
        .map(({ place, name }) => `${place}: ${name}`),
      ...(body.otherType === null ? [] : [`body: ${body.otherType.slice(0, 100)}`]),
    ],
  }
  return {
    form,
    schemas: {
      path: toObjectSchema('path'),
      query: toObjectSchema('query'),
      body: body.schema,
      isBodyRequired: body.isRequired,
      definitions: extractor.definitions,
      isPartial: extractor.isPartial(),
    },
  }
}

/** The names of the parameters in a path template, in order. */
function pathNames(path: string): string[] {
  return [...path.matchAll(/\{([^/}]*)\}/g)].map((match) => match[1] as string)
}

function isJsonType(type: string): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type) || type === '*/*' || type === 'application/*'
}

/** Banto sends no cookies, and of all headers only these three, which every call has. */
function isUnsent(place: Parameter['place'], name: string): boolean {
  if (place === 'cookie') return true
  return place === 'header' && !['authorization', 'content-type', 'accept'].includes(name.toLowerCase())
}

function separatorOf(parameter: JsonObject): ',' | ' ' | '|' | null {
  const style = getOwnProperty(parameter, 'style') ?? 'form'
  const explodes = getOwnProperty(parameter, 'explode') ?? style === 'form'
  return explodes === true ? null : (separators[String(style)] ?? ',')
}
