import type { serverVersionsAndUsage as en } from '#renderer/text/en/versions-and-usage-of-servers.ts'

export const serverVersionsAndUsage: typeof en = {
  open: 'バージョンと使用量',
  title: 'サーバーのバージョンと使用量',
  count: '{total} 台中 {n} 台',
  filter: '名前、アドレス、バージョン',
  php: 'PHPのバージョン',
  database: 'データベースのバージョン',
  clear: '絞り込みを解除',
  column: {
    name: 'サーバー',
    account: 'アカウント',
    php: 'PHP',
    database: 'データベース',
    usage: '使用量',
    oldestRead: '最古の読み込み',
  },
  select: '{name} を選択',
  selectAll: '表示中のサーバーをすべて選択',
  selection: '選択中のサーバー',
  selected: '{n} 台を選択中',
  hidden: 'うち {n} 台は絞り込みで非表示',
  leftOut: {
    ofOtherAccounts: '選択した {n} 台は、アカウントが選択されていないため表示していません。',
    settingUp: '選択した {n} 台は、セットアップ中のため対象外です。',
    gone: '選択した {n} 台は、アカウントの一覧にありません。',
    show: 'アカウントも選択して表示',
  },
  clearSelection: '選択を解除',
  never: '記録なし',
  partly: '一部のみ記録',
  unknownShape: '不明な形式',
  about:
    '保存済みの情報です。現在の状態は、読み直して確認してください。バージョンは、サービスがサーバーごとに示すものです。',
  none: { title: '保存済みのサーバーはありません', text: '先にサーバー一覧で、選択中のアカウントを同期してください。' },
  noMatch: '絞り込みに一致するサーバーはありません',
  action: { read_servers: '読み直す', clear_caches: 'キャッシュを削除…', read_error_logs: 'エラーログを読み込む' },
  estimate: {
    title: '見積もり',
    exact: '{calls}、{duration}',
    assumed: '{calls}、{duration}（1台あたり {n} ドメインと仮定）',
    dailyLimit: '1日の呼び出し枠が空くまで待機する場合あり',
    waits: {
      paused:
        '{n} 台は一時停止中のアカウントのサーバーで、アカウントを再開するまで待機します。時間には、この待機を含みません。',
      readOnly:
        '{n} 台は読み取り専用のアカウントのサーバーで、キャッシュの削除は、アカウントで変更を許可するまで待機します。時間には、この待機を含みません。',
      noKey: '{n} 台は、キャッシュの削除の権限を持つ使えるAPIキーがありません。そのキーがない限り、削除しません。',
    },
  },
  clearTitle: '{n} 台のサーバーのキャッシュを削除しますか？',
  clearBody: 'これらのサーバーにあるすべてのドメインのキャッシュを削除します。元に戻せません。見積もり: {estimate}。',
  clearAction: 'キャッシュを削除',
  logs: {
    title: 'エラーログ',
    about: '各ドメインの最新 {n} 行です。メモリにのみ保持し、Bantoを終了すると消えます。',
    filter: 'ログを検索',
    count: '{total} 行中 {n} 行',
    save: '保存…',
    empty: '行はありません。',
    notKept:
      'このジョブで読み込んだサーバーのうち、{n} 台のログはすでに保持していないため、ここにはありません。もう一度ジョブを開始してください。',
    noneSoFar: '保持しているログはまだありません。',
    gone: '保持しているログはありません。Bantoを再起動したか、新しいジョブに置き換わったか、読み込むものがありませんでした。',
    unknownShape: 'Bantoが対応していない形式の応答です。',
  },
  offline: 'オフラインで作業中です。オンラインにすると操作できます。',
}
