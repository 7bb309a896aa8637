import { shallowRef } from 'vue'
import type { RecordField } from '#shared/dns/records/dns-record.ts'
import type { RecordInput } from '#shared/dns/record-rules/check-record.ts'
import { setTypedRecordField, type DraftRow } from './zone-draft-rows.ts'

/** The row that is edited in place, and what was typed so far. `keep`: receives the typed record when the edit ends. */
export function useZoneDraftRowEditing(keep: (key: number, record: RecordInput) => void) {
  const editing = shallowRef<{ key: number; record: RecordInput; firstField: RecordField } | null>(null)

  /** `firstField`: the field that takes the focus. */
  function begin({ key, record }: DraftRow, firstField: RecordField): void {
    editing.value = { key, record: { ...record }, firstField }
  }

  function setField(field: RecordField, text: string): void {
    if (editing.value === null) return
    editing.value = { ...editing.value, record: setTypedRecordField(editing.value.record, field, text) }
  }

  function end(isKept: boolean): void {
    const edited = editing.value
    editing.value = null
    if (edited !== null && isKept) keep(edited.key, edited.record)
  }

  return { editing, begin, setField, end }
}
export type ZoneDraftRowEditing = ReturnType<typeof useZoneDraftRowEditing>
