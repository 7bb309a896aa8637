import type { LogPageFetcher } from '#main/api-logs/fetch-and-store-log-page.ts'
import type { LogArchiveUpdater } from '#main/api-logs/archive/log-archive-updater.ts'
import type { ExecutionLogCsvExporter } from '#main/list-csv/execution-log-csv-exporter.ts'
import type { StableLogListPages } from '#main/api-logs/list/stable-log-list-pages.ts'
import type { OwnRequestPageQuery } from '#main/api-logs/query-own-request-page.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import type {
  ExecutionLogSourceAddress,
  ExecutionLogDayStatistics,
  ExecutionLogListFilter,
  RequestLogRow,
} from '#shared/ipc/api-logs.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export interface ApiLogsHandlersDeps {
  logPageFetcher: LogPageFetcher
  requests: (query: OwnRequestPageQuery) => PageOf<RequestLogRow>
  archive: LogArchiveUpdater
  lists: StableLogListPages
  csv: ExecutionLogCsvExporter
  days: (filter: ExecutionLogListFilter) => Promise<ExecutionLogDayStatistics[]>
  addresses: (accountIds: string[] | null) => Promise<ExecutionLogSourceAddress[]>
  markAddress: (address: string, isKnown: boolean) => void
}

export function createApiLogsHandlers({
  logPageFetcher,
  requests,
  archive,
  lists,
  csv,
  days,
  addresses,
  markAddress,
}: ApiLogsHandlersDeps): HandlersOf<'logs'> {
  return {
    'logs.page': (query) => lists.page(query),
    'logs.days': ({ filter }) => days(filter),
    'logs.exportCsv': (input) => csv.save(input),
    'logs.addresses': ({ accountIds }) => addresses(accountIds),
    'logs.markAddress'({ address, isKnown }) {
      markAddress(address, isKnown)
      return null
    },
    'logs.fetch': ({ filter, fetchStates, limit }) => logPageFetcher.fetch(filter, fetchStates, limit),
    'logs.archive': ({ accountIds }) => archive.keys(accountIds),
    async 'logs.refreshArchive'({ accountIds, mayUseWholeQuota }) {
      await archive.refresh(accountIds, { mayUseWholeQuota })
      return null
    },
    'logs.lastCompleteReadsOfPostEntries': () => logPageFetcher.lastCompleteReadsOfPostEntries(),
    'logs.requests': (query) => requests(query),
  }
}
