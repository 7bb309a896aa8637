import { shallowRef } from 'vue'
import { useMessage } from 'naive-ui'
import { useI18n } from 'vue-i18n'
import { toAppError, type AppError } from '#shared/app-error.ts'

/** Saves data to a file that the user chooses, and says where the file is or why it was not saved. */
export function useFileExport() {
  const { t } = useI18n()
  const message = useMessage()
  const isExporting = shallowRef(false)
  const exportError = shallowRef<AppError | null>(null)

  /**
   * `save` asks the user for the path and writes the file. Returns the result of `save`; null after an error, or if the
   * user closed the dialog.
   */
  async function exportFile<Saved extends { path: string | null }>(
    save: () => Promise<Saved>,
  ): Promise<(Saved & { path: string }) | null> {
    isExporting.value = true
    exportError.value = null
    try {
      const saved = await save()
      if (saved.path === null) return null
      message.success(t('common.exported', { path: saved.path }))
      return { ...saved, path: saved.path }
    } catch (thrown) {
      const error = toAppError(thrown)
      // The only input that can be invalid is the path that the user chose.
      if (error.kind === 'invalid_input') message.error(t('common.exportRefused'))
      else exportError.value = error
      return null
    } finally {
      isExporting.value = false
    }
  }

  return { isExporting, exportError, exportFile }
}
