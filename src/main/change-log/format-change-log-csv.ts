import { domainToUnicode } from 'node:url'
import { serviceInputErrors } from '#shared/app-error.ts'
import { isPartlyUnknown, type ChangeLogEntry } from '#shared/ipc/change-log.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { CsvCell } from '#shared/csv/csv-cell.ts'
import { formatCsv } from '#main/format-csv.ts'
import { formatChangeValues } from './format-change-values.ts'

/**
 * Texts of the window, by key: `heading.…`, `kind.…`, `operation.…`, `result.…`, `value.on` and `value.off`. A missing text is replaced
 * by the name in the contract.
 */
export type ChangeLogCsvLabels = Readonly<Record<string, string>>

type FindLabel = (group: string, name: string) => string

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

function toCells(entry: ChangeLogEntry, findLabel: FindLabel): Record<(typeof changeLogCsvColumns)[number], CsvCell> {
  const { change, error, domain } = entry
  const decoded = domainToUnicode(domain)
  return {
    at: formatJapanTime(entry.at),
    account: entry.accountLabel,
    domain,
    decoded: decoded === domain ? null : decoded,
    kind: change.kind === 'server' ? findLabel('operation', change.operation) : findLabel('kind', change.kind),
    ...formatChangeValues(domain, change, { on: findLabel('value', 'on'), off: findLabel('value', 'off') }),
    result: findLabel('result', isPartlyUnknown(entry) ? 'partly_unknown' : entry.result),
    code: error?.code ?? error?.kind ?? null,
    message: error && [error.serviceMessage ?? error.message, ...serviceInputErrors(error)].join('; '),
    job: entry.jobId,
    id: entry.id,
  }
}

const rowsPerChunk = 500

/** The CSV in parts, to be written one after the other. */
export function formatChangeLogCsv(entries: Iterable<ChangeLogEntry>, words: ChangeLogCsvLabels): Promise<string[]> {
  const findLabel: FindLabel = (group, name) => words[`${group}.${name}`] ?? name
  async function* rows(): AsyncGenerator<CsvCell[]> {
    yield changeLogCsvColumns.map((name) => findLabel('heading', name))
    let count = 0
    for (const entry of entries) {
      const cells = toCells(entry, findLabel)
      yield changeLogCsvColumns.map((name) => cells[name])
      count += 1
      if (count % rowsPerChunk === 0) await yieldToEventLoop()
    }
  }
  return formatCsv(rows())
}
