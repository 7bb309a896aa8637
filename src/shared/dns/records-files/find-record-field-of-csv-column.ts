import { recordFields, type RecordField } from '#shared/dns/records/dns-record.ts'

/**
 * Headings that mean a field besides the field's own name: English synonyms, and Japanese headings of the app and of
 * common exports.
 */
const otherNames: Readonly<Record<RecordField, readonly string[]>> = {
  type: ['record type', '種別', '種類', 'タイプ', 'レコードタイプ', 'レコード種別'],
  host: ['name', 'hostname', 'host name', 'ホスト', 'ホスト名', '名前'],
  content: ['value', 'data', '内容', '値'],
  ttl: ['ttl (seconds)', 'ttl（秒）', 'ttl(秒)'],
  priority: ['prio', 'preference', '優先度', '優先順位'],
}

const fieldsByName = new Map(
  recordFields.flatMap((field) => [field, ...otherNames[field]].map((name) => [name, field] as const)),
)

/** Returns the record field of a column with this heading; null if there is none. */
export function findRecordFieldOfCsvColumn(heading: string): RecordField | null {
  return fieldsByName.get(heading.trim().toLowerCase()) ?? null
}
