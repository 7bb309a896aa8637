import type { syncSchedule as english } from '#renderer/text/en/sync-schedule.ts'

export const syncSchedule: typeof english = {
  interval: '自動同期',
  intervalHint:
    'Bantoを開いている間、前回の同期が終わってから、指定した間隔で同期します。アカウントごとに間隔を変更できます。完了していない取得・移管・セットアップや、失敗した移管を含む一覧は、自動同期がオフでも、バックグラウンド読み込みの呼び出し枠の範囲で、次の同期を待たずに読み直すことがあります。',
  intervals: { off: 'オフ', '15min': '15分ごと', '1h': '1時間ごと', '6h': '6時間ごと', daily: '24時間ごと' },
  quietHours: '自動同期しない時間帯',
  quietHoursHint:
    'このコンピューターの時計で、この時間帯には自動同期を開始せず、手続きの確認のために一覧を読むこともありません。実行中の同期は続行します。Bantoの終了やオフラインで中断した同期も、次の起動時やオンラインに戻ったときに続行します。手動の同期、APIキーやプロキシの変更、アカウントの統合などの操作に続く同期、起動時の同期のほか、キーチェーンが利用可能になったとき、サーバーの注文が完了したとき、データベースを再作成したとき、更新するドメインが一覧になかったときの同期には影響しません。',
  clockHint: 'このコンピューターの時計による',
  none: 'なし',
  own: '開始と終了を指定',
  default: '既定: {value}',
  from: '{label}の開始',
  to: '{label}の終了',
  between: '{from}～{to}',
  refused: '00:00から23:59までの異なる2つの時刻を、22:00と07:00のように入力してください。変更前のまま: {stored}',
  next: {
    off: '自動同期なし',
    running: '同期中',
    paused: '一時停止中は自動同期なし',
    offline: 'オフラインの間は自動同期なし',
    no_usable_key: '使えるAPIキーがないため自動同期なし',
    keychain: 'キーチェーンが利用可能になるまで自動同期なし',
  },
  nextHeld: '呼び出しの待機中は自動同期なし',
  nextSoon: 'まもなく自動同期',
  nextAt: '次の同期は {time} ごろ（日本時間）',
  retrySoon: '早ければまもなく再試行',
  retryAt: '早ければ {time} ごろに再試行',
  retryAfterQuietHours: '自動同期しない時間帯の後、早ければ {time} ごろに再試行',
}
