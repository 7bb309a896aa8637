import type { shell as english } from '#renderer/text/en/shell.ts'

export const shell: typeof english = {
  areas: 'メニュー',
  overview: '概要',
  domains: 'ドメイン',
  servers: 'サーバー',
  orders: '注文',
  activity: '変更履歴',
  logs: 'ログ',
  console: 'コンソール',
  settings: '設定',
  accounts: 'アカウント',
  chooseAccounts: 'アカウントの選択',
  allAccounts: 'すべてのアカウント',
  addAccount: 'アカウントを追加',
  openAccount: '{name} を開く',
  narrow: 'サイドバーを縮小',
  widen: 'サイドバーを展開',
  selectHint: 'クリックで1つ、{key}+クリックで複数のアカウントを表示',
  selectedCount: '{n} アカウント',
  search: '全体を検索',
  sync: '同期',
  syncSelected: '選択分を同期',
  syncOthers: 'ほかを同期',
  syncCancel: '同期を中止',
  syncCancelShort: '中止',
  syncing: '同期中',
  syncLists: '一覧 {done}/{total}',
  syncDetails: '詳細 {done}/{total}',
  detailsFailed: '詳細の読み込み失敗 {n} 件',
  syncStopped: {
    this: '同期が途中で終了（未読み込みの詳細 {n} 件）',
    one: '{account} の同期が途中で終了（未読み込みの詳細 {n} 件）',
    several: '{accounts} アカウントの同期が途中で終了（未読み込みの詳細 {n} 件）',
  },
  syncMinutes: '残り約 {n} 分',
  syncWaits: {
    limit: '一部の呼び出しは枠の制限により {time}（日本時間）まで待機中',
    hold: '認証エラーのため、一部の呼び出しは {time}（日本時間）まで待機中',
  },
  syncLate: '応答待ち',
  syncNoAnswer: '応答なし、再試行中',
  syncNoAnswerOf: '{n} アカウントで応答なし、再試行中',
  syncedAt: '一覧の最終読み込み',
  withoutPaused: '一時停止中の {n} アカウントを除く',
  neverSynced: {
    both: '一覧の読み込み未完了',
    domains: 'ドメイン一覧の読み込み未完了',
    servers: 'サーバー一覧の読み込み未完了',
    denied: '一覧を読み込めるAPIキーなし',
  },
  syncOffline: 'オフラインで作業中のため、同期できません。',
  syncPaused: 'アカウントが一時停止中のため、同期できません。',
  syncNoKey: '利用できるAPIキーがないため、同期できません。APIキーを追加、置き換え、または再確認してください。',
  syncEmpty: '同期するアカウントがまだありません。',
  health: { good: '正常', attention: '要確認', failing: 'エラー', paused: '一時停止中', syncing: '同期中' },
  healthWaiting: { limit: '{time} まで制限中', hold: '{time} まで待機中' },
  healthWaitingTitle: {
    limit: 'アカウントの呼び出し枠の上限に達しています。該当する呼び出しは {time}（日本時間）から送信できます。',
    hold: '認証エラーがあったため、このアカウントの一部の呼び出しは {time}（日本時間）まで、または呼び出しを再開するまで待機します。',
  },
  gone: {
    domain:
      'このドメインは {account} の一覧に含まれなくなりました。他社への移管、解約、別のアカウントへの移動などが考えられます。以下は最後に読み込んだ内容です。',
    server:
      'このサーバーは {account} の一覧に含まれなくなりました。契約が終了した可能性があります。以下は最後に読み込んだ内容です。',
  },
  shrunken: {
    domain: '{time}に読み込んだ一覧には {expected} 件中 {missing} 件のドメインが含まれていないため、反映していません。',
    server: '{time}に読み込んだ一覧には {expected} 件中 {missing} 件のサーバーが含まれていないため、反映していません。',
    text: '前回の一覧を引き続き表示しています。再読み込みするか、正しい内容であれば新しい一覧を反映してください。{time}以降に読み込んだ一覧で、不足している項目が増えていない場合は、自動的に反映します。',
    again: '再読み込み',
    accept: '新しい一覧を反映…',
    acceptTitle: '{account} の新しい一覧を反映しますか？',
    acceptBody: {
      domain:
        '{expected} 件中 {missing} 件のドメインを「一覧になし」にします。件数に含めず、契約更新の対象からも外します。保存済みの内容は引き続き閲覧できます。一覧に戻ったドメインは元どおり表示します。',
      server:
        '{expected} 件中 {missing} 件のサーバーを「一覧になし」にし、件数に含めません。保存済みの内容は引き続き閲覧できます。一覧に戻ったサーバーは元どおり表示します。',
    },
    acceptAction: {
      domain: '{n} 件のドメインを「一覧になし」にする',
      server: '{n} 件のサーバーを「一覧になし」にする',
    },
  },
  readOnly: {
    setting: '読み取り専用（Bantoからの変更を禁止しています）',
    keys: '読み取り専用（変更の権限があるAPIキーがありません）',
  },
  reasons: {
    no_keys: 'APIキーがありません',
    all_keys_refused: '利用できるAPIキーがありません',
    key_quarantined: '認証エラーのAPIキーがあります',
    key_expired: '期限切れのAPIキーがあります',
    key_forbidden: 'アクセス制限されたAPIキーがあります',
    key_missing: 'キーチェーンにないAPIキーがあります',
    key_expires_soon: 'まもなく期限切れのAPIキーがあります',
    sync_failed: '同期エラー',
    no_answer: 'サービスの応答がありません',
    unreachable: '同期中の通信エラー',
    details_failed: '読み込めなかった詳細があります',
    list_shrunk: '多くの項目が含まれていない一覧があります',
    stale: '24時間以内に読み込んでいない一覧があります',
    shares_domains: '別のアカウントとドメインまたはサーバーが重複',
    never_synced: '一覧の読み込み未完了',
  },
  banner: {
    offline: 'オフラインで作業中です。',
    offlineRemedy: 'サービスには何も送信しません。保存済みの内容は閲覧できます。',
    goOnline: 'オンラインに戻す',
    unreadable: '一部の設定を読み込めませんでした: {names}',
    unreadableRemedy:
      'Bantoはオフラインで作業中です。未送信の注文は一時停止しています。オンラインに戻すかどうかを選択してください。注文は「注文」から再開できます。',
    stayOffline: 'オフラインのまま',
    unreachable: 'サービスと通信できませんでした。',
    unreachableRemedy: '保存済みの内容を表示しています。ネットワークまたはプロキシを確認してください。',
    tryNow: '今すぐ再試行',
    blocked: '接続元アドレスがサービスに遮断されている可能性があります。',
    blockedUntil: '{time}（日本時間）まですべての呼び出しを待機します。',
    blockedOpen:
      'すべての呼び出しを待機しています。解除時刻は示されていません。エラーになったAPIキーを確認してから再開してください。',
    held: '直近 10 分間に認証エラーが {n} 回ありました。',
    heldUntil:
      '接続元アドレスが遮断されるのを防ぐため、その後に認証されていないAPIキーの呼び出しを {time}（日本時間）まで待機します。APIキーを確認してから再開してください。',
    resume: '呼び出しを再開',
    keychainCheck: '再確認',
    loadFailed: 'アカウントを読み込めませんでした。',
  },
  keychain: {
    unavailable: {
      linux:
        'gnome-keyring（またはSecret Serviceを有効にしたKWallet）をインストールし、ログインし直してください。APIキーをファイルに書き出すことはありません。',
      darwin:
        '「キーチェーンアクセス」でログインキーチェーンがあることを確認してください。APIキーをファイルに書き出すことはありません。',
      win32:
        'Windowsの資格情報マネージャーのサービスが動作していることを確認してください。APIキーをファイルに書き出すことはありません。',
    },
    locked: {
      linux:
        '「パスワードと鍵」またはKWalletで「ログイン」キーリングのロックを解除してください。別のコンピューターから移したプロファイルの場合は、APIキーを入力し直してください。',
      darwin:
        '「キーチェーンアクセス」でログインキーチェーンのロックを解除してください。別のコンピューターから移したプロファイルの場合は、APIキーを入力し直してください。',
      win32:
        'APIキーを保存したユーザーでWindowsにサインインし直してください。別のコンピューターから移したプロファイルの場合は、APIキーを入力し直してください。',
    },
    silent: {
      linux:
        'キーリングのパスワード入力画面が他のウィンドウの後ろに隠れている可能性があります。入力してから、再確認してください。',
      darwin:
        'アクセスの許可を求める画面が他のウィンドウの後ろに隠れている可能性があります。許可してから、再確認してください。',
      win32: '確認を求める画面が他のウィンドウの後ろに隠れている可能性があります。応答してから、再確認してください。',
    },
    title: {
      unavailable: 'キーチェーンが見つからないため、APIキーの保存も利用もできません。',
      locked: 'キーチェーンがロックされているため、保存済みのAPIキーを利用できません。',
      silent: 'キーチェーンが応答しないため、保存済みのAPIキーを利用できません。',
    },
  },
  startup: {
    file: 'データベースファイル',
    profile: 'プロファイルフォルダー',
    setAside: {
      action: '退避して空の状態で開始',
      title: 'ファイルを退避しますか？',
      body: '何も削除されません。ファイルは名前を変えて同じフォルダーに残り、Bantoは空のデータベースで始まります。アカウントとAPIキーは登録し直す必要があります。サーバー、ドメイン、レコード、最近のログはサービスから読み込み直します。設定、メモ、古いログ、変更履歴、スナップショット、テンプレート、下書きなど、その他の内容は退避したファイルにのみ残ります。注文の記録はそのまま残ります。',
    },
    startEmpty: {
      action: '空のデータベースで開始',
      title: '空のデータベースで開始しますか？',
      body: 'ファイルの控えがない場合にのみ行ってください。アカウント、APIキー、メモ、設定は登録し直す必要があります。サーバー、ドメイン、レコード、最近のログはサービスから読み込み直します。古いログ、変更履歴、スナップショット、テンプレート、下書きは失われます。注文の記録はそのまま残ります。',
    },
    movedTo: '元のファイル: {path}',
    versions: 'ファイルのバージョンは {found} です。このBantoが扱えるのは {known} までです。',
    noBridge: 'ウィンドウを開始できませんでした。Bantoを再起動してください。続く場合は再インストールしてください。',
  },
  welcome: {
    title: 'Bantoへようこそ',
    text: 'サービスの複数アカウントにあるサーバー、ドメイン、ゾーン、ログを、オンラインでもオフラインでも1つの画面で確認できます。APIキーはこのコンピューターのキーチェーンにのみ保存されます。',
    action: '最初のアカウントを追加',
    needs: 'サービスのベースURLと、APIキー管理画面で発行したAPIキーをご用意ください。',
  },
}
