import type { PageOf } from '#shared/ipc/common-schemas.ts'
import {
  detectedChangeValuesSchema,
  type DetectedChange,
  type StoredDetectedChange,
  type DetectedChangeFilter,
} from '#shared/ipc/detected-changes.ts'
import { queryAccountIdsOfSameService } from '#main/accounts/query-account-ids-of-same-service.ts'
import { queryMergedAccountIds } from '#main/store/merged-account-store.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import { listSearchTextConditions } from '#main/store/list-search-text-conditions.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'
import { createExplainingSentChangeFinder } from './find-sent-change-that-explains-detected-change.ts'

interface DetectedChangeRow {
  id: number
  account_id: string
  account_label: string
  kind: DetectedChange['kind']
  name: string
  change: string
  previous_read_at: number
  seen_at: number
}

/**
 * Returns the changes that a filter matches, newest first. With many entries, this query takes longer than a frame. The
 * query thread therefore runs it.
 */
export function queryDetectedChanges(
  database: Database,
  filter: DetectedChangeFilter,
  offset: number,
  limit: number,
): PageOf<StoredDetectedChange> {
  const { currentId, withFormerIds } = queryMergedAccountIds(database)
  const labels = new Map(
    database.all<{ id: string; label: string }>('select id, label from account').map(({ id, label }) => [id, label]),
  )
  const { sql, params } = toConditions(database, filter, withFormerIds)
  const findSentChange = createExplainingSentChangeFinder(database)
  const { total } = database.get<{ total: number }>(
    `select count(*) as total from seen_change where ${sql}`,
    ...params,
  ) as { total: number }
  const rows = database
    .all<DetectedChangeRow>(
      `select id, account_id, account_label, kind, name, change, previous_read_at, seen_at from seen_change
       where ${sql} order by seen_at desc, id desc limit ? offset ?`,
      ...params,
      limit,
      offset,
    )
    .flatMap((row) => {
      // A newer version may have stored fields that this one does not know.
      const values = detectedChangeValuesSchema.safeParse(parseJsonOrNull(row.change)).data
      if (!values) return []
      const accountId = currentId(row.account_id)
      const detected = {
        id: row.id,
        accountId,
        accountLabel: labels.get(accountId) ?? row.account_label,
        kind: row.kind,
        name: row.name,
        values,
        previousReadAt: row.previous_read_at,
        detectedAt: row.seen_at,
      }
      const accountIds = queryAccountIdsOfSameService(database, accountId).flatMap(withFormerIds)
      return [{ ...detected, sentChange: findSentChange(detected, accountIds) }]
    })
  return { rows, total, offset }
}

function toConditions(
  database: Database,
  { accountIds, fields, text, target }: DetectedChangeFilter,
  withFormerIds: (accountId: string) => readonly string[],
): { sql: string; params: SqlParam[] } {
  const conditions: [string, ...SqlParam[]][] = []
  const oneOf = (column: string, values: readonly string[]) =>
    conditions.push([`${column} in (select value from json_each(?))`, JSON.stringify(values)])
  if (accountIds) oneOf('account_id', accountIds.flatMap(withFormerIds))
  if (target) conditions.push(['kind = ? and name = ?', target.kind, target.name])
  if (fields) oneOf('field', fields)
  conditions.push(...listSearchTextConditions(database, text))
  return {
    sql: ['true', ...conditions.map(([condition]) => condition)].join(' and '),
    params: conditions.flatMap(([, ...params]) => params),
  }
}

export const detectedChangeQueriesForQueryThread = { detectedChanges: queryDetectedChanges }
