import { AppError } from '#shared/app-error.ts'
import { pinnedServerOperationSchema, type PinnedServerOperation } from '#shared/ipc/openapi.ts'
import { getServiceIdentity } from '#main/api/compare-services-by-base-url.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** Read operations of an OpenAPI document that the user pinned to the server pages of a service. */
export interface OperationsPinnedToServerPagesStore {
  /** In the order of pinning. Throws `database_damaged`. */
  findByService(baseUrl: string): PinnedServerOperation[]
  save(baseUrl: string, pin: PinnedServerOperation): void
  /** Throws `not_found`. */
  remove(pinId: string): void
}

export function createOperationsPinnedToServerPagesStore({
  database,
}: {
  database: Database
}): OperationsPinnedToServerPagesStore {
  return {
    findByService: (baseUrl) =>
      database
        .all<{ pin: string }>(
          'select pin from openapi_pin where service = ? order by position',
          getServiceIdentity(baseUrl),
        )
        .map(({ pin }) => {
          const { data } = pinnedServerOperationSchema.safeParse(parseJsonOrNull(pin))
          if (data) return data
          throw new AppError('database_damaged', 'A pinned reading cannot be read', {
            details: { path: database.path },
          })
        }),
    save(baseUrl, pin) {
      database.run(
        'insert into openapi_pin (id, service, pin) values (?, ?, ?)',
        pin.id,
        getServiceIdentity(baseUrl),
        JSON.stringify(pin),
      )
    },
    remove(pinId) {
      const { changes } = database.run('delete from openapi_pin where id = ?', pinId)
      if (changes === 0) throw new AppError('not_found', 'The pinned reading does not exist', { details: { pinId } })
    },
  }
}
