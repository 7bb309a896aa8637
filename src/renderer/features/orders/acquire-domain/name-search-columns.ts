import type { ComposerTranslation } from 'vue-i18n'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'

export function createNameSearchColumns(t: ComposerTranslation): TableColumn<NameSearchResult>[] {
  return [
    { key: 'name', title: t('purchase.acquire.name'), flex: 4, minWidth: 140, sortable: true, render: 'name' },
    { key: 'availability', title: t('purchase.acquire.availability'), flex: 4, minWidth: 96, render: 'availability' },
    {
      key: 'register',
      title: t('purchase.acquire.firstYear'),
      width: 88,
      align: 'right',
      sortable: true,
      render: 'register',
    },
    {
      key: 'renew',
      title: t('purchase.acquire.perYear'),
      width: 88,
      align: 'right',
      sortable: true,
      text: ({ availability }) => formatYen(availability?.prices?.renew ?? null, t),
    },
    { key: 'add', title: t('purchase.acquire.basket'), hidesTitle: true, width: 76, align: 'right', render: 'add' },
  ]
}
