import type { serverPage as en } from '#renderer/text/en/server-page.ts'

export const serverPage: typeof en = {
  back: 'サーバー一覧に戻る',
  refresh: '読み直す',
  readAgain: '読み直す: {title}',
  tabs: 'サーバーの項目',
  tab: {
    overview: '概要',
    domains: 'ドメイン',
    wordpress: 'WordPress',
    databases: 'データベース',
    ssh: 'SSH',
    errorLog: 'エラーログ',
  },
  notStored: 'サーバーが見つかりません',
  notStoredText:
    'このサーバーは、保存済みのアカウントの一覧にありません。アカウントを同期するか、一覧に戻ってください。',
  unknownShape: 'Bantoが解釈できない形式の応答です。受信したまま表示します。',
  usedOf: '{limit} 中 {used}',
  domainsAt: '{address} を指すレコードのあるドメイン',
  noDomainsAt: '読み込み済みのレコードに、このアドレスはありません。',
  allDomainsAt: 'すべて表示（他 {n} 件）',
  signup: '申込状況',
  serverOf: 'サーバー',
  mayNotChange: {
    offline: 'オフラインです。オンラインにすると操作できます。',
    gone: 'このサーバーはアカウントの一覧にありません。',
    pending: 'サーバーのセットアップが完了していません。',
    paused: 'アカウントは一時停止中です。再開すると操作できます。',
    read_only:
      'Bantoでは読み取り専用のアカウントです。変更するには、アカウント画面で「読み取り専用」をオフにしてください。',
    no_keys: 'アカウントにAPIキーがありません。',
    keys_refused:
      '権限のあるAPIキーがどれも使用できません。アカウント画面でAPIキーを入れ替えるか、テストしてください。',
    no_permission: 'アカウントに、この権限を持つAPIキーがありません。権限のあるAPIキーを追加してください。',
  },
  change: {
    alreadySo: 'すでにその状態のため、何も送信していません。',
    answerLost: '{done}応答は届きませんでしたが、その後の読み込みで変更を確認しました。',
    endedAfterLeaving: '{title}。画面を離れる前に送信したサーバーの変更は、変更履歴で確認できます。',
    unsettled: '変更が実行されたかどうかは不明です。',
    unsettledUnreadable: '変更が実行されたかどうかは不明です。サービスには、結果を確認できる読み込みがありません。',
    actual: 'サービスから読み込んだ内容',
  },
  memo: {
    label: 'メモの内容',
    hint: '{n}/{max} 文字。空にするとメモを削除します。',
    tooLong: '{n}/{max} 文字です。長すぎます。',
    unsupported: 'メモに使えない文字があります: {characters}',
    unchanged: 'メモは変更されていません。',
    edit: 'メモを編集…',
    save: 'メモを保存',
    saved: 'メモを保存しました。',
    now: '現在サービスにあるメモ:',
    take: 'この内容を使う',
    keep: '入力した内容を残す',
  },
}
