import type { AnnotationCsvExporterAndImporter } from '#main/annotations/annotation-csv-exporter-and-importer.ts'
import type { AnnotationStore } from '#main/annotations/annotation-store.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createAnnotationsHandlers({
  annotations,
  csv,
}: {
  annotations: AnnotationStore
  csv: AnnotationCsvExporterAndImporter
}): HandlersOf<'annotations'> {
  return {
    'annotations.tags': () => annotations.tags(),
    'annotations.customers': () => annotations.customers(),
    'annotations.setNote'({ target, note }) {
      annotations.setNote(target, note)
      return null
    },
    'annotations.changeTagsAndCustomers': async ({ changes }) => ({
      undo: await annotations.changeTagsAndCustomers(changes),
    }),
    'annotations.exportCsv': async () => ({ path: await csv.export() }),
    'annotations.previewCsv': () => csv.preview(),
    'annotations.importCsv': ({ importId }) => ({ changed: csv.import(importId) }),
  }
}
