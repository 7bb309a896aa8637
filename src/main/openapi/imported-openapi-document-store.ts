import { AppError } from '#shared/app-error.ts'
import type { OpenapiDocument } from '#shared/ipc/openapi.ts'
import { openapiDocumentSchema } from '#shared/ipc/openapi.ts'
import { getServiceIdentity } from '#main/api/compare-services-by-base-url.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'
import type { OpenapiDocumentSummary } from '#main/openapi/worker/worker-requests.ts'

/** The imported documents. A document belongs to a service: to all spellings of one base URL. */
export interface ImportedOpenapiDocumentStore {
  /** Null without a document. Throws `database_damaged`. */
  findByService(baseUrl: string): OpenapiDocument | null
  /** Throws `not_found`. */
  requireExists(documentId: string): void
  /** Throws `not_found`. */
  content(documentId: string): { packed: Uint8Array; baseUrl: string }
  /** Replaces the document of the service. Its pinned readings stay. */
  save(document: OpenapiDocument, content: { packed: Uint8Array; baseUrl: string }): void
  /** Removes the document and its pinned readings. Throws `not_found`. */
  remove(documentId: string): void
}

interface DocumentRow {
  id: string
  fileName: string
  importedAt: number
  facts: string
}

export function createImportedOpenapiDocumentStore({ database }: { database: Database }): ImportedOpenapiDocumentStore {
  return {
    findByService(baseUrl) {
      const row = database.get<DocumentRow>(
        `select id, file_name as "fileName", imported_at as "importedAt", facts
           from openapi_document where service = ?`,
        getServiceIdentity(baseUrl),
      )
      return row ? toDocument(row, database.path) : null
    },
    requireExists(documentId) {
      if (!database.get('select 1 from openapi_document where id = ?', documentId)) throw notFound(documentId)
    },
    content(documentId) {
      const row = database.get<{ packed: Uint8Array; baseUrl: string }>(
        'select packed, base_url as "baseUrl" from openapi_document where id = ?',
        documentId,
      )
      if (!row) throw notFound(documentId)
      return row
    },
    save({ id, fileName, importedAt, ...summary }, { packed, baseUrl }) {
      const service = getServiceIdentity(baseUrl)
      database.run(
        `insert or replace into openapi_document (service, id, base_url, file_name, imported_at, facts, packed)
         values (?, ?, ?, ?, ?, ?, ?)`,
        service,
        id,
        baseUrl,
        fileName,
        importedAt,
        JSON.stringify(summary satisfies OpenapiDocumentSummary),
        packed,
      )
    },
    remove(documentId) {
      database.transaction(() => {
        database.run(
          'delete from openapi_pin where service = (select service from openapi_document where id = ?)',
          documentId,
        )
        const { changes } = database.run('delete from openapi_document where id = ?', documentId)
        if (changes === 0) throw notFound(documentId)
      })
    },
  }
}

function notFound(documentId: string): AppError {
  return new AppError('not_found', 'The OpenAPI document does not exist', { details: { documentId } })
}

function toDocument({ facts, ...row }: DocumentRow, path: string): OpenapiDocument {
  const parsed = openapiDocumentSchema.safeParse({ ...row, ...(parseJsonOrNull(facts) as object | null) })
  if (parsed.success) return parsed.data
  throw new AppError('database_damaged', 'An OpenAPI document cannot be read', { details: { path } })
}
