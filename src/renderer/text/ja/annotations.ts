import type { annotations as en } from '#renderer/text/en/annotations.ts'

export const annotations: typeof en = {
  title: 'タグとノート',
  local: 'このコンピューターにのみ保存され、サービスには送信されません。',
  column: 'タグ',
  more: '他 {n} 件',
  tags: {
    label: 'タグ',
    placeholder: 'タグを追加',
    tooLong: 'タグは {max} 文字までです。',
    tooMany: 'タグは {max} 個までです。',
    filter: 'タグで絞り込む',
    noneFound: '該当するタグはありません',
  },
  note: { label: 'ノート', placeholder: 'ノートを追加', saved: '保存済み', unsaved: '未保存' },
  bulk: {
    menu: 'タグ…',
    title: 'ドメイン {n} 件のタグ',
    add: '追加するタグ',
    remove: '外すタグ',
    apply: 'ドメイン {n} 件のタグを変更',
    done: 'ドメイン {n} 件のタグを変更しました。',
    nothing: '選択したドメインのタグはすでにこのとおりのため、何も変更していません。',
    undone: 'ドメイン {n} 件のタグを元に戻しました。',
    undo: '元に戻す',
  },
}
