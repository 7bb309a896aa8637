import { useMessage } from 'naive-ui'
import { computed, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { AnnotationCsvPreview } from '#shared/ipc/tag-customer-and-note-csv-commands.ts'
import { useFileExport } from '#renderer/composables/useFileExport.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/**
 * Exports tags, customers and notes to a CSV file, and imports such a file after a preview. `error`: the error of the
 * newest step, whether it exports or imports.
 */
export function useAnnotationCsv() {
  const { t, locale } = useI18n()
  const message = useMessage()
  const { isExporting, exportError, exportFile } = useFileExport()
  const preview = shallowRef<AnnotationCsvPreview | null>(null)
  const isImporting = shallowRef(false)
  const importError = shallowRef<AppError | null>(null)
  const error = computed(() => exportError.value ?? importError.value)

  async function exportCsv(): Promise<void> {
    importError.value = null
    await exportFile(() => mainCommands.annotations.exportCsv({}))
  }

  async function run(work: () => Promise<void>): Promise<void> {
    isImporting.value = true
    exportError.value = null
    importError.value = null
    await work().catch((thrown: unknown) => {
      importError.value = toAppError(thrown)
    })
    isImporting.value = false
  }

  const choose = () =>
    run(async () => {
      preview.value = (await mainCommands.annotations.previewCsv({})) ?? preview.value
    })

  const apply = () =>
    run(async () => {
      if (!preview.value) return
      const { changed } = await mainCommands.annotations.importCsv({ importId: preview.value.importId })
      preview.value = null
      message.success(t('annotations.csv.imported', { n: changed.toLocaleString(locale.value) }, changed))
    })

  function cancel(): void {
    preview.value = null
    importError.value = null
  }

  return { isExporting, isImporting, preview, error, exportCsv, choose, apply, cancel }
}
