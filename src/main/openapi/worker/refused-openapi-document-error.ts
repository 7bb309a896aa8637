import type { OpenapiDocumentRefusal, RefusedOpenapiDocument } from '#shared/openapi/openapi-document-problems.ts'

/** Ends the import of a document that is refused as a whole. */
export class RefusedOpenapiDocumentError extends Error {
  readonly refusal: RefusedOpenapiDocument

  constructor(code: OpenapiDocumentRefusal, at = '', values: RefusedOpenapiDocument['values'] = {}) {
    super(code)
    this.refusal = { code, at, values }
  }
}
