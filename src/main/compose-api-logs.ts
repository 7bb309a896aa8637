import type { AccountQueries } from '#main/accounts/account-queries.ts'
import { createLogArchiveUpdater, type LogArchiveUpdaterDeps } from '#main/api-logs/archive/log-archive-updater.ts'
import { createLogPageFetcher, type LogPageFetcherDeps } from '#main/api-logs/fetch-and-store-log-page.ts'
import { storeKnownSourceAddressMark } from '#main/api-logs/list/query-and-mark-log-source-addresses.ts'
import type { LogQueriesForQueryThread } from '#main/api-logs/list/log-queries-for-query-thread.ts'
import { createStableLogListPages } from '#main/api-logs/list/stable-log-list-pages.ts'
import { queryOwnRequestPage } from '#main/api-logs/query-own-request-page.ts'
import { createApiLogsHandlers } from '#main/ipc/handlers/api-logs.ts'
import {
  createExecutionLogCsvExporter,
  type ExecutionLogCsvExporterDeps,
} from '#main/list-csv/execution-log-csv-exporter.ts'

interface ApiLogsDeps
  extends Omit<LogArchiveUpdaterDeps, 'api' | 'accounts'>, Pick<ExecutionLogCsvExporterDeps, 'choosePathAndSaveFile'> {
  api: LogArchiveUpdaterDeps['api'] & LogPageFetcherDeps['api']
  accounts: LogArchiveUpdaterDeps['accounts'] & LogPageFetcherDeps['accounts'] & Pick<AccountQueries, 'list'>
  queries: LogQueriesForQueryThread
}

/** Composes the logs: pages and the archive of the service's logs, their CSV files, and the app's own requests. */
export function composeApiLogs({
  api,
  accounts,
  database,
  queries,
  clock,
  emit,
  settings,
  keychain,
  choosePathAndSaveFile,
}: ApiLogsDeps) {
  const archive = createLogArchiveUpdater({ api, accounts, database, clock, emit, settings, keychain })
  const lists = createStableLogListPages({
    database,
    queries,
    listKeyLogCoverages: (accountIds) => archive.keys(accountIds),
    emit,
  })
  const csvExporter = createExecutionLogCsvExporter({
    lists,
    clock,
    emit,
    accountLabels: () => new Map(accounts.list().map(({ id, label }) => [id, label])),
    keyLabels: () => new Map(accounts.list().flatMap(({ keys }) => keys.map(({ id, label }) => [id, label] as const))),
    choosePathAndSaveFile,
  })
  const handlers = createApiLogsHandlers({
    logPageFetcher: createLogPageFetcher({ api, accounts, database, emit }),
    requests: (query) => queryOwnRequestPage(database, query),
    archive,
    lists,
    csv: csvExporter,
    days: queries.logDays,
    addresses: queries.logAddresses,
    markAddress(address, isKnown) {
      storeKnownSourceAddressMark(database, address, isKnown)
      emit('logs.changed', {})
    },
  })
  return { archive, lists, csvExporter, handlers }
}
