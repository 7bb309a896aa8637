import { domainToUnicode } from 'node:url'
import {
  findAnsweredSslStatus,
  getShownChangeError,
  getShownChangeResult,
  omitAnsweredSslStatus,
  type ChangeLogEntry,
} from '#shared/ipc/change-log.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { CsvCell } from '#shared/csv/csv-cell.ts'
import { formatCsv } from '#main/format-csv.ts'
import { formatChangeValues } from './format-change-values.ts'
import { formatErrorMessageForCsv } from './format-error-message-for-csv.ts'

/**
 * Texts of the window, by key: `heading.…`, `kind.…`, `operation.…`, `result.…`, `error.…`, `value.on` and `value.off`.
 * A missing text is replaced by the name in the contract.
 */
export type ChangeLogCsvLabels = Readonly<Record<string, string>>

const createFindLabel = (labels: ChangeLogCsvLabels) => (group: string, name: string) =>
  labels[`${group}.${name}`] ?? name

/** The columns, by the names of their headings. */
export const changeLogCsvColumns = [
  'at',
  'account',
  'domain',
  'decoded',
  'kind',
  'host',
  'type',
  'before',
  'after',
  'result',
  'code',
  'message',
  'job',
  'id',
] as const

function toCells(
  entry: ChangeLogEntry,
  labels: ChangeLogCsvLabels,
): Record<(typeof changeLogCsvColumns)[number], CsvCell> {
  const { change, domain } = entry
  const error = getShownChangeError(entry)
  const findLabel = createFindLabel(labels)
  const decoded = domainToUnicode(domain)
  const onOff = { on: findLabel('value', 'on'), off: findLabel('value', 'off') }
  const result = findLabel('result', getShownChangeResult(entry))
  const sslStatus = findAnsweredSslStatus(change)
  return {
    at: formatJapanTime(entry.at),
    account: entry.accountLabel,
    domain,
    decoded: decoded === domain ? null : decoded,
    kind: change.kind === 'server' ? findLabel('operation', change.operation) : findLabel('kind', change.kind),
    ...formatChangeValues(domain, omitAnsweredSslStatus(change), onOff),
    result: sslStatus === null ? result : `${result} (SSL: ${sslStatus})`,
    code: error?.code ?? error?.kind ?? null,
    message: error && formatErrorMessageForCsv(error, labels),
    job: entry.jobId,
    id: entry.id,
  }
}

const rowsPerChunk = 500

/** Returns the CSV in parts, to be written one after the other. */
export function formatChangeLogCsv(entries: Iterable<ChangeLogEntry>, labels: ChangeLogCsvLabels): Promise<string[]> {
  const findLabel = createFindLabel(labels)
  async function* rows(): AsyncGenerator<CsvCell[]> {
    yield changeLogCsvColumns.map((name) => findLabel('heading', name))
    let count = 0
    for (const entry of entries) {
      const cells = toCells(entry, labels)
      yield changeLogCsvColumns.map((name) => cells[name])
      count += 1
      if (count % rowsPerChunk === 0) await yieldToEventLoop()
    }
  }
  return formatCsv(rows())
}
