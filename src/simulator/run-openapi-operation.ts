import type { OpenapiOperation, OpenapiDocumentResources } from './serve-openapi-document-as-editable-lists.ts'
import { ErrorResponse } from './error-response.ts'
import { requireServer } from './require-key-permission-and-targets.ts'
import type { SimulatedKey, SimulatedUser } from './world-state.ts'

type JsonObject = Record<string, unknown>

/** Refuses what the key, the server or the document does not allow. */
export function checkOpenapiCall(
  { method, params, findBodyErrors }: OpenapiOperation,
  { user, key, body }: { user: SimulatedUser; key: SimulatedKey; body: JsonObject },
): void {
  const grant = key.services.server
  if (!grant || (grant.permission_type === 'read' && method !== 'GET'))
    throw new ErrorResponse('FORBIDDEN', 'The key does not allow this operation')
  if (params['servername'] !== undefined) requireServer(user, key, params['servername'])
  const errors = method === 'GET' || method === 'DELETE' ? [] : findBodyErrors(body)
  if (errors.length > 0) throw new ErrorResponse('VALIDATION_ERROR', undefined, errors)
}

/** Reads or changes the entries of a described list, or a described setting. Secrets are not stored. */
export function runOpenapiOperation(
  { entries, settings }: OpenapiDocumentResources,
  { method, path, params, entryParam, list, secretFields }: OpenapiOperation,
  body: JsonObject,
): unknown {
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !secretFields.includes(name)))
  if (list) {
    const rows = entries.get(path) ?? new Map<string, JsonObject>()
    entries.set(path, rows)
    if (method === 'GET') return { [list.name]: [...rows.values()] }
    const id = String(body[list.idField])
    if (rows.has(id)) throw new ErrorResponse('VALIDATION_ERROR', undefined, [`${list.idField}: exists`])
    rows.set(id, { ...kept, used_mb: 0 })
    return rows.get(id)
  }
  const rows = entries.get(path.slice(0, path.lastIndexOf('/')))
  if (entryParam === null || !rows) {
    if (method !== 'GET') settings.set(path, kept)
    return settings.get(path) ?? {}
  }
  const id = params[entryParam] as string
  const entry = rows.get(id)
  if (!entry) throw new ErrorResponse('NOT_FOUND')
  if (method === 'DELETE') rows.delete(id)
  else if (method !== 'GET') rows.set(id, { ...entry, ...kept })
  return rows.get(id) ?? { message: 'Deleted' }
}
