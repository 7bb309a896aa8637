import { recordTypes, type RecordType } from '#shared/api/dns-record-schemas.ts'

export function isEditableRecordType(type: string): type is RecordType {
  return (recordTypes as readonly string[]).includes(type)
}
