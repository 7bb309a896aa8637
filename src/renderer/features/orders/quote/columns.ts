import type { ComposerTranslation } from 'vue-i18n'
import type { QuoteRow } from '#shared/ipc/orders.ts'
import type { Column } from '../../../ui/column.ts'
import { formatYen } from './format-yen.ts'
import { targetOf } from './quote-rows.ts'

/** `asked`: as they came. */
export type QuoteSortKey = 'asked' | 'name' | 'perYear' | 'price' | 'expiry'

export function quoteColumns(t: ComposerTranslation, { hasAccount, hasExpiry }: { hasAccount: boolean; hasExpiry: boolean }): Column<QuoteRow>[] {
  const account: Column<QuoteRow> = { key: 'account', title: t('shop.quote.column.account'), flex: 2, minWidth: 100, render: 'account' }
  const expiry: Column<QuoteRow>[] = [
    { key: 'expiry', title: t('shop.quote.column.expiry'), width: 104, sortable: true, text: (row) => row.expiryDate ?? '—' },
    { key: 'newExpiry', title: t('shop.quote.column.newExpiry'), width: 104, text: (row) => row.newExpiryDate ?? '—' },
  ]
  return [
    { key: 'tick', title: '', width: 40, render: 'tick' },
    { key: 'name', title: t('shop.quote.column.name'), flex: 4, minWidth: 140, sortable: true, render: 'name' },
    ...(hasAccount ? [account] : []),
    ...(hasExpiry ? expiry : []),
    { key: 'years', title: t('shop.quote.column.years'), width: 88, align: 'right', render: 'years' },
    { key: 'perYear', title: t('shop.quote.column.perYear'), width: 96, align: 'right', sortable: true, text: (row) => formatYen(row.yenPerYear, t) },
    { key: 'price', title: t('shop.quote.column.total'), flex: 2, minWidth: 150, align: 'right', sortable: true, render: 'price' },
  ]
}

function valueOf(row: QuoteRow, key: QuoteSortKey): string | number | null {
  switch (key) {
    case 'asked':
      return null
    case 'name':
      return targetOf(row.item)
    case 'perYear':
      return row.yenPerYear
    case 'price':
      return row.yen
    case 'expiry':
      return row.expiryDate
  }
}

/** Rows without the value stand last, whatever the direction. */
export function sortRows(rows: readonly QuoteRow[], key: QuoteSortKey, isDescending: boolean): readonly QuoteRow[] {
  if (key === 'asked') return rows
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a, key), valueOf(b, key)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right)))
  })
}
