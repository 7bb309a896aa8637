import { parentPort } from 'node:worker_threads'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openapiDocumentLimits } from '#main/openapi/openapi-limits.ts'
import { throwIfUnsafeOpenapiDocument } from './throw-if-unsafe-document.ts'
import { checkDocumentConformance } from './check-document-conformance.ts'
import { checkOperationValues } from './check-operation-values.ts'
import { filterOperations } from './filter-operations.ts'
import { parseJsonOrYamlFile } from './parse-json-or-yaml-file.ts'
import { findDocumentOperations, type DocumentWithOperations } from './find-operations-of-openapi-document.ts'
import { buildOperationFormAndSchemas } from './build-operation-form-and-schemas.ts'
import { RefusedOpenapiDocumentError } from './refused-openapi-document-error.ts'
import type { OpenapiWorkerAnswer, OpenapiWorkerRequestName, OpenapiWorkerRequests } from './worker-requests.ts'

type WorkerHandlers = {
  [Name in OpenapiWorkerRequestName]: (
    input: OpenapiWorkerRequests[Name]['input'],
  ) => OpenapiWorkerRequests[Name]['output'] | Promise<OpenapiWorkerRequests[Name]['output']>
}

/** The document that was loaded last. */
let loaded: { id: string; read: DocumentWithOperations } | null = null

function requireLoaded(documentId: string): DocumentWithOperations {
  if (loaded?.id !== documentId) throw new Error('The document is not loaded')
  return loaded.read
}

function findOperation({ documentId, operationId }: { documentId: string; operationId: string }) {
  const read = requireLoaded(documentId)
  const operation = read.operations.find(({ summary }) => summary.id === operationId)
  return operation ? buildOperationFormAndSchemas(read, operation) : null
}

const handlers: WorkerHandlers = {
  async read({ bytes, baseUrl }) {
    const value = parseJsonOrYamlFile(bytes)
    throwIfUnsafeOpenapiDocument(value)
    const read = findDocumentOperations(value, baseUrl)
    const { title, version, openapiVersion, operations, notes } = read
    const errors = await checkDocumentConformance(read.document)
    return {
      summary: {
        title,
        version,
        openapiVersion,
        operationCount: operations.length,
        notes: [...notes, ...errors].slice(0, openapiDocumentLimits.maxListedProblems),
        noteCount: read.noteCount + errors.length,
      },
      packed: new Uint8Array(gzipSync(JSON.stringify(value))),
    }
  },
  load({ documentId, packed, baseUrl }) {
    const text = gunzipSync(packed, { maxOutputLength: openapiDocumentLimits.characters * 4 }).toString()
    loaded = { id: documentId, read: findDocumentOperations(JSON.parse(text), baseUrl) }
    return null
  },
  operations: ({ documentId, filter }) => filterOperations(requireLoaded(documentId).operations, filter),
  operation: (wanted) => findOperation(wanted)?.form ?? null,
  check({ given, ...wanted }) {
    const found = findOperation(wanted)
    return found && checkOperationValues(found.schemas, given)
  },
}

async function answer(name: OpenapiWorkerRequestName, input: never): Promise<OpenapiWorkerAnswer> {
  try {
    return { output: await handlers[name](input) }
  } catch (error) {
    if (error instanceof RefusedOpenapiDocumentError) return { refusal: error.refusal }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', ({ name, input }: { name: OpenapiWorkerRequestName; input: never }) => {
  void answer(name, input).then((message) => parentPort?.postMessage(message))
})
