import { shallowRef } from 'vue'
import { useMessage } from 'naive-ui'
import { useI18n } from 'vue-i18n'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { ZoneFileFormat } from '#shared/ipc/zone-file-formats.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** Records that a saved file does not hold as they are. */
export interface UnwrittenRecords {
  path: string
  records: readonly { type: string; host: string; code: string }[]
}

/** Saves the stored zone or a snapshot of it as a file. */
export function useZoneExport(accountId: string, domain: string) {
  const { t } = useI18n()
  const message = useMessage()
  const error = shallowRef<AppError | null>(null)
  const unwritten = shallowRef<UnwrittenRecords | null>(null)

  async function save(format: ZoneFileFormat, snapshotId: string | null = null): Promise<void> {
    error.value = null
    unwritten.value = null
    try {
      const { path, unwritten: records } = await mainCommands.dns.exportZone({ accountId, domain, format, snapshotId })
      if (path === null) return
      message.success(t('zoneTools.exported', { path }))
      if (records.length > 0) unwritten.value = { path, records }
    } catch (thrown) {
      error.value = toAppError(thrown)
    }
  }

  return { error, unwritten, save }
}
