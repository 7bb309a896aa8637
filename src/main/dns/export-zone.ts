import { AppError } from '#shared/app-error.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import {
  listRecordsWithFormulaApostrophe,
  writeCsvZone,
  writeJsonZone,
} from '#shared/dns/records-files/write-csv-and-json-zone.ts'
import { writeZoneFile } from '#shared/dns/records-files/write-zone-file.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { DomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'

export interface ExportZoneDeps {
  inventory: Pick<InventoryStore, 'domain'>
  snapshots: Pick<DomainSnapshotStore, 'get'>
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

type Unwritten = CommandOutput<'dns.exportZone'>['incompletelyWritten']

/** Writes the stored zone or a snapshot of it to a file that the user chooses. */
export async function exportZone(
  { inventory, snapshots, choosePathAndSaveFile }: ExportZoneDeps,
  { accountId, domain, format, snapshotId }: CommandInput<'dns.exportZone'>,
): Promise<CommandOutput<'dns.exportZone'>> {
  const snapshot = snapshotId === null ? null : snapshots.get(snapshotId)
  const records = snapshot === null ? inventory.domain(accountId, domain).zone.data : snapshot.records
  if (records === null) throw new AppError('not_found', 'No records are stored')
  const name = snapshot === null ? domain : `${snapshot.domain}-${formatJapanDate(snapshot.takenAt)}`
  const { text, incompletelyWritten } = formatZone(records, snapshot?.domain ?? domain, format)
  return { path: await choosePathAndSaveFile(`${name}.${format}`, [text]), incompletelyWritten }
}

function formatZone(
  records: readonly DnsRecordFields[],
  domain: string,
  format: CommandInput<'dns.exportZone'>['format'],
): { text: string; incompletelyWritten: Unwritten } {
  if (format === 'csv') {
    const withApostrophe = listRecordsWithFormulaApostrophe(records)
    return {
      text: writeCsvZone(records),
      incompletelyWritten: withApostrophe.map(({ type, host }) => ({ type, host, code: 'apostropheAdded' })),
    }
  }
  if (format === 'json') return { text: writeJsonZone(records), incompletelyWritten: [] }
  const { text, incompletelyWritten } = writeZoneFile(records, { domain, withPlaceholderSoa: true })
  return {
    text,
    incompletelyWritten: incompletelyWritten.map(({ record: { type, host }, code }) => ({ type, host, code })),
  }
}
