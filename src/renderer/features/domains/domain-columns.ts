import type { ComposerTranslation } from 'vue-i18n'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

/**
 * `searchesRecords`: the filter searches in records. A column then shows where each row matched. `hasGone`: the list
 * shows domains that are no longer in their account, so the status column is wider. `hasTags`, `hasCustomers`: domains
 * have tags or customers, so there is a column for them. `isGoneOnly`: all rows are gone, so the time of the last
 * reading is shown, not its age. A column that the user added leaves a narrow window after those that every table has,
 * except the status and the expiry. The minimum widths are chosen so that the expiry column (and without a search the
 * age column) fits into a window of 1024 px.
 */
export function createDomainColumns(
  t: ComposerTranslation,
  searchesRecords: boolean,
  hasGone: boolean,
  hasTags = false,
  hasCustomers = false,
  isGoneOnly = false,
): TableColumn<DomainRow>[] {
  return [
    {
      key: 'name',
      title: t('domains.column.name'),
      flex: 5,
      minWidth: searchesRecords ? 168 : 180,
      isRequired: true,
      sortable: true,
      render: 'name',
    },
    ...(searchesRecords
      ? [
          {
            key: 'match',
            title: t('domains.column.match'),
            flex: 5,
            minWidth: 130,
            render: 'match',
            text: (row: DomainRow) => describeMatch(row, t),
          },
        ]
      : []),
    {
      key: 'account',
      title: t('domains.column.account'),
      flex: searchesRecords ? 4 : 3,
      minWidth: searchesRecords ? 88 : 116,
      sortable: true,
      render: 'account',
    },
    {
      key: 'status',
      title: t('domains.column.status'),
      width: hasGone ? 224 : 168,
      hidePriorityWhenNarrow: 1,
      sortable: true,
      render: 'status',
    },
    {
      key: 'expiry',
      title: t('domains.column.expiry'),
      width: 168,
      hidePriorityWhenNarrow: isGoneOnly ? 10 : 2,
      sortable: true,
      render: 'expiry',
    },
    ...(hasCustomers
      ? [
          {
            key: 'customer',
            title: t('annotations.customer.label'),
            flex: 2,
            minWidth: 112,
            hidePriorityWhenNarrow: 9,
            sortable: true,
            text: (row: DomainRow) => row.customer,
          },
        ]
      : []),
    ...(hasTags
      ? [
          {
            key: 'tags',
            title: t('annotations.column'),
            flex: 2,
            minWidth: 112,
            hidePriorityWhenNarrow: 10,
            sortable: true,
            render: 'tags',
            text: (row: DomainRow) => row.tags.join(', '),
          },
        ]
      : []),
    {
      key: 'autoRenew',
      title: t('domains.column.autoRenew'),
      width: 112,
      hidePriorityWhenNarrow: isGoneOnly ? 13 : 11,
      sortable: true,
      render: 'autoRenew',
    },
    {
      key: 'records',
      title: t('domains.column.records'),
      width: 96,
      hidePriorityWhenNarrow: 12,
      align: 'right',
      sortable: true,
      render: 'records',
    },
    {
      key: 'note',
      title: t('domains.column.note'),
      flex: 2,
      minWidth: 128,
      hidePriorityWhenNarrow: 6,
      isOptional: true,
      sortable: true,
      text: (row) => (row.note ?? '').replaceAll('\n', ' '),
    },
    {
      key: 'tld',
      title: t('domains.column.tld'),
      width: 80,
      hidePriorityWhenNarrow: 5,
      isOptional: true,
      sortable: true,
      render: 'tld',
    },
    {
      key: 'nameservers',
      title: t('domains.column.nameservers'),
      flex: 3,
      minWidth: 144,
      hidePriorityWhenNarrow: 4,
      isOptional: true,
      sortable: true,
      render: 'nameservers',
    },
    {
      key: 'lock',
      title: t('domains.column.lock'),
      width: 112,
      hidePriorityWhenNarrow: 3,
      isOptional: true,
      sortable: true,
      render: 'lock',
    },
    {
      key: 'privacy',
      title: t('domains.column.privacy'),
      width: 144,
      hidePriorityWhenNarrow: 7,
      isOptional: true,
      sortable: true,
      render: 'privacy',
    },
    {
      key: 'readAt',
      title: t(isGoneOnly ? 'forgetGone.lastSeen' : 'domains.column.readAt'),
      width: isGoneOnly ? 152 : 112,
      hidePriorityWhenNarrow: 8,
      align: 'right',
      sortable: true,
      render: isGoneOnly ? 'lastSeen' : 'readAt',
    },
  ]
}

/** Returns where a text was found, without icons. */
function describeMatch({ match, matchedAnnotation, doesNameMatch }: DomainRow, t: ComposerTranslation): string {
  if (match) return `${match.host} ${match.type} ${match.content}`
  return matchedAnnotation ?? t(doesNameMatch ? 'domains.matchedName' : 'domains.matchedNowhere')
}
