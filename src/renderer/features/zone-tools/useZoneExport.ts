import { shallowRef } from 'vue'
import type { RecordsFileFormat } from '#shared/ipc/records-file-formats.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useFileExport } from '#renderer/composables/useFileExport.ts'

/** Records that a saved file does not hold as they are. */
export interface IncompletelyWrittenRecords {
  path: string
  records: readonly { type: string; host: string; code: string }[]
}

/** Saves the stored zone or a snapshot of it as a file. */
export function useZoneExport(accountId: string, domain: string) {
  const { exportError, exportFile } = useFileExport()
  const incompletelyWritten = shallowRef<IncompletelyWrittenRecords | null>(null)

  async function save(format: RecordsFileFormat, snapshotId: string | null = null): Promise<void> {
    incompletelyWritten.value = null
    const saved = await exportFile(() => mainCommands.dns.exportZone({ accountId, domain, format, snapshotId }))
    if (saved !== null && saved.incompletelyWritten.length > 0)
      incompletelyWritten.value = { path: saved.path, records: saved.incompletelyWritten }
  }

  return { error: exportError, incompletelyWritten, save }
}
