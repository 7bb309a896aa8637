import { Validator } from '@seriousme/openapi-schema-validator'
import type { OpenapiDocumentWarning } from '#shared/openapi/openapi-document-problems.ts'
import type { JsonObject } from './json-object.ts'

const combining = new Set(['if', 'oneOf', 'anyOf', 'allOf', '$ref', '$dynamicRef'])
const reasonLength = 200

/**
 * Validates a document against the schema of its OpenAPI version, without following references. Returns at most one
 * warning, for the error that lies deepest in the document, because it names the cause best. A document with a warning
 * is imported all the same: most deviations are in parts that are not used.
 */
export async function checkDocumentConformance(document: JsonObject): Promise<OpenapiDocumentWarning[]> {
  const { errors = [] } = await new Validator().validate(document)
  // The validator returns a text, not a list, when it cannot resolve a reference. References are checked where they are
  // used.
  if (typeof errors === 'string') return []
  const depth = (path: string) => path.split('/').length
  const [deepest] = errors
    .filter(({ keyword }) => !combining.has(keyword))
    .sort((one, other) => depth(other.instancePath) - depth(one.instancePath))
  if (!deepest) return []
  const reason = deepest.message ?? deepest.keyword
  return [{ code: 'notConforming', at: deepest.instancePath, values: { reason: reason.slice(0, reasonLength) } }]
}
