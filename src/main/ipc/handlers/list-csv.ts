import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { ListCsvExports } from '#main/list-csv/list-csv-exports.ts'

export function createListCsvHandlers(exports: ListCsvExports): HandlersOf<'listCsv'> {
  return {
    'listCsv.exportDomains': (input) => exports.domains(input),
    'listCsv.exportServers': (input) => exports.servers(input),
    'listCsv.cancel'({ exportId }) {
      exports.cancel(exportId)
      return null
    },
  }
}
