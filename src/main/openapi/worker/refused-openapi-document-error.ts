import type { OpenapiDocumentRefusalCode, OpenapiDocumentRefusal } from '#shared/openapi/openapi-document-problems.ts'

/** Ends the import of a document that is refused as a whole. */
export class RefusedOpenapiDocumentError extends Error {
  readonly refusal: OpenapiDocumentRefusal

  constructor(code: OpenapiDocumentRefusalCode, at = '', values: OpenapiDocumentRefusal['values'] = {}) {
    super(code)
    this.refusal = { code, at, values }
  }
}
