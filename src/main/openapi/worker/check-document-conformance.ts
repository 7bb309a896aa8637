import { Validator } from '@seriousme/openapi-schema-validator'
import type { DocumentWarning } from '#shared/openapi/document-problems.ts'
import type { JsonObject } from './json-pointer.ts'

const combining = new Set(['if', 'oneOf', 'anyOf', 'allOf', '$ref', '$dynamicRef'])
const reasonLength = 200

/**
 * Compares a document with the schema of its OpenAPI version, without its references. A document that does not conform
 * is imported all the same, because most deviations concern parts that are not used. Returns the deepest error.
 */
export async function checkDocumentConformance(document: JsonObject): Promise<DocumentWarning[]> {
  const { errors = [] } = await new Validator().validate(document)
  // A text concerns references, which are read where they are used.
  if (typeof errors === 'string') return []
  const depth = (path: string) => path.split('/').length
  const [deepest] = errors
    .filter(({ keyword }) => !combining.has(keyword))
    .sort((one, other) => depth(other.instancePath) - depth(one.instancePath))
  if (!deepest) return []
  const reason = deepest.message ?? deepest.keyword
  return [{ code: 'notConforming', at: deepest.instancePath, values: { reason: reason.slice(0, reasonLength) } }]
}
