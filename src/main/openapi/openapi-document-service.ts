import { AppError } from '#shared/app-error.ts'
import type { CommandOutput, ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { OpenapiDocument, OpenapiOperationWithFields, PinnedServerOperation } from '#shared/ipc/openapi.ts'
import type { OpenapiDocumentRefusal } from '#shared/openapi/openapi-document-problems.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { createOpenapiWorkerClient, type StoredDocumentRequestName } from './openapi-worker-client.ts'
import { createImportedOpenapiDocumentStore } from './imported-openapi-document-store.ts'
import { openapiDocumentLimits } from './openapi-limits.ts'
import { createOperationsPinnedToServerPagesStore } from './operations-pinned-to-server-pages-store.ts'
import { RefusedOpenapiDocumentError } from '#main/openapi/worker/refused-openapi-document-error.ts'
import type { OperationValueCheckResult, OperationValuesToCheck } from '#main/openapi/worker/check-operation-values.ts'
import type { OpenapiWorkerRequests } from '#main/openapi/worker/worker-requests.ts'

/** A file that the user chose. `bytes` null: it is larger than was asked for, or cannot be read. */
export interface ChosenFile {
  name: string
  bytes: Uint8Array<ArrayBuffer> | null
  isTooLarge: boolean
}

export interface OpenapiDocumentServiceDeps {
  database: Database
  clock: Clock
  newId: () => string
  /** The base URL of an account. Throws `not_found`. */
  baseUrlOf: (accountId: string) => string
  /** Shows an open dialog and reads the file; null when the user closed the dialog. */
  chooseAndReadFile: (extensions: string[], maxBytes: number) => Promise<ChosenFile | null>
  workerUrl: URL
}

/** OpenAPI documents that the user imports: their operations, forms and checks. */
export interface OpenapiDocumentService {
  import(accountId: string): Promise<CommandOutput<'openapi.import'>>
  list(accountId: string): OpenapiDocument[]
  remove(documentId: string): void
  searchOperations(input: ParsedCommandInput<'openapi.operations'>): Promise<CommandOutput<'openapi.operations'>>
  getOperation(documentId: string, operationId: string): Promise<OpenapiOperationWithFields>
  checkOperationValues(
    documentId: string,
    operationId: string,
    given: OperationValuesToCheck,
  ): Promise<OperationValueCheckResult>
  listPins(accountId: string): PinnedServerOperation[]
  pin(documentId: string, pin: Omit<PinnedServerOperation, 'id'>): Promise<PinnedServerOperation>
  unpin(pinId: string): void
  close(): Promise<void>
}

export function createOpenapiDocumentService({
  database,
  clock,
  newId,
  baseUrlOf,
  chooseAndReadFile,
  workerUrl,
}: OpenapiDocumentServiceDeps): OpenapiDocumentService {
  const documents = createImportedOpenapiDocumentStore({ database })
  const pins = createOperationsPinnedToServerPagesStore({ database })
  const worker = createOpenapiWorkerClient({ workerUrl, clock })

  async function read(baseUrl: string, { name, bytes, isTooLarge }: ChosenFile) {
    if (isTooLarge || bytes === null)
      throw new RefusedOpenapiDocumentError(isTooLarge ? 'tooLarge' : 'unreadable', '', {
        megabytes: openapiDocumentLimits.bytes / 1024 / 1024,
      })
    const { summary, packed } = await worker.read({ bytes, baseUrl })
    const document: OpenapiDocument = { id: newId(), fileName: name, importedAt: clock.now(), ...summary }
    documents.save(document, { packed, baseUrl })
    return document
  }

  /** A document that was read once may still take too long at another time, on a busy computer. */
  async function request<Name extends StoredDocumentRequestName>(
    name: Name,
    input: OpenapiWorkerRequests[Name]['input'],
  ): Promise<OpenapiWorkerRequests[Name]['output']> {
    const { documentId } = input
    documents.requireExists(documentId)
    try {
      return await worker.request(name, input, () => documents.content(documentId))
    } catch (error) {
      if (!(error instanceof RefusedOpenapiDocumentError)) throw error
      throw toAppError(error.refusal)
    }
  }

  async function requireOperation(documentId: string, operationId: string): Promise<OpenapiOperationWithFields> {
    const operation = await request('operation', { documentId, operationId })
    if (operation === null) throw noOperation(operationId)
    return operation
  }

  return {
    async import(accountId) {
      const baseUrl = baseUrlOf(accountId)
      const file = await chooseAndReadFile(['json', 'yaml', 'yml'], openapiDocumentLimits.bytes)
      if (file === null) return { outcome: 'closed' }
      try {
        return { outcome: 'imported', document: await read(baseUrl, file) }
      } catch (error) {
        if (!(error instanceof RefusedOpenapiDocumentError)) throw error
        return { outcome: 'refused', fileName: file.name, refusal: error.refusal }
      }
    },
    list: (accountId) => [documents.findByService(baseUrlOf(accountId))].filter((document) => document !== null),
    remove: documents.remove,
    searchOperations: ({ documentId, ...filter }) => request('operations', { documentId, filter }),
    getOperation: requireOperation,
    async checkOperationValues(documentId, operationId, given) {
      const checked = await request('check', { documentId, operationId, given })
      if (checked === null) throw noOperation(operationId)
      return checked
    },
    listPins: (accountId) => pins.findByService(baseUrlOf(accountId)),
    async pin(documentId, pin) {
      const { method, path } = await requireOperation(documentId, pin.operationId)
      const mayPin =
        method === 'GET' && path.includes(serverNamePlaceholder) && pin.path.includes(serverNamePlaceholder)
      if (!mayPin)
        throw new AppError('invalid_input', 'Only a reading operation with a server name in its path can be pinned')
      const saved = { ...pin, id: newId() }
      pins.save(documents.content(documentId).baseUrl, saved)
      return saved
    },
    unpin: pins.remove,
    close: worker.close,
  }
}

const serverNamePlaceholder = '{servername}'

function noOperation(operationId: string): AppError {
  return new AppError('not_found', 'The OpenAPI document has no such operation', { details: { operationId } })
}

function toAppError({ code, values }: OpenapiDocumentRefusal): AppError {
  return new AppError('document_unusable', `The OpenAPI document cannot be used now: ${code}`, {
    details: { code, ...values },
  })
}
