import type { ComposerTranslation } from 'vue-i18n'
import { isPriorityShown, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

export function getRecordKey({ id }: ZoneRecord): string {
  return String(id)
}

export function createRecordColumns(t: ComposerTranslation): TableColumn<ZoneRecord>[] {
  return [
    { key: 'type', title: t('dns.column.type'), width: 64, sortable: true, mono: true },
    { key: 'host', title: t('dns.column.host'), flex: 1, minWidth: 92, sortable: true, mono: true },
    {
      key: 'content',
      title: t('dns.column.content'),
      flex: 2,
      minWidth: 176,
      sortable: true,
      mono: true,
      render: 'content',
    },
    { key: 'ttl', title: t('dns.column.ttl'), width: 56, hidePriorityWhenNarrow: 2, align: 'right', sortable: true },
    {
      key: 'priority',
      title: t('dns.column.priority'),
      width: 68,
      hidePriorityWhenNarrow: 1,
      align: 'right',
      sortable: true,
      text: (record) => (isPriorityShown(record) ? String(record.priority) : ''),
    },
  ]
}
