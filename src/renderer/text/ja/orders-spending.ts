import type { spending as english } from '#renderer/text/en/orders-spending.ts'

export const spending: typeof english = {
  title: '支出',
  spent: '計上済みの支出',
  spentAbout:
    '支出に計上した注文（完了・受付済み・要再申請）を、応答があった月ごとに集計しています。受け付けたという応答がない注文は、確認または記録した月に含めます（日本時間）。',
  withoutResponse:
    'このうち {n} 件、{amount} は、受け付けたという応答がないため、確認の結果または記録した判断にもとづいて計上しています。',
  unsettled: 'このほかに {n} 件、{amount} が課金された可能性があります。',
  showUnsettled: '表示',
  by: '内訳',
  byKind: '種類',
  byAccount: 'アカウント',
  month: '月',
  total: '合計',
  others: 'その他',
  forecast: '今後の更新費用',
  forecastAbout:
    '{from} から {until} までに有効期限を迎える、有効なドメインと、すべてのサーバーです。金額は、最後に読み込んだ料金で、各ドメインを1年ずつ更新した場合の見積もりです。サーバーは更新料金がAPIで示されないため件数だけで、金額には含まれていません。複数のアカウントの一覧にあるドメイン・サーバーは、各アカウントで重複して計上しています。',
  domains: 'ドメイン',
  yen: '金額',
  unpriced: '料金不明',
  unpricedTitle: '料金のわからないドメインの数です',
  servers: 'サーバー',
  expiriesRead: '有効期限の最終確認（最も古いもの）',
  pricesRead: '料金の最終確認（最も古いもの）',
  noPricesStored: '保存済みの料金はありません',
  withoutPrices: 'ほか {n} アカウントは保存済みの料金なし',
  notFullyRead: '読み込み未完了 {n} アカウント',
  refresh: '料金を読み直す',
  refreshed: '{n} アカウントの料金を読み込みました',
  refreshFailed: '料金を読み込めませんでした: {accounts}',
  empty: {
    title: '支出はありません',
    text: '選択中のアカウントの、支出に計上したサーバー注文・ドメイン取得・移管・更新をここに集計します。',
  },
  nothingToRenew: {
    title: '{until} までに更新するものはありません',
    text: '最後に読み込んだ時点で、{from} から {until} までに有効期限を迎える有効なドメインやサーバーはありません。',
  },
  noForecast: {
    title: '有効期限をまだすべて読み込んでいません',
    text: 'アカウントを同期すると、ドメインとサーバーを有効期限ごとにここに集計します。',
  },
  chart: 'グラフ: {title}',
  perMonth: '{month}: {amount}',
}
