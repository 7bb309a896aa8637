import type { ErrorKind } from '#shared/error-kinds.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import type { Database } from '#main/store/database.ts'

const proxyErrorKinds = JSON.stringify(['proxy_refused', 'proxy_unreachable'] satisfies ErrorKind[])

/**
 * Deletes why details and logs of the account could not be read through its proxy. Call it when the account got another
 * proxy or none: the errors name the former one, and ask to correct its settings.
 */
export function deleteErrorsOfFormerProxy(database: Database, accountId: string): void {
  const isOfProxy = `json_extract(${validJsonOrNullSql('error')}, '$.kind') in (select value from json_each(?2))`
  database.transaction(() => {
    for (const sql of [
      `delete from facet where account_id = ?1 and read_at is null and ${isOfProxy}`,
      `update facet set error = null, error_at = null where account_id = ?1 and ${isOfProxy}`,
      `update log_archive set error = null, error_at = null
       where key_id in (select id from api_key where account_id = ?1) and ${isOfProxy}`,
    ])
      database.run(sql, accountId, proxyErrorKinds)
  })
}
