import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { ListCsvExporter } from '#main/list-csv/list-csv-exporter.ts'

export function createListCsvHandlers(exports: ListCsvExporter): HandlersOf<'listCsv'> {
  return {
    'listCsv.exportDomains': (input) => exports.domains(input),
    'listCsv.exportServers': (input) => exports.servers(input),
    'listCsv.exportCustomer': (input) => exports.customer(input),
    'listCsv.cancel'({ exportId }) {
      exports.cancel(exportId)
      return null
    },
  }
}
