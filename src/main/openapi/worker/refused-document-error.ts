import type { DocumentRefusal, RefusedDocument } from '#shared/openapi/document-problems.ts'

/** Ends the import of a document that is refused as a whole. */
export class RefusedDocumentError extends Error {
  readonly refusal: RefusedDocument

  constructor(code: DocumentRefusal, at = '', values: RefusedDocument['values'] = {}) {
    super(code)
    this.refusal = { code, at, values }
  }
}
