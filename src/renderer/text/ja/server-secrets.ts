import type { serverSecrets as en } from '#renderer/text/en/server-secrets.ts'

export const serverSecrets: typeof en = {
  password: 'パスワード',
  hint: '自動生成した値も、入力した値も使用できます。Bantoには保存されません。',
  generate: '生成',
  show: 'パスワードを表示',
  hide: 'パスワードを隠す',
  copy: 'パスワードをコピー',
  copyOf: 'コピー: {label}',
  once: 'パスワードはここにだけ表示され、Bantoには保存されません。閉じる前にコピーしてください。',
  copied: 'パスワードをコピーしました。',
  close: '閉じる',
  leave: 'コピーも保存もせずに閉じますか？',
  leaveTabs: 'コピーも保存もしていないタブ: {tabs}。',
  leaveText:
    'パスワードや秘密鍵はここにだけ表示され、どこにも保存されません。閉じると、もう一度表示することはできません。開始済みの変更は中止されず、その応答に含まれる秘密鍵なども表示されません。',
  leaveAction: 'このまま閉じる',
  stay: '閉じない',
}
