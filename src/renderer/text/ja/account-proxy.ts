import type { accountProxy as english } from '#renderer/text/en/account-proxy.ts'

export const accountProxy: typeof english = {
  section: 'プロキシ',
  none: '専用のプロキシなし。直接、またはシステムのプロキシ経由で接続します。',
  withUser: '{url}（ユーザー {user}）',
  noDirect: 'このアカウントの呼び出しは、すべてこのプロキシを経由します。利用できないときは何も送信しません。',
  setUp: '設定…',
  change: '変更…',
  title: '{account} のプロキシ',
  intro:
    'このアカウントの呼び出しは、すべてこのプロキシを経由します。プロキシのIPアドレスに制限されたAPIキーを使うための設定です。プロキシに接続できないときは何も送信せず、直接送信することもありません。',
  url: 'プロキシのアドレス',
  urlHint:
    '例: http://proxy.example.com:3128。ベースURLが https:// で始まる場合、サービスとの通信はプロキシを経由しても暗号化されます。',
  user: 'ユーザー',
  userHint: 'プロキシに必要な場合のみ',
  password: 'パスワード',
  passwordHint: 'システムのキーチェーンにのみ保存されます。http:// の場合、プロキシまでの経路では暗号化されません。',
  passwordKept: '保存したパスワードがシステムのキーチェーンに残っていれば、空のままにすると引き続き使用します。',
  test: '確認',
  testing: '確認中…',
  testHint: 'アカウントのAPIキーで、プロキシを経由する呼び出しを1回送信します。',
  testOffline: 'オフラインで作業中のため、プロキシを確認できません。',
  testWithoutKey: '確認に使えるAPIキーがアカウントにありません。',
  works: 'プロキシ経由でサービスから応答がありました。',
  remove: 'プロキシを使わない',
  useForNew: 'このアカウントの呼び出しにプロキシを使う',
  fixed: 'このプロキシで確認済みのAPIキーがあります。変更するには、先に「入力し直す」を選んでください。',
}
