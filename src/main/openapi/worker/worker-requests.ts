import type { OpenapiDocument, OpenapiOperationWithFields, OpenapiOperationSummary } from '#shared/ipc/openapi.ts'
import type { OpenapiDocumentRefusal } from '#shared/openapi/openapi-document-problems.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import type { OperationValueCheckResult, OperationValuesToCheck } from './check-operation-values.ts'

/** The fields of a document that are stored with it after it was read. */
export type OpenapiDocumentSummary = Pick<
  OpenapiDocument,
  'title' | 'version' | 'openapiVersion' | 'operationCount' | 'notes' | 'noteCount'
>

/** A document as it is stored: its JSON, compressed. */
export type GzippedDocument = Uint8Array<ArrayBuffer>

export interface OpenapiOperationFilter {
  text: string
  group: string | null
  offset: number
  limit: number
}

export interface OpenapiOperationPage extends PageOf<OpenapiOperationSummary> {
  groups: { name: string; count: number }[]
}

/** The requests to the worker, each with its answer. */
export interface OpenapiWorkerRequests {
  /** Reads a file. */
  read: {
    input: { bytes: Uint8Array; baseUrl: string }
    output: { summary: OpenapiDocumentSummary; packed: GzippedDocument }
  }
  /** Keeps a stored document in memory for the requests below. */
  load: { input: { documentId: string; packed: Uint8Array; baseUrl: string }; output: null }
  operations: { input: { documentId: string; filter: OpenapiOperationFilter }; output: OpenapiOperationPage }
  /** Null: the document has no such operation. */
  operation: { input: { documentId: string; operationId: string }; output: OpenapiOperationWithFields | null }
  check: {
    input: { documentId: string; operationId: string; given: OperationValuesToCheck }
    output: OperationValueCheckResult | null
  }
}
export type OpenapiWorkerRequestName = keyof OpenapiWorkerRequests

export type OpenapiWorkerAnswer =
  | { output: unknown }
  | { refusal: OpenapiDocumentRefusal }
  /** An error of the worker's own code. */
  | { bug: string }
