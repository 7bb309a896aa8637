import { getEndpoint } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import { findEndpointByLoggedPath } from '#shared/console/find-endpoint-by-logged-path.ts'
import type { CsvCell } from '#shared/csv/csv-cell.ts'
import type { StoredExecutionLogEntry, ExecutionLogListFilter } from '#shared/ipc/api-logs.ts'
import { formatJapanDate, formatJapanTime } from '#shared/japan-time.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { formatCsvInChunks } from '#main/format-csv.ts'
import { createCsvLabelFinder, type FindCsvLabel, type ListCsvLabels } from './create-csv-label-finder.ts'
import type { StableLogListPages } from '#main/api-logs/list/stable-log-list-pages.ts'

export interface ExecutionLogCsvInput {
  exportId: string
  filter: ExecutionLogListFilter
  labels: ListCsvLabels
}

export interface ExecutionLogCsvExporter {
  /**
   * Writes the entries of the filter, the newest first. `path` null: the user closed the dialog. Throws `cancelled`.
   */
  save(input: ExecutionLogCsvInput): Promise<{ path: string | null; rows: number }>
  cancel(exportId: string): void
  close(): void
}

export interface ExecutionLogCsvExporterDeps {
  lists: Pick<StableLogListPages, 'chunks'>
  clock: Pick<Clock, 'now'>
  emit: EmitEvent
  accountLabels: () => ReadonlyMap<string, string>
  keyLabels: () => ReadonlyMap<string, string>
  choosePathAndSaveFile: (suggestedName: string, text: AsyncIterable<string>) => Promise<string | null>
}

const rowsPerProgressEvent = 1000

interface Labels {
  findLabel: FindCsvLabel
  accounts: ReadonlyMap<string, string>
  keys: ReadonlyMap<string, string>
}

const columns: readonly (readonly [
  heading: string,
  cell: (row: StoredExecutionLogEntry, cellLabels: Labels) => CsvCell,
])[] = [
  ['at', ({ at }) => formatJapanTime(at)],
  ['account', ({ accountId }, { accounts }) => accounts.get(accountId) ?? accountId],
  ['key', ({ keyId }, { keys }) => keys.get(keyId) ?? keyId],
  ['call', describeCall],
  ['method', ({ method }) => method],
  ['path', ({ path }) => path],
  ['statusCode', ({ statusCode }) => statusCode],
  ['responseTimeMs', ({ responseTimeMs }) => responseTimeMs],
  ['address', ({ ipAddress }) => ipAddress],
  ['isAddressKnown', ({ isAddressKnown }, { findLabel }) => findLabel('value', isAddressKnown ? 'yes' : 'no')],
  ['isOwn', ({ sender }, { findLabel }) => findLabel('isOwn', sender)],
  ['isDryRun', (row, { findLabel }) => findLabel('value', classifyDryRun(row))],
]

function describeCall({ method, path }: StoredExecutionLogEntry, { findLabel }: Labels): CsvCell {
  const endpoint = findEndpointByLoggedPath(method, path)
  return endpoint && findLabel('endpoint', endpoint.name)
}

/** Only paid calls have a dry run. If this app may have sent one, its dry run may be the call. */
function classifyDryRun({ method, path, sender, isDryRun }: StoredExecutionLogEntry): 'yes' | 'no' | 'unknown' {
  if (isDryRun) return 'yes'
  const endpoint = findEndpointByLoggedPath(method, path)
  const isPaid = endpoint !== null && getEndpoint(endpoint.name).idempotency === 'paid'
  return isPaid && sender === 'ownOrOther' ? 'unknown' : 'no'
}

/** Saves log entries as CSV files. Progress is sent as `listCsv.progress`, as for the other lists. */
export function createExecutionLogCsvExporter({
  lists,
  clock,
  emit,
  accountLabels,
  keyLabels,
  choosePathAndSaveFile,
}: ExecutionLogCsvExporterDeps): ExecutionLogCsvExporter {
  const running = new Map<string, AbortController>()

  return {
    async save({ exportId, filter, labels }) {
      const controller = new AbortController()
      running.set(exportId, controller)
      const cellLabels = { findLabel: createCsvLabelFinder(labels), accounts: accountLabels(), keys: keyLabels() }
      let rows = 0

      async function* lines(): AsyncGenerator<CsvCell[]> {
        yield columns.map(([heading]) => cellLabels.findLabel('heading', heading))
        let total = 0
        for await (const chunk of lists.chunks(filter, (entries) => (total = entries))) {
          if (controller.signal.aborted) throw new AppError('cancelled', 'The export was cancelled')
          for (const row of chunk) yield columns.map(([, cell]) => cell(row, cellLabels))
          rows += chunk.length
          if (rows % rowsPerProgressEvent === 0 || rows === total)
            emit('listCsv.progress', { exportId, done: rows, total })
        }
      }

      try {
        return {
          path: await choosePathAndSaveFile(
            `banto-logs-${formatJapanDate(clock.now())}.csv`,
            formatCsvInChunks(lines()),
          ),
          rows,
        }
      } finally {
        running.delete(exportId)
      }
    },
    cancel: (exportId) => running.get(exportId)?.abort(),
    close() {
      for (const controller of running.values()) controller.abort()
    },
  }
}
