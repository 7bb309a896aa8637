import type { listTools as english } from '#renderer/text/en/list-tools.ts'

export const listTools: typeof english = {
  columns: {
    open: '列と行の高さ',
    title: '列',
    width: '「{column}」の幅（ピクセル）',
    automatic: '自動',
    up: '「{column}」を上へ',
    down: '「{column}」を下へ',
    hint: 'ウィンドウに収まらない列は表示されません。見出しの境界をドラッグして幅を変えられます。',
    reset: '初期設定に戻す',
  },
  density: { title: '行の高さ', comfortable: '標準', compact: '狭い' },
}
