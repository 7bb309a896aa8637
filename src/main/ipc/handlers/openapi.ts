import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { OpenapiDocumentService } from '#main/openapi/openapi-document-service.ts'

export function createOpenapiHandlers({ openapi }: { openapi: OpenapiDocumentService }): HandlersOf<'openapi'> {
  return {
    'openapi.import': ({ accountId }) => openapi.import(accountId),
    'openapi.list': ({ accountId }) => openapi.list(accountId),
    'openapi.remove'({ documentId }) {
      openapi.remove(documentId)
      return null
    },
    'openapi.operations': (input) => openapi.searchOperations(input),
    'openapi.operation': ({ documentId, operationId }) => openapi.getOperation(documentId, operationId),
    'openapi.checkValues': ({ documentId, operationId, ...given }) =>
      openapi.checkOperationValues(documentId, operationId, given),
    'openapi.pins': ({ accountId }) => openapi.listPins(accountId),
    'openapi.pin': ({ documentId, ...pin }) => openapi.pin(documentId, pin),
    'openapi.unpin'({ pinId }) {
      openapi.unpin(pinId)
      return null
    },
  }
}
