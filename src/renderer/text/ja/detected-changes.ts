import type { detectedChanges as english } from '#renderer/text/en/detected-changes.ts'

export const detectedChanges: typeof english = {
  title: '検出された変更',
  count: '{n} 件',
  about:
    '前回の読み込みから変わった値です。Banto以外での変更も含みます。「変更」の記録や更新の注文と一致するものは「Bantoの送信」に示します（ほかの注文とコンソールの送信は照合しません）。',
  field: {
    status: '状態',
    expiry: '有効期限',
    auto_renew: '自動更新',
    plan: 'プラン',
    record: 'DNSレコード',
    nameservers: 'ネームサーバー',
    epp_statuses: 'EPPステータス（ロック以外）',
    ip_address: 'サーバーのIPアドレス',
    php_versions: 'PHPのバージョン',
    db_versions: 'データベースのバージョン',
    memo: 'サーバーのメモ',
    listed: 'アカウントの一覧での有無',
    lock: 'レジストラロック',
    whois_privacy: 'Whois代理公開',
    whois_contact: 'Whoisの連絡先',
  },
  record: { add: 'レコードの追加', change: 'レコードの変更', delete: 'レコードの削除' },
  listed: { add: 'アカウントの一覧に再登場', delete: 'アカウントの一覧からなくなりました' },
  noDate: '日付なし',
  noEppStatus: 'なし',
  noText: '空欄',
  notRecorded: '値は記録しません',
  column: { detectedAt: '検出（日本時間）', previousReadAt: '前回の読み込み', change: '変更', sent: 'Bantoの送信' },
  sent: {
    confirmed: '送信済み',
    inferred: '送信済み（推定）',
    possible: 'Bantoかどうか不明',
    unknown_outcome: 'Bantoかどうか不明',
  },
  notSent:
    '一致する「変更」の記録も更新の注文もありません（ほかの注文、コンソールの送信、削除したアカウントは照合しません）',
  renewalsUnread: '一致する「変更」の記録はありません。注文の記録を読み込めないため、更新の注文は照合していません。',
  within: '{time} に変更（日本時間）',
  between: '{from} から {to} までの間に変更（日本時間）',
  sentByBanto: {
    confirmed: 'Bantoから送信',
    inferred: 'Bantoから送信（推定）',
    possible: 'Bantoかどうか不明',
    unknown_outcome: 'Bantoかどうか不明',
  },
  uncertain: {
    inferred: '推定です。実行を確認できる応答がないため、ほかのプログラムによる変更の可能性もあります。',
    possible:
      '同じ内容のレコードが、Bantoによる追加（判明分）より多く追加されています。このレコードを追加したのがBantoか、ほかのプログラムかは不明です。',
    unknown_outcome:
      'Bantoが一致する変更を送信しましたが、結果は確認できていません。この変更を行ったのがBantoか、ほかのプログラムかは不明です。',
  },
  openSent: 'Bantoが {time}（日本時間）に送信した変更を表示',
  openOrder: 'Bantoが {time}（日本時間）に送信した更新を表示',
  filter: { text: '名前または値', fields: 'すべての種類', clear: '絞り込みを解除' },
  empty: {
    title: '検出された変更の記録はありません',
    text: '読み込んだ値が前回の読み込みから変わっていたとき、ここに記録します。Banto以外での変更も含みます。記録は {n} 年間保存します。',
  },
  noMatch: { title: '一致する変更はありません', text: '絞り込みに一致する記録はありません。' },
  noneOfAccounts: {
    title: '選択中のアカウントで検出された変更はありません',
    text: 'すべてのアカウントを選択すると、すべての記録が表示されます。',
  },
  ofTarget: {
    noneButGone:
      '{time}（日本時間）に読み込んだ一覧からなくなっています。この名前の値が読み込みの間で変わった記録は、このアカウントにはほかにありません。',
    none: 'この名前の比較する値が読み込みの間で変わった記録は、このアカウントにはありません。',
    more: 'さらに {n} 件を表示',
    newestOnly: '新しい {n} 件のみ表示しています。',
  },
}
