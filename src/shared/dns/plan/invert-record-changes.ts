import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-two-records.ts'
import type { RecordEdit } from '#shared/dns/zone-edits/compute-records-after-edits.ts'
import type { PlannedRecordChange } from './planned-record-change.ts'

/** Returns the edits that undo the changes. The changes are given in the order in which they were made. */
export function invertRecordChanges(changes: readonly PlannedRecordChange[]): RecordEdit[] {
  const edits: RecordEdit[] = []
  for (const change of changes.toReversed()) {
    const before = change.kind === 'delete' ? null : change.after
    const after = change.kind === 'add' ? null : change.before
    // A record that was changed twice is changed back once.
    const later =
      before &&
      edits.find((edit) => edit.after !== null && buildRecordKeyWithTtl(edit.after) === buildRecordKeyWithTtl(before))
    if (later) later.after = after
    else edits.push({ before, after })
  }
  return edits.filter(({ before, after }) => before !== null || after !== null)
}
