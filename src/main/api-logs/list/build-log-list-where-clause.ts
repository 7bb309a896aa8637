import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import type { ExecutionLogListFilter } from '#shared/ipc/api-logs.ts'
import { idna } from '#main/node-idna.ts'
import { buildServiceLogFilterWhereClause, type LogWhereClause } from '#main/api-logs/execution-log-store.ts'
import type { SqlParam } from '#main/store/database.ts'

/**
 * Builds the SQL conditions for the filter of a list. A field that the service's own filter also has means the same as
 * in that filter.
 */
export function buildLogListWhereClause(filter: ExecutionLogListFilter): LogWhereClause {
  const { sql, params } = buildServiceLogFilterWhereClause(filter)
  const conditions: string[] = []
  const ask = (condition: string, ...values: SqlParam[]): void => {
    conditions.push(condition)
    params.push(...values)
  }
  if (filter.target) ask('target = ?', `${filter.target.kind}:${filter.target.name.toLowerCase()}`)
  if (filter.hidesOwnReads) {
    // With the filter for unknown addresses, reads of uncertain sender stay visible. Another program may have made them
    // before the database was rebuilt.
    const hidden = filter.onlyUnknownAddresses ? '' : 'or is_sender_uncertain'
    ask(`not ((own_request_id is not null ${hidden}) and method = 'GET')`)
  }
  if (filter.onlyUnknownAddresses)
    ask('ip_address is not null and ip_address not in (select address from log_address where is_marked or is_of_app)')
  if (filter.text.trim() !== '') {
    const text = textConditions(filter.text.trim(), filter)
    ask(`(${text.map(({ sql: condition }) => condition).join(' or ')})`, ...text.flatMap((each) => each.params))
  }
  if (conditions.length === 0) return { sql, params }
  return { sql: `${sql === '' ? 'where' : `${sql} and`} ${conditions.join(' and ')}`, params }
}

function textConditions(
  text: string,
  { textEndpoints, textDryRunEndpoints }: ExecutionLogListFilter,
): LogWhereClause[] {
  const pattern = likePattern(text)
  const ascii = idna.toAscii(text)
  return [
    { sql: `path like ? escape '\\'`, params: [pattern] },
    { sql: `ip_address like ? escape '\\'`, params: [pattern] },
    { sql: 'method = ?', params: [text.toUpperCase()] },
    // A name in Japanese is written in the path in its ASCII form.
    ...(ascii !== '' && ascii !== text.toLowerCase()
      ? [{ sql: `path like ? escape '\\'`, params: [likePattern(ascii)] }]
      : []),
    ...textEndpoints.map((name) => callsOfEndpoint(name, { isDryRun: false })),
    ...textDryRunEndpoints.map((name) => callsOfEndpoint(name, { isDryRun: true })),
  ]
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

function callsOfEndpoint(name: EndpointName, { isDryRun }: { isDryRun: boolean }): LogWhereClause {
  const { method, path } = getEndpoint(name)
  const slashes = path.split('/').length - 1
  return {
    sql: `(method = ? and path glob ? and length(path) - length(replace(path, '/', '')) = ? and (is_dry_run and not is_sender_uncertain) = ?)`,
    params: [method, path.replaceAll(/\{\w+\}/g, '*'), slashes, Number(isDryRun)],
  }
}
