import type { search as en } from '../en/search.ts'

export const search: typeof en = {
  title: '検索とコマンド',
  placeholder: 'ドメイン・レコード・サーバー・メモを検索、またはコマンドを入力',
  hint: 'すべてのアカウントを検索（オフラインでも可）',
  none: '「{text}」に一致するものはありません',
  noneHint: '名前は一部だけでも、レコードはホスト名や内容で、サーバーはメモでも検索できます。',
  group: { account: 'アカウント', domain: 'ドメイン', server: 'サーバー', record: 'レコード', command: 'コマンド' },
  keys: { move: '移動', open: '開く', close: '閉じる' },
  command: {
    goTo: '{area}へ移動',
    syncAll: 'すべてのアカウントを同期',
    cancelSync: '同期を中止',
    addAccount: 'アカウントを追加',
    themeDark: 'ダークテーマに切り替える',
    themeLight: 'ライトテーマに切り替える',
    languageJa: '日本語に切り替える',
    languageEn: 'Switch to English',
    goOffline: 'オフラインで作業',
    goOnline: 'オンラインにする',
  },
}
